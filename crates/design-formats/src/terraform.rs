//! Terraform configurations: `aws_dynamodb_table` resources.

mod production;
mod read;
mod values;
mod write;

use dynalab_modeling::formats::Format;

pub const FORMAT: Format = Format {
    id: "terraform",
    names: ["Terraform", "Terraform"],
    extension: "tf",
    is_like,
    read: Some(read::read),
    write: Some(|design, _, _| write::write(design).into()),
};

pub use read::{count_tables, is_part, parse, read_module};

const RESOURCE: &str = "aws_dynamodb_table";

fn is_like(text: &str) -> bool {
    text.contains("resource") && text.contains(RESOURCE)
}
