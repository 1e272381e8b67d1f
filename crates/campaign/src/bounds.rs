//! The bounds of the inputs of a unit, in words: those within which something is said to be infeasible.

use assay_frontend_llvm::Bounds;
use assay_verdict::{Argument, Content, World};

/// Of a function under test, when they were raised so often.
pub fn of_function(bounds: &Bounds, level: u32) -> Vec<String> {
    let Bounds { items, sized, nested, text, room, depth, objects } = bounds.at(level);
    let sized = match sized == items {
        true => String::new(),
        false => format!(" ({sized} where another input says how many)"),
    };
    vec![
        format!("{items} elements behind a parameter{sized}"),
        format!("{nested} elements behind other pointers"),
        format!("strings of {text} characters, with room for {room}"),
        format!("pointers {depth} levels deep"),
        format!("{objects} objects"),
    ]
}

/// Of a whole program.
pub fn of_program(world: &World) -> Vec<String> {
    let mut bounds = Vec::new();
    for argument in &world.arguments {
        if let Argument::Inputs { most, length, .. } = argument {
            bounds.push(format!("{most} arguments of {length} bytes"));
        }
    }
    let mut add = |name: String, content: &Content| {
        if let Content::Input { most } = content {
            bounds.push(format!("{most} bytes of {name}"));
        }
    };
    for (name, content) in &world.environment {
        add(format!("the variable {name}"), content);
    }
    add("standard input".to_string(), &world.stdin);
    for (name, content) in &world.files {
        add(format!("the file {name}"), content);
    }
    bounds
}
