//! ImportTable: creates a table with the items of files in a bucket.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::violation::{Constraint, ValueDisplay};
use dynalab_engine::error::{DynamoError, TransferError, TransferKind};
use dynalab_engine::execution::plan::Plan;
use dynalab_engine::operations::create_table::CreateTable;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::transfer::import::{Compression, Import};
use crate::transfer::import_items::{CsvOptions, SourceForm};
use crate::transfer::job::{
    Progress, decode_bucket, decode_token, external_work_change, new_arn, token_holds,
};

/// An ImportTable request.
#[derive(Clone, Debug)]
pub struct ImportTable {
    token: Option<String>,
    bucket: String,
    bucket_owner: Option<String>,
    prefix: Option<String>,
    form: Option<SourceForm>,
    compression: Option<Compression>,
    options: Option<String>,
    csv: Option<CsvOptions>,
    table: Option<CreateTable>,
    table_parameters: String,
}

/// An import with the data for its description.
#[derive(Debug)]
pub struct DescribedImport {
    pub import: Import,
    pub region: String,
    pub account: String,
}

impl DescribedImport {
    pub(crate) fn new(import: Import, context: &Context) -> DescribedImport {
        let (region, account) = (context.config.region.clone(), context.config.account_id.clone());
        DescribedImport { import, region, account }
    }

    pub(crate) fn encode(&self, body: &mut ObjectWriter) {
        body.object("ImportTableDescription", |object| {
            self.import.encode(&self.region, &self.account, object);
        });
    }
}

impl ImportTable {
    /// Returns the import that an earlier request with the same token started. After its end the existing table is an error.
    fn begun(&self, name: &str, context: &Context) -> Result<Option<Import>, DynamoError> {
        let Some(token) = &self.token else { return Ok(None) };
        let found = Import::all(context.database)
            .find(|import| import.token == *token && token_holds(import.started_at, context.now));
        match found {
            Some(import) if import.table.as_ref() != name => {
                Err(TransferError::Conflict { kind: TransferKind::Import }.into())
            }
            Some(import) if !import.is_in_progress() && context.database.find(name).is_some() => {
                Err(DynamoError::TableAlreadyExists { table: name.to_owned() })
            }
            found => Ok(found),
        }
    }
}

fn decode_csv(fields: &mut Fields) -> CsvOptions {
    let delimiters = [",", ";", ":", "|", "\t", " "];
    let delimiter =
        fields.text_matching("Delimiter", "[,;:|\\t ]", |delimiter| delimiters.contains(&delimiter));
    if delimiter.as_ref().is_some_and(|delimiter| delimiter.chars().count() != 1) {
        fields.text_of_length("Delimiter", 1, 1);
    }
    let headers = fields.texts("HeaderList");
    if let Some(headers) = &headers {
        let shown = |headers: &[String]| ValueDisplay::Text(format!("[{}]", headers.join(", ")));
        if headers.is_empty() {
            fields.violation("HeaderList", shown(headers), Constraint::LengthAtLeast(1));
        } else if headers.len() > 255 {
            fields.violation("HeaderList", shown(headers), Constraint::LengthAtMost(255));
        }
    }
    let delimiter = delimiter.and_then(|delimiter| delimiter.chars().next()).unwrap_or(',');
    CsvOptions { delimiter, headers: headers.unwrap_or_default() }
}

impl Operation<Complete> for ImportTable {
    const NAME: &'static str = "ImportTable";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Account;
    const TABLES: fn(&mut Self) -> Vec<&mut String> =
        |operation| operation.table.iter_mut().filter_map(CreateTable::table_mut).collect();
    type Response = Box<DescribedImport>;

    fn decode(fields: &mut Fields) -> ImportTable {
        let token = decode_token(fields);
        fields.require("S3BucketSource");
        let source = fields.nested("S3BucketSource", |source| {
            let (bucket, owner) = decode_bucket(source);
            (bucket, owner, source.text_of_length("S3KeyPrefix", 0, 1024))
        });
        let (bucket, bucket_owner, prefix) = source.unwrap_or_default();
        fields.require("InputFormat");
        let forms = SourceForm::ALL.map(|form| (form.name(), form));
        let compressions = Compression::ALL.map(|compression| (compression.name(), compression));
        let form = fields.enumeration("InputFormat", &["ION", "DYNAMODB_JSON", "CSV"], &forms);
        let csv = fields.nested("InputFormatOptions", |options| options.nested("Csv", decode_csv));
        let compression =
            fields.enumeration("InputCompressionType", &["ZSTD", "NONE", "GZIP"], &compressions);
        fields.require("TableCreationParameters");
        ImportTable {
            token,
            bucket,
            bucket_owner,
            prefix,
            form,
            compression,
            options: fields.json("InputFormatOptions"),
            csv: csv.flatten(),
            table: fields.nested("TableCreationParameters", CreateTable::decode_of_import),
            table_parameters: fields.json("TableCreationParameters").unwrap_or_default(),
        }
    }

    reads_nothing!();

    fn describe(&self, (): &(), database: &Database) -> Result<Plan, DynamoError> {
        if let Some(table) = &self.table {
            Operation::<Complete>::plan(table, database)?;
        }
        Ok(Plan::NoRead)
    }

    fn step(
        &mut self,
        (): &mut (),
        context: &mut Context,
    ) -> Result<Step<Box<DescribedImport>>, DynamoError> {
        let form = self.form.unwrap_or(SourceForm::DynamodbJson);
        if self.csv.is_some() && form != SourceForm::Csv {
            return Err(TransferError::OptionsOfOtherFormat { format: form.name() }.into());
        }
        let name = self.table.as_ref().map(|table| table.name().to_owned()).unwrap_or_default();
        if let Some(begun) = self.begun(&name, context)? {
            return Ok(Step::Done(Box::new(DescribedImport::new(begun, context)), WriteSet::default()));
        }
        let Some(table) = &mut self.table else { return Err(DynamoError::TableNotFound { table: name }) };
        // CreateTable has only one step.
        let Step::Done(description, mut writes) =
            table.step(&mut Operation::<Complete>::plan(table, context.database)?, context)?
        else {
            return Err(DynamoError::TableNotFound { table: name });
        };
        // The table stays CREATING until its items are written.
        writes.later.clear();
        let definition = description.definition();
        let import = Import {
            arn: new_arn(&definition.arn, TransferKind::Import, context).into(),
            table_arn: definition.arn.clone(),
            table_id: definition.id.clone(),
            table: definition.name.clone(),
            started_at: context.now,
            token: self.token.clone().unwrap_or_else(|| context.ids.next_uuid()),
            bucket: self.bucket.clone(),
            bucket_owner: self.bucket_owner.clone().unwrap_or_else(|| context.config.account_id.clone()),
            prefix: self.prefix.clone(),
            form,
            compression: self.compression.unwrap_or(Compression::None),
            table_parameters: self.table_parameters.clone(),
            options: self.options.clone(),
            csv: self.csv.clone().unwrap_or_default(),
            progress: Progress::Running,
            counts: Default::default(),
        };
        writes.changes.push(import.kept());
        writes.changes.push(external_work_change(&import.arn, true));
        Ok(Step::Done(Box::new(DescribedImport::new(import, context)), writes))
    }

    fn encode(response: &Box<DescribedImport>, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
