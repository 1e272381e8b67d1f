//! Functions that the machine itself carries out, by their roles: what must see the state
//! (allocation, exits, non-local jumps), what makes inputs, and the primitives that models are
//! written with.

mod allocation;
mod control;
mod external;
mod inputs;
mod native;
mod primitives;
mod unit;

use crate::code::CallSite;
use crate::lower::leaves::format;
use crate::machine::{Machine, Outcome};
use assay_program::{FuncId, Primitive};

impl Machine {
    /// Carries out a call of a primitive; `function` is what it is in the program.
    pub(crate) fn call_primitive(
        &mut self,
        primitive: Primitive,
        function: FuncId,
        site: &CallSite,
    ) -> Outcome<()> {
        match primitive {
            Primitive::Allocate => self.allocate_call(site),
            Primitive::AllocateZeroed => self.allocate_zeroed(site),
            Primitive::Resize => self.resize(function, site),
            Primitive::Release => self.release_call(site),
            Primitive::AllocateAligned => self.allocate_aligned(site),
            Primitive::AllocatePages => self.allocate_pages(site),
            Primitive::AllocateInto => self.allocate_into(site),
            Primitive::Copy => self.memory_copy_call(site),
            Primitive::Fill => self.memory_set_call(site),
            Primitive::Exit => self.exit(site),
            Primitive::ExitNow => self.exit_now(site),
            Primitive::Abort => self.abort(),
            Primitive::FailAssertion => self.fail_assertion(site),
            Primitive::Die => self.die(),
            Primitive::GoAstray => {
                self.go_astray();
                Ok(())
            }
            Primitive::ReachError => self.reach_error(),
            Primitive::MarkPlace => self.mark_place(site),
            Primitive::JumpBack => self.jump_back(function, site),
            Primitive::Input(meaning) => self.input(function, meaning, site),
            Primitive::Assume => self.assume_call(site),
            Primitive::InputObject => self.input_object(site),
            Primitive::InputBetween => self.input_between(function, site),
            Primitive::InputNamed => self.input_named(function, site),
            Primitive::InputBelow => self.input_below(function, site),
            Primitive::Assert => self.assert_call(site),
            Primitive::InputBytes => self.input_bytes(function, site),
            Primitive::EndSilently => Err(crate::path::PathEnd::Silent),
            Primitive::ReportError => self.report_error(site),
            Primitive::InputAt { bits, meaning } => self.input_at(function, bits, meaning, site),
            Primitive::OutOfReach => {
                let name = &self.subject.program.functions[function].name;
                self.unsupported(format!("'{name}': one thread of one process is all there is"))
            }
            Primitive::ErrorNumber => self.error_number_call(site),
            Primitive::Ignore => {
                self.set_result(site, 0);
                Ok(())
            }
            Primitive::Select => self.select_call(site),
            Primitive::IsSymbolic => self.is_symbolic_call(site),
            Primitive::Accessible => self.accessible_call(site),
            Primitive::KnownText => self.known_text_call(site),
            Primitive::Write => self.write_call(site),
            Primitive::Unsupported => self.unsupported_call(site),
            Primitive::Concretise => self.concretise_call(site),
            Primitive::Current => self.current_call(site),
            Primitive::Initialised => self.initialised_call(site),
            Primitive::Math(kind) => self.math_call(format(kind), site),
            Primitive::CheckShift => self.check_shift_call(site),
            Primitive::CheckQuotient => self.check_quotient_call(site),
            Primitive::UnitValue => self.unit_value(site),
            Primitive::UnitBytes => self.unit_bytes(site),
            Primitive::UnitBits => self.unit_bits(site),
            Primitive::UnitChoice => self.unit_choice(site),
            Primitive::UnitCount => self.unit_count(site),
            Primitive::UnitObject => self.unit_object(site),
            Primitive::UnitReserve => self.unit_reserve(site),
            Primitive::UnitResize => self.unit_resize(site),
            Primitive::UnitExtent => self.unit_extent(site),
            Primitive::UnitLevel => self.unit_level(site),
            Primitive::UnitMaker => self.unit_maker(site),
            Primitive::UnitMade => self.unit_made(),
            Primitive::UnitAnswerer => self.unit_answerer(site),
            Primitive::UnitAnswered => self.unit_answered(site),
            Primitive::UnitFirst => self.unit_first(site),
            Primitive::UnitPlace => self.unit_place(site),
            Primitive::FileCount => self.file_count_call(site),
            Primitive::FileName => self.file_name_call(site),
            Primitive::FileRoom => self.file_room_call(site),
            Primitive::FileContent => self.file_content_call(site),
            Primitive::OutsideInput => self.outside_input(site),
        }
    }
}
