//! StartBulkPutItems: puts the items of files in a bucket into an existing table.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{PayloadFingerprint, WriteSet};
use dynalab_engine::database::table::{Table, TableStatus};
use dynalab_engine::error::{DynamoError, TableState, TransferError, TransferKind};
use dynalab_engine::execution::plan::Plan;
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::fingerprint;

use crate::complete::{Complete, Context};
use crate::transfer::bulk::BulkPut;
use crate::transfer::import::Compression;
use crate::transfer::import_items::SourceForm;
use crate::transfer::job::{
    Progress, decode_bucket, decode_optional_bucket, decode_token, external_work_change, new_arn, token_holds,
};

const UNITS_LEAST: i64 = 1024;

/// A StartBulkPutItems request.
#[derive(Clone, Debug)]
pub struct StartBulkPutItems {
    token: Option<String>,
    table: String,
    input: Option<Input>,
    output: Option<Output>,
    /// The two parameters as the request contains them, as JSON.
    input_json: String,
    output_json: String,
    most_units: Option<i64>,
    tier: Option<&'static str>,
}

#[derive(Clone, Debug)]
struct Input {
    bucket: String,
    prefix: Option<String>,
    form: Option<SourceForm>,
    compression: Option<Compression>,
}

#[derive(Clone, Debug)]
struct Output {
    bucket: Option<String>,
    prefix: Option<String>,
    encryption: Option<&'static str>,
    has_key: bool,
    types: Vec<String>,
}

fn decode_input(fields: &mut Fields) -> Input {
    let (bucket, _owner) = decode_bucket(fields);
    let prefix = fields.text_of_length("S3KeyPrefix", 0, 1024);
    fields.require("InputFormat");
    let forms = [SourceForm::DynamodbJson, SourceForm::Ion].map(|form| (form.name(), form));
    let compressions = Compression::ALL.map(|compression| (compression.name(), compression));
    Input {
        bucket,
        prefix,
        form: fields.enumeration("InputFormat", &["ION", "DYNAMODB_JSON"], &forms),
        compression: fields.enumeration("InputCompressionType", &["ZSTD", "NONE", "GZIP"], &compressions),
    }
}

fn decode_output(fields: &mut Fields) -> Output {
    let (bucket, _owner) = decode_optional_bucket(fields);
    let prefix = fields.text_of_length("S3KeyPrefix", 0, 1024);
    let algorithms = [("AES256", "AES256"), ("KMS", "KMS")];
    let encryption = fields.enumeration("S3SseAlgorithm", &["AES256", "KMS"], &algorithms);
    let has_key = fields.text_of_length("S3SseKmsKeyId", 1, 2048).is_some();
    fields.require("OutputType");
    let types = fields.enumerations("OutputType", &["ERROR", "CONDITION_CHECK_FAILURE"]);
    Output { bucket, prefix, encryption, has_key, types }
}

impl StartBulkPutItems {
    fn check_shape(&self) -> Result<(), TransferError> {
        let output = self.output.as_ref();
        match output.is_some_and(|output| output.has_key && output.encryption != Some("KMS")) {
            true => Err(TransferError::KeyWithoutKms),
            false => Ok(()),
        }
    }

    fn payload(&self) -> PayloadFingerprint {
        let asked = (&self.table, &self.input_json, &self.output_json, self.most_units, self.tier);
        PayloadFingerprint(fingerprint(format!("{asked:?}").as_bytes()))
    }

    fn begun(&self, context: &Context) -> Result<Option<BulkPut>, DynamoError> {
        let Some(token) = &self.token else { return Ok(None) };
        let found = BulkPut::all(context.database)
            .find(|bulk| bulk.token == *token && token_holds(bulk.started_at, context.now));
        match found {
            Some(bulk) if bulk.payload != self.payload() => Err(DynamoError::IdempotentParameterMismatch),
            found => Ok(found),
        }
    }

    /// Returns the table. Neither it nor one of its indexes may be changing.
    fn table<'a>(&self, database: &'a Database) -> Result<&'a Table, DynamoError> {
        let table = database.described_table(table_name_of(&self.table))?;
        let definition = &table.definition;
        let name = definition.name.to_string();
        let in_use = |state| Err(DynamoError::TableInUse { table: name, state });
        match definition.status {
            TableStatus::Creating => in_use(TableState::BeingCreated),
            TableStatus::Deleting => in_use(TableState::BeingDeleted),
            TableStatus::Active | TableStatus::Updating => {
                let creating = definition.indexes.iter().find(|index| index.status == TableStatus::Creating);
                match creating {
                    Some(index) => Err(DynamoError::IndexInUse {
                        index: index.name.to_string(),
                        state: TableState::BeingCreated,
                    }),
                    None => Ok(table),
                }
            }
        }
    }
}

impl Operation<Complete> for StartBulkPutItems {
    const NAME: &'static str = "StartBulkPutItems";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Table(|operation| &operation.table);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    type Response = Box<BulkPut>;

    fn decode(fields: &mut Fields) -> StartBulkPutItems {
        let token = decode_token(fields);
        fields.require("InputS3Configuration");
        let input = fields.nested("InputS3Configuration", decode_input);
        fields.require("OutputS3Configuration");
        let output = fields.nested("OutputS3Configuration", decode_output);
        let tiers = [("STANDARD", "STANDARD"), ("ACCELERATED", "ACCELERATED")];
        StartBulkPutItems {
            token,
            table: fields.table_name(),
            input,
            output,
            input_json: fields.json("InputS3Configuration").unwrap_or_default(),
            output_json: fields.json("OutputS3Configuration").unwrap_or_default(),
            most_units: fields.integer_between("MaxWriteRequestUnits", "Long", UNITS_LEAST, None),
            tier: fields.enumeration("PerformanceTier", &["STANDARD", "ACCELERATED"], &tiers),
        }
    }

    reads_nothing!();

    /// An execution checks in another order, so the plan checks the table here.
    fn describe(&self, (): &(), database: &Database) -> Result<Plan, DynamoError> {
        self.table(database).map(|_| Plan::NoRead)
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Box<BulkPut>>, DynamoError> {
        self.check_shape()?;
        if let Some(begun) = self.begun(context)? {
            return Ok(Step::Done(Box::new(begun), WriteSet::default()));
        }
        let table = self.table(context.database)?;
        // Both members are required, so both are present here.
        let (Some(input), Some(output)) = (&self.input, &self.output) else {
            return Err(DynamoError::ResourceNotFound);
        };
        let reports = |name: &str| output.types.iter().any(|asked| asked == name);
        let bulk = BulkPut {
            arn: new_arn(&table.definition.arn, TransferKind::BulkOperation, context).into(),
            table_name: self.table.clone(),
            table: table.definition.name.clone(),
            table_id: table.definition.id.clone(),
            started_at: context.now,
            token: self.token.clone().unwrap_or_else(|| context.ids.next_uuid()),
            payload: self.payload(),
            input: self.input_json.clone(),
            output: self.output_json.clone(),
            input_bucket: input.bucket.clone(),
            input_prefix: input.prefix.clone(),
            output_bucket: output.bucket.clone().unwrap_or_else(|| input.bucket.clone()),
            output_prefix: output.prefix.clone(),
            form: input.form.unwrap_or(SourceForm::DynamodbJson),
            compression: input.compression.unwrap_or(Compression::None),
            reports_errors: reports("ERROR"),
            reports_conditions: reports("CONDITION_CHECK_FAILURE"),
            most_units: self.most_units.map(|units| units.max(0) as u64),
            tier: self.tier.unwrap_or("STANDARD").to_owned(),
            progress: Progress::Running,
            usage: Default::default(),
            read_bytes: 0,
            reports: Vec::new(),
        };
        let mut writes = WriteSet::from_change(bulk.kept());
        writes.changes.push(external_work_change(&bulk.arn, true));
        Ok(Step::Done(Box::new(bulk), writes))
    }

    fn encode(response: &Box<BulkPut>, body: &mut ObjectWriter) {
        body.object("BulkOperationDescription", |object| response.encode(object));
    }
}
