//! The bounds of the inputs of a whole program, in words: those within which something is said to
//! be infeasible.

use assay_verdict::{Argument, Content, World};

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
