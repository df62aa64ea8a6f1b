//! ListBulkOperations: returns the bulk operations of the last ninety days, newest first, in pages.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::transfer::bulk::BulkPut;
use crate::transfer::job::{
    PAGE_DEFAULT, PAGE_MAX, decode_page_token, page, page_token, place_of, read_page_token,
};

/// A ListBulkOperations request.
#[derive(Clone, Debug)]
pub struct ListBulkOperations {
    limit: Option<i64>,
    token: Option<String>,
}

/// The response of ListBulkOperations.
#[derive(Debug)]
pub struct ListBulkOperationsResponse {
    operations: Vec<BulkPut>,
    more: bool,
}

impl Operation<Complete> for ListBulkOperations {
    const NAME: &'static str = "ListBulkOperations";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Account;
    type Response = ListBulkOperationsResponse;

    fn decode(fields: &mut Fields) -> ListBulkOperations {
        ListBulkOperations {
            limit: fields.integer_between("MaxResults", "Integer", 1, Some(PAGE_MAX)),
            token: decode_page_token(fields, 1),
        }
    }

    reads_nothing!();

    fn step(
        &mut self,
        _: &mut (),
        context: &mut Context,
    ) -> Result<Step<ListBulkOperationsResponse>, DynamoError> {
        let after = self.token.as_ref().map(|token| read_page_token(token, "bulk-operation")).transpose()?;
        let listed = BulkPut::all(context.database).filter(|bulk| bulk.is_listed(context.now)).collect();
        let limit = self.limit.map_or(PAGE_DEFAULT, |limit| limit.max(1) as usize);
        let after = after.map(|arn| place_of(&arn));
        let (operations, more) = page(listed, |bulk: &BulkPut| place_of(&bulk.arn), after, limit);
        Ok(Step::Done(ListBulkOperationsResponse { operations, more }, WriteSet::default()))
    }

    fn encode(response: &ListBulkOperationsResponse, body: &mut ObjectWriter) {
        body.objects("BulkOperationsSummaryList", &response.operations, |object, bulk| {
            bulk.encode_summary(object);
        });
        if let (true, Some(last)) = (response.more, response.operations.last()) {
            body.text("NextToken", &page_token(&last.arn));
        }
    }
}
