//! Terraform configurations: `aws_dynamodb_table` resources.

mod beside;
mod blank;
mod expand;
mod functions;
mod members;
mod modules;
mod production;
mod read;
mod resources;
mod shown;
mod values;
mod write;

use dynalab_modeling::formats::{Format, Look};

pub const FORMAT: Format = Format {
    id: "terraform",
    names: ["Terraform", "Terraform"],
    extension: "tf",
    is_like,
    read: Some(read::read),
    write: Some(|design, _, _| write::write(design).into()),
};

pub use read::{count_tables, is_part, parse, read_module, read_with};

const RESOURCE: &str = "aws_dynamodb_table";

fn is_like(look: &Look) -> bool {
    let text = look.text();
    let calls_module = || {
        let mut lines = text.lines().skip_while(|line| !line.starts_with("module \""));
        lines.any(|line| line.trim_start().starts_with("source"))
    };
    (text.contains("resource") && text.contains(RESOURCE)) || shown::is_like(text) || calls_module()
}
