//! Throttling: the exceeded limit and the resource, and DynamoDB's exception, message and reason for them.

use std::fmt;

use dynalab_capacity::admission::Refusal;
use dynalab_types::wire::write_json_string;

use crate::database::charges::CapacityKind;
use crate::database::table::BillingMode;

/// Why a request was throttled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throttle {
    pub refusal: Refusal,
    pub kind: CapacityKind,
    pub billing: BillingMode,
    pub is_index: bool,
    /// The ARN of the table or of the global index.
    pub resource: String,
}

impl Throttle {
    pub(crate) fn name(&self) -> &'static str {
        match (self.refusal, self.billing) {
            (Refusal::Quota, _) => "RequestLimitExceeded",
            (_, BillingMode::Provisioned) => "ProvisionedThroughputExceededException",
            (_, BillingMode::PayPerRequest) => "ThrottlingException",
        }
    }

    /// Returns the reason in three parts: the resource, the kind of operation, and the limit.
    pub fn reason(&self) -> String {
        let resource = if self.is_index { "Index" } else { "Table" };
        let operation = match self.kind {
            CapacityKind::Read => "Read",
            CapacityKind::Write => "Write",
        };
        format!("{resource}{operation}{}", self.limit())
    }

    /// Returns the limit. An on-demand table that exceeds its previous peak is throttled in its partitions.
    fn limit(&self) -> &'static str {
        match self.refusal {
            Refusal::Partition | Refusal::Share | Refusal::Peak => "KeyRangeThroughputExceeded",
            Refusal::Provisioned => "ProvisionedThroughputExceeded",
            Refusal::Maximum => "MaxOnDemandThroughputExceeded",
            Refusal::Quota => "AccountLimitExceeded",
        }
    }

    /// Returns the code for one item of a transaction or of a batch of statements.
    pub(crate) fn code(&self) -> &'static str {
        match self.billing {
            BillingMode::Provisioned => "ProvisionedThroughputExceeded",
            BillingMode::PayPerRequest => "ThrottlingError",
        }
    }

    /// Writes the member of the error's body. One of the exceptions spells it with a lowercase letter.
    pub(crate) fn write_reasons(&self, json: &mut String) {
        json.push_str(match self.name() {
            "ThrottlingException" => ",\"throttlingReasons\":[{\"reason\":",
            _ => ",\"ThrottlingReasons\":[{\"reason\":",
        });
        write_json_string(&self.reason(), json);
        json.push_str(",\"resource\":");
        write_json_string(&self.resource, json);
        json.push_str("}]");
    }
}

impl fmt::Display for Throttle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match (self.refusal, self.billing, self.is_index) {
            (Refusal::Quota, _, _) => {
                "Throughput exceeds the current throughput limit for your account. Please contact AWS Support at \
                 https://aws.amazon.com/support request a limit increase"
            }
            (Refusal::Maximum, _, _) => "Throughput exceeds the maximum OnDemandThroughput configured on table or index",
            (_, BillingMode::Provisioned, false) => {
                "The level of configured provisioned throughput for the table was exceeded. Consider increasing your \
                 provisioning level with the UpdateTable API."
            }
            (_, BillingMode::Provisioned, true) => {
                "The level of configured provisioned throughput for one or more global secondary indexes of the table was \
                 exceeded. Consider increasing your provisioning level for the under-provisioned global secondary indexes \
                 with the UpdateTable API."
            }
            (_, BillingMode::PayPerRequest, false) => {
                "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your \
                 table or index so please try again shortly. If exceptions persist, check if you have a hot key: \
                 https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html."
            }
            (_, BillingMode::PayPerRequest, true) => {
                "Throughput exceeds the current capacity for one or more global secondary indexes. DynamoDB is automatically \
                 scaling your index so please try again shortly."
            }
        })
    }
}
