//! Memory at fixed addresses: what the user has named, and what the program names itself.
//!
//! Who writes `(volatile struct uart *)0x40001000` means the registers of a device, and each page
//! with such an address is taken for some, unless an option says what is there.

use assay_c_frontend::ReplayModule;
use assay_engine::{FOR_NUMBERS, has_own_objects};
use assay_language::Rejected;
use assay_verdict::{Region, World};

const PAGE: u64 = 4096;
/// Pages of one program.
const MOST: usize = 64;

/// What the user has named must not lie where the machine has its own objects.
pub fn check(world: &World) -> Result<(), Rejected> {
    match world.regions.iter().find(|region| has_own_objects(region)) {
        None => Ok(()),
        Some(region) => Err(Rejected(format!(
            "there can be no region of {:#x} bytes at {:#x}: Assay has the objects of the program \
             there; let the macro name a variable in the build that is tested",
            region.size, region.address
        ))),
    }
}

/// The pages of addresses that the program writes down, without those that are known.
fn named(module: &ReplayModule, known: &[Region]) -> Vec<Region> {
    let mut found: Vec<Region> = Vec::new();
    for address in &module.fixed_addresses {
        let page = Region { address: address & !(PAGE - 1), size: PAGE, keeps: false };
        let is_new = !known.iter().chain(&found).any(|region| region.overlaps(&page));
        if is_new && !has_own_objects(&page) && found.len() < MOST {
            found.push(page);
        }
    }
    found
}

/// Those of a unit that lie in no option: what the program names, and where the numbers that are
/// inputs of a function are tried as pointers. Nobody hands a whole program a pointer.
pub fn of_unit(module: &ReplayModule, is_function: bool, known: &[Region]) -> Vec<Region> {
    let mut found = named(module, known);
    if is_function && module.computes_addresses {
        found.push(FOR_NUMBERS);
    }
    found
}

/// What is taken for registers though nobody has said so.
pub fn note(known: &[Region], module: &ReplayModule) -> Option<String> {
    let named = named(module, known);
    let pages: Vec<String> =
        named.iter().map(|page| format!("{:#x}:{:#x}", page.address, page.size)).collect();
    (!pages.is_empty()).then(|| {
        format!(
            "addresses in the code are taken for registers of a device, each read of which is an \
             input (--device {}); --region says that it is memory",
            pages.join(" --device ")
        )
    })
}
