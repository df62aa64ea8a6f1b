//! The members of CreateTable and UpdateTable for keys, indexes and capacity, as the request contains them.

use std::collections::BTreeSet;

use dynalab_types::projection::Projection;
use dynalab_types::{KeyType, ScalarType};

use crate::database::stream::StreamView;
use crate::database::table::settings::Encryption;
use crate::database::table::tags::RequestedTag;
use crate::database::table::warm_throughput::RequestedWarmThroughput;
use crate::database::table::{BillingMode, OnDemandThroughput, TableClass, TableDefinition};
use crate::error::violation::{Constraint, ValueDisplay};
use crate::error::{ProjectionError, SettingError, TableError, UpdateError};
use crate::request::fields::Fields;
use crate::response::definition_members::key_arn;

/// The maximum number of attributes in NonKeyAttributes of one index.
const NON_KEY_ATTRIBUTES_MAX: usize = 20;

/// One element of a KeySchema.
#[derive(Clone, Debug)]
pub struct KeyElement {
    pub name: String,
    pub key_type: KeyType,
}

/// The members of ProvisionedThroughput.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestedThroughput {
    pub read: u64,
    pub write: u64,
}

/// The members of Projection.
#[derive(Clone, Debug)]
pub struct RequestedProjection {
    type_name: Option<&'static str>,
    attributes: Option<Vec<String>>,
}

/// One index of the request. Local indexes have no throughput.
#[derive(Clone, Debug)]
pub struct RequestedIndex {
    pub name: String,
    pub key: Vec<KeyElement>,
    pub projection: Option<RequestedProjection>,
    pub throughput: Option<RequestedThroughput>,
    pub on_demand_throughput: Option<OnDemandThroughput>,
    pub warm: Option<RequestedWarmThroughput>,
}

pub(crate) fn decode_attribute_definitions(fields: &mut Fields) -> Option<Vec<(String, ScalarType)>> {
    let known = [("B", ScalarType::B), ("N", ScalarType::N), ("S", ScalarType::S)];
    fields.list("AttributeDefinitions", |definition| {
        definition.require("AttributeType");
        definition.require("AttributeName");
        let name = definition.text_of_length("AttributeName", 1, 255).unwrap_or_default();
        let scalar_type = definition.enumeration("AttributeType", &["B", "N", "S"], &known);
        (name, scalar_type.unwrap_or(ScalarType::S))
    })
}

/// Reads a key schema. `most` is 2 for a table or a local index. It is 8 for a global index with keys of several attributes.
pub(crate) fn decode_key_schema(fields: &mut Fields, most: usize) -> Vec<KeyElement> {
    let known = [("HASH", KeyType::Hash), ("RANGE", KeyType::Range)];
    let elements = fields.list("KeySchema", |element| {
        element.require("AttributeName");
        element.require("KeyType");
        let name = element.text_of_length("AttributeName", 1, 255).unwrap_or_default();
        let key_type = element.enumeration("KeyType", &["HASH", "RANGE"], &known);
        KeyElement { name, key_type: key_type.unwrap_or(KeyType::Hash) }
    });
    if let Some(elements) = &elements {
        if elements.is_empty() {
            fields.violation("KeySchema", ValueDisplay::Text("[]".into()), Constraint::LengthAtLeast(1));
        }
        if elements.len() > most {
            let shown = ValueDisplay::Text(key_schema_text(elements));
            fields.violation("KeySchema", shown, Constraint::LengthAtMost(most as u64));
        }
    }
    elements.unwrap_or_default()
}

fn key_schema_text(elements: &[KeyElement]) -> String {
    let elements = elements.iter().map(|element| {
        format!("KeySchemaElement(attributeName={}, keyType={})", element.name, element.key_type.name())
    });
    format!("[{}]", elements.collect::<Vec<_>>().join(", "))
}

pub(crate) fn decode_throughput(fields: &mut Fields) -> Option<RequestedThroughput> {
    decode_throughput_of("ProvisionedThroughput", fields)
}

/// Reads a throughput under another member name.
pub fn decode_throughput_of(member: &str, fields: &mut Fields) -> Option<RequestedThroughput> {
    fields.nested(member, |throughput| {
        throughput.require("WriteCapacityUnits");
        throughput.require("ReadCapacityUnits");
        let write = throughput.integer_between("WriteCapacityUnits", "Long", 1, None);
        let read = throughput.integer_between("ReadCapacityUnits", "Long", 1, None);
        RequestedThroughput { read: read.unwrap_or(1).max(0) as u64, write: write.unwrap_or(1).max(0) as u64 }
    })
}

pub(crate) fn decode_on_demand_throughput(fields: &mut Fields) -> Option<OnDemandThroughput> {
    decode_on_demand_throughput_of("OnDemandThroughput", fields)
}

/// Reads a member with a maximum throughput.
pub fn decode_on_demand_throughput_of(member: &str, fields: &mut Fields) -> Option<OnDemandThroughput> {
    fields.nested(member, |throughput| OnDemandThroughput {
        max_read: throughput.integer("MaxReadRequestUnits", "Long"),
        max_write: throughput.integer("MaxWriteRequestUnits", "Long"),
    })
}

pub(crate) fn decode_billing_mode(fields: &mut Fields) -> Option<BillingMode> {
    decode_billing_mode_of("BillingMode", fields)
}

/// Reads BillingMode of CreateTable. TableThroughputMode stands in for it if it is missing.
pub(crate) fn decode_throughput_mode(fields: &mut Fields) -> Option<BillingMode> {
    let billing = decode_billing_mode(fields);
    let mode = decode_billing_mode_of("TableThroughputMode", fields);
    billing.or(mode)
}

/// Reads a member with a billing mode.
pub fn decode_billing_mode_of(member: &str, fields: &mut Fields) -> Option<BillingMode> {
    let known = [("PROVISIONED", BillingMode::Provisioned), ("PAY_PER_REQUEST", BillingMode::PayPerRequest)];
    fields.enumeration(member, &["PROVISIONED", "PAY_PER_REQUEST"], &known)
}

/// Reads the table class. It is not an enumeration in the API's model, so the operation itself rejects unknown values.
pub(crate) fn decode_table_class(fields: &mut Fields) -> Option<Result<TableClass, UpdateError>> {
    let name = fields.text("TableClass")?;
    let classes = [TableClass::Standard, TableClass::StandardInfrequentAccess];
    Some(classes.into_iter().find(|class| class.name() == name).ok_or(UpdateError::UnknownClass))
}

/// The StreamSpecification of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestedStream {
    enabled: bool,
    view: Option<StreamView>,
}

impl RequestedStream {
    /// Returns the view type, or `None` to turn the stream off.
    pub(crate) fn bind(self) -> Result<Option<StreamView>, SettingError> {
        match (self.enabled, self.view) {
            (true, None) => Err(SettingError::StreamViewMissing),
            (false, Some(_)) => Err(SettingError::StreamViewNotAllowed),
            (_, view) => Ok(view),
        }
    }
}

pub(crate) fn decode_stream(fields: &mut Fields) -> Option<RequestedStream> {
    let known = StreamView::ALL.map(|view| (view.name(), view));
    const NAMES: [&str; 4] = ["OLD_IMAGE", "KEYS_ONLY", "NEW_AND_OLD_IMAGES", "NEW_IMAGE"];
    fields.nested("StreamSpecification", |specification| {
        specification.require("StreamEnabled");
        let view = specification.enumeration("StreamViewType", &NAMES, &known);
        RequestedStream { enabled: specification.boolean("StreamEnabled").unwrap_or_default(), view }
    })
}

/// Reads the member Tags.
pub fn decode_tags(fields: &mut Fields) -> Option<Vec<RequestedTag>> {
    fields.list("Tags", |tag| RequestedTag { key: tag.text("Key"), value: tag.text("Value") })
}

/// The SSESpecification of a request.
#[derive(Clone, Debug)]
pub struct RequestedEncryption {
    enabled: Option<bool>,
    sse_type: Option<&'static str>,
    key: Option<Box<str>>,
}

impl RequestedEncryption {
    /// Returns the encryption, or `None` to turn it off.
    ///
    /// # Errors
    /// The type is not KMS, or a key is given while encryption is off.
    pub fn bind(&self) -> Result<Option<Encryption>, UpdateError> {
        // Without the member, a type turns it on.
        let enabled = self.enabled.unwrap_or(self.sse_type.is_some());
        match (enabled, self.sse_type, &self.key) {
            (false, Some(_), _) => Err(UpdateError::TypeWithoutEncryption),
            (false, None, Some(_)) => Err(UpdateError::KeyWithoutEncryption),
            (false, None, None) => Ok(None),
            (true, Some("AES256"), _) => Err(UpdateError::TypeNotSupported),
            (true, None, Some(_)) => Err(UpdateError::KeyWithoutType),
            (true, _, key) => Ok(Some(Encryption { key: key.clone() })),
        }
    }

    /// Checks a change of an existing table. It rejects a setting that the table already has: no encryption, or the ARN of the
    /// same key.
    pub(crate) fn rebind(&self, table: &TableDefinition) -> Result<Option<Encryption>, UpdateError> {
        let after = self.bind()?;
        match (&table.settings.encryption, &after) {
            (None, None) => Err(UpdateError::EncryptedByDefault),
            (Some(before), Some(Encryption { key: Some(arn) }))
                if key_arn(&table.arn, before.key.as_deref()) == **arn =>
            {
                Err(UpdateError::EncryptedWithKey)
            }
            _ => Ok(after),
        }
    }
}

pub(crate) fn decode_encryption(fields: &mut Fields) -> Option<RequestedEncryption> {
    decode_encryption_of("SSESpecification", fields)
}

/// Reads a member with an SSESpecification.
pub fn decode_encryption_of(member: &str, fields: &mut Fields) -> Option<RequestedEncryption> {
    let sse_type = [("AES256", "AES256"), ("KMS", "KMS")];
    fields.nested(member, |specification| {
        let key = specification.text_of_length("KMSMasterKeyId", 1, usize::MAX);
        RequestedEncryption {
            enabled: specification.boolean("Enabled"),
            sse_type: specification.enumeration("SSEType", &["AES256", "KMS"], &sse_type),
            key: key.map(String::into_boxed_str),
        }
    })
}

/// Reads the members of an index. `key_elements_max` is the maximum length of its KeySchema.
pub fn decode_index(fields: &mut Fields, key_elements_max: usize) -> RequestedIndex {
    fields.require("IndexName");
    fields.require("KeySchema");
    RequestedIndex {
        name: fields.index_name("IndexName").unwrap_or_default(),
        key: decode_key_schema(fields, key_elements_max),
        projection: decode_projection(fields),
        throughput: decode_throughput(fields),
        on_demand_throughput: decode_on_demand_throughput(fields),
        warm: RequestedWarmThroughput::decode(fields),
    }
}

pub(crate) fn decode_projection(fields: &mut Fields) -> Option<RequestedProjection> {
    fields.require("Projection");
    fields.nested("Projection", |projection| {
        let known = [("ALL", "ALL"), ("KEYS_ONLY", "KEYS_ONLY"), ("INCLUDE", "INCLUDE")];
        let type_name = projection.enumeration("ProjectionType", &["ALL", "INCLUDE", "KEYS_ONLY"], &known);
        let attributes = projection.texts_of_length("NonKeyAttributes", 1, 255);
        if attributes.as_ref().is_some_and(Vec::is_empty) {
            projection.violation(
                "NonKeyAttributes",
                ValueDisplay::Text("[]".into()),
                Constraint::LengthAtLeast(1),
            );
        }
        if let Some(names) = attributes.as_ref().filter(|names| names.len() > NON_KEY_ATTRIBUTES_MAX) {
            let shown = ValueDisplay::Text(format!("[{}]", names.join(", ")));
            let most = NON_KEY_ATTRIBUTES_MAX as u64;
            projection.violation("NonKeyAttributes", shown, Constraint::LengthAtMost(most));
        }
        RequestedProjection { type_name, attributes }
    })
}

impl RequestedProjection {
    /// Returns the checked projection.
    ///
    /// # Errors
    /// The type is missing or unknown, or does not fit the listed attributes.
    pub fn bind(&self) -> Result<Projection, TableError> {
        match (self.type_name, &self.attributes) {
            (None, _) => Err(TableError::Projection(ProjectionError::UnknownType)),
            (Some("INCLUDE"), None) => Err(TableError::Projection(ProjectionError::NonKeyAttributesRequired)),
            (Some("INCLUDE"), Some(names)) => {
                let mut seen = BTreeSet::new();
                if let Some(name) = names.iter().find(|name| !seen.insert(name.as_str())) {
                    return Err(TableError::Projection(ProjectionError::DuplicateNonKeyAttribute {
                        attribute: name.clone(),
                    }));
                }
                Ok(Projection::Include(names.iter().map(|name| name.as_str().into()).collect()))
            }
            (Some(projection), Some(_)) => {
                Err(TableError::Projection(ProjectionError::NonKeyAttributesNotAllowed { projection }))
            }
            (Some("ALL"), None) => Ok(Projection::All),
            (Some(_), None) => Ok(Projection::KeysOnly),
        }
    }
}
