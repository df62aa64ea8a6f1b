//! ListImports: returns the imports into all tables or one, newest first, in pages.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::operations::import_table::DescribedImport;
use crate::transfer::import::Import;
use crate::transfer::job::{
    PAGE_DEFAULT, PAGE_MAX, decode_page_token, page, page_token, place_of, read_page_token,
};

/// A ListImports request.
#[derive(Clone, Debug)]
pub struct ListImports {
    table_arn: Option<String>,
    limit: Option<i64>,
    token: Option<String>,
}

/// The response of ListImports.
#[derive(Debug)]
pub struct ListImportsResponse {
    imports: Vec<DescribedImport>,
    more: bool,
}

impl Operation<Complete> for ListImports {
    const NAME: &'static str = "ListImports";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Account;
    type Response = ListImportsResponse;

    fn decode(fields: &mut Fields) -> ListImports {
        let table_arn = fields.text_of_length("TableArn", 1, 1024);
        let limit = fields.integer_between("PageSize", "Integer", 1, Some(PAGE_MAX));
        let token = decode_page_token(fields, 112);
        ListImports { table_arn, limit, token }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<ListImportsResponse>, DynamoError> {
        let after = self.token.as_ref().map(|token| read_page_token(token, "import")).transpose()?;
        let wanted = |import: &Import| self.table_arn.as_ref().is_none_or(|arn| import.table_arn == *arn);
        let imports = Import::all(context.database).filter(wanted).collect();
        let limit = self.limit.map_or(PAGE_DEFAULT, |limit| limit.max(1) as usize);
        let after = after.map(|arn| place_of(&arn));
        let (imports, more) = page(imports, |import: &Import| place_of(&import.arn), after, limit);
        let imports = imports.into_iter().map(|import| DescribedImport::new(import, context)).collect();
        Ok(Step::Done(ListImportsResponse { imports, more }, WriteSet::default()))
    }

    fn encode(response: &ListImportsResponse, body: &mut ObjectWriter) {
        body.objects("ImportSummaryList", &response.imports, |object, described| {
            described.import.encode_summary(&described.region, &described.account, object);
        });
        if let (true, Some(last)) = (response.more, response.imports.last()) {
            body.text("NextToken", &page_token(&last.import.arn));
        }
    }
}
