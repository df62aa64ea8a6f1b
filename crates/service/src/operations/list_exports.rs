//! ListExports: returns the exports of all tables or of one existing table, newest first, in pages.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::transfer::export::Export;
use crate::transfer::job::{PAGE_DEFAULT, PAGE_MAX, page, page_token, place_of, read_page_token};

/// A ListExports request.
#[derive(Clone, Debug)]
pub struct ListExports {
    table_arn: Option<String>,
    limit: Option<i64>,
    token: Option<String>,
}

/// The response of ListExports.
#[derive(Debug)]
pub struct ListExportsResponse {
    exports: Vec<Export>,
    more: bool,
}

impl ListExports {
    /// Returns true if the export belongs to the table with the given ARN. Exports of a deleted table, or of an earlier table
    /// of that name, do not.
    fn is_listed(&self, export: &Export, database: &Database) -> bool {
        self.table_arn.as_ref().is_none_or(|arn| {
            let table = database.find(table_name_of(arn)).filter(|table| table.definition.arn == *arn);
            table.is_some_and(|table| table.definition.id == export.table_id)
        })
    }
}

impl Operation<Complete> for ListExports {
    const NAME: &'static str = "ListExports";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Account;
    type Response = ListExportsResponse;

    fn decode(fields: &mut Fields) -> ListExports {
        ListExports {
            table_arn: fields.text_of_length("TableArn", 1, 1024),
            limit: fields.integer_between("MaxResults", "Integer", 1, Some(PAGE_MAX)),
            token: fields.text("NextToken"),
        }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<ListExportsResponse>, DynamoError> {
        let after = self.token.as_ref().map(|token| read_page_token(token, "export")).transpose()?;
        let exports = Export::all(context.database).filter(|export| self.is_listed(export, context.database));
        let limit = self.limit.map_or(PAGE_DEFAULT, |limit| limit.max(1) as usize);
        let after = after.map(|arn| place_of(&arn));
        let (exports, more) = page(exports.collect(), |export| place_of(&export.arn), after, limit);
        Ok(Step::Done(ListExportsResponse { exports, more }, WriteSet::default()))
    }

    fn encode(response: &ListExportsResponse, body: &mut ObjectWriter) {
        body.objects("ExportSummaries", &response.exports, |object, export| {
            object.text("ExportArn", &export.arn);
            object.text("ExportStatus", export.progress.name());
            object.text("ExportType", export.type_name());
        });
        if let (true, Some(last)) = (response.more, response.exports.last()) {
            body.text("NextToken", &page_token(&last.arn));
        }
    }
}
