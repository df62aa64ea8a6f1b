//! Encodes and decodes table definitions. New members are only added at the end, with a new format version.

use std::sync::Arc;

use dynalab_types::binary::{Malformed, Reader, Writer};
use dynalab_types::projection::ProjectedAttributes;
use dynalab_types::{KeySchema, Timestamp};

use crate::codec::primitives::{
    ByName, read_flag, read_key, read_projection, read_scalar_type, read_status, read_time, status_byte,
    write_key, write_projection, write_time,
};
use crate::database::table::settings::{TableSettings, read_settings, write_settings};
use crate::database::table::warm_throughput::WarmThroughput;
use crate::database::table::{
    BillingMode, IndexDefinition, IndexKind, OnDemandThroughput, PendingSettings, TableClass,
    TableDefinition, Throughput,
};

pub(crate) fn write_definition(definition: &TableDefinition, writer: &mut Writer) {
    writer.text(&definition.name);
    writer.text(&definition.id);
    writer.text(&definition.arn);
    write_key(&definition.key, writer);
    writer.unsigned(definition.attribute_definitions.len() as u64);
    for (name, scalar_type) in &definition.attribute_definitions {
        writer.text(name);
        writer.text(scalar_type.name());
    }
    writer.byte(status_byte(definition.status));
    writer.unsigned(definition.created_at.epoch_ms);
    writer.byte(billing_byte(definition.billing));
    write_time(definition.on_demand_since, writer);
    write_throughput(&definition.throughput, writer);
    write_caps(definition.on_demand_throughput, writer);
    writer.byte(match definition.table_class {
        None => 0,
        Some(TableClass::Standard) => 1,
        Some(TableClass::StandardInfrequentAccess) => 2,
    });
    writer.byte(u8::from(definition.deletion_protection));
    writer.unsigned(definition.indexes.len() as u64);
    definition.indexes.iter().for_each(|index| write_index(index, writer));
    // Bit 0: a change is pending. Bit 1: settings are appended, since format version 3. Bit 2: warm throughput and the maximum
    // throughput of indexes are appended, since format version 4.
    let settings = definition.settings != TableSettings::default();
    let is_warm = |warm: &WarmThroughput| *warm != WarmThroughput::default();
    let further = is_warm(&definition.warm)
        || definition
            .indexes
            .iter()
            .any(|index| is_warm(&index.warm) || index.on_demand_throughput.is_some());
    writer.byte(u8::from(definition.pending.is_some()) | u8::from(settings) << 1 | u8::from(further) << 2);
    if let Some(pending) = &definition.pending {
        write_pending(pending, writer);
    }
    if settings {
        write_settings(&definition.settings, writer);
    }
    if further {
        definition.warm.write(writer);
        for index in &definition.indexes {
            index.warm.write(writer);
            write_caps(index.on_demand_throughput, writer);
        }
    }
}

pub(crate) fn read_definition(reader: &mut Reader) -> Result<TableDefinition, Malformed> {
    let name: Arc<str> = reader.text()?.into();
    let id: Arc<str> = reader.text()?.into();
    let arn = reader.text()?.to_owned();
    let key = read_key(reader)?;
    let attribute_definitions =
        (0..reader.count()?).map(|_| Ok((reader.text()?.into(), read_scalar_type(reader)?)));
    let attribute_definitions = attribute_definitions.collect::<Result<_, _>>()?;
    let status = read_status(reader)?;
    let created_at = Timestamp::from_epoch_ms(reader.unsigned()?);
    let billing = read_billing(reader)?;
    let on_demand_since = read_time(reader)?;
    let throughput = read_throughput(reader)?;
    let on_demand_throughput = read_caps(reader)?;
    let table_class = match reader.byte()? {
        0 => None,
        1 => Some(TableClass::Standard),
        2 => Some(TableClass::StandardInfrequentAccess),
        _ => return Err(Malformed),
    };
    let deletion_protection = read_flag(reader)?;
    let mut indexes = Vec::new();
    for _ in 0..reader.count()? {
        indexes.push(read_index(&key, reader)?);
    }
    let follows = reader.byte()?;
    if follows > 7 {
        return Err(Malformed);
    }
    let pending = if follows & 1 != 0 { Some(read_pending(reader)?) } else { None };
    let settings = if follows & 2 != 0 { read_settings(reader)? } else { TableSettings::default() };
    let mut warm = WarmThroughput::default();
    if follows & 4 != 0 {
        warm = WarmThroughput::read(reader)?;
        for index in &mut indexes {
            index.warm = WarmThroughput::read(reader)?;
            index.on_demand_throughput = read_caps(reader)?;
        }
    }
    Ok(TableDefinition {
        name,
        id,
        arn,
        key,
        attribute_definitions,
        status,
        created_at,
        billing,
        on_demand_since,
        throughput,
        on_demand_throughput,
        warm,
        table_class,
        deletion_protection,
        indexes,
        pending,
        settings,
    })
}

fn billing_byte(billing: BillingMode) -> u8 {
    match billing {
        BillingMode::Provisioned => 0,
        BillingMode::PayPerRequest => 1,
    }
}

fn read_billing(reader: &mut Reader) -> Result<BillingMode, Malformed> {
    match reader.byte()? {
        0 => Ok(BillingMode::Provisioned),
        1 => Ok(BillingMode::PayPerRequest),
        _ => Err(Malformed),
    }
}

fn write_throughput(throughput: &Throughput, writer: &mut Writer) {
    writer.unsigned(throughput.read);
    writer.unsigned(throughput.write);
    write_time(throughput.last_increase, writer);
    write_time(throughput.last_decrease, writer);
    writer.unsigned(throughput.decreases_today);
}

fn read_throughput(reader: &mut Reader) -> Result<Throughput, Malformed> {
    Ok(Throughput {
        read: reader.unsigned()?,
        write: reader.unsigned()?,
        last_increase: read_time(reader)?,
        last_decrease: read_time(reader)?,
        decreases_today: reader.unsigned()?,
    })
}

fn write_caps(caps: Option<OnDemandThroughput>, writer: &mut Writer) {
    writer.byte(u8::from(caps.is_some()));
    if let Some(caps) = caps {
        write_cap(caps.max_read, writer);
        write_cap(caps.max_write, writer);
    }
}

fn read_caps(reader: &mut Reader) -> Result<Option<OnDemandThroughput>, Malformed> {
    Ok(match read_flag(reader)? {
        false => None,
        // Before -1 removed a maximum, it was stored.
        true => OnDemandThroughput { max_read: read_cap(reader)?, max_write: read_cap(reader)? }.kept(),
    })
}

/// Writes a flag, then the value in two's complement with 64 bits.
fn write_cap(cap: Option<i64>, writer: &mut Writer) {
    writer.byte(u8::from(cap.is_some()));
    writer.unsigned(cap.unwrap_or(0) as u64);
}

fn read_cap(reader: &mut Reader) -> Result<Option<i64>, Malformed> {
    let present = read_flag(reader)?;
    let value = reader.unsigned()? as i64;
    Ok(present.then_some(value))
}

fn write_index(index: &IndexDefinition, writer: &mut Writer) {
    writer.text(&index.name);
    writer.byte(match index.kind {
        IndexKind::Global => 0,
        IndexKind::Local => 1,
    });
    write_key(&index.key, writer);
    write_projection(&index.projection, writer);
    writer.byte(status_byte(index.status));
    write_throughput(&index.throughput, writer);
    writer.unsigned(index.filled_after);
}

fn read_index(table_key: &KeySchema, reader: &mut Reader) -> Result<IndexDefinition, Malformed> {
    let name = reader.text()?.into();
    let kind = if read_flag(reader)? { IndexKind::Local } else { IndexKind::Global };
    let key = read_key(reader)?;
    let projection = read_projection(reader)?;
    let projected = ProjectedAttributes::new(&projection, table_key, &key);
    let status = read_status(reader)?;
    Ok(IndexDefinition {
        name,
        kind,
        key,
        projection,
        projected,
        status,
        throughput: read_throughput(reader)?,
        on_demand_throughput: None,
        warm: WarmThroughput::default(),
        filled_after: reader.unsigned()?,
    })
}

fn write_pending(pending: &PendingSettings, writer: &mut Writer) {
    writer.byte(billing_byte(pending.billing));
    write_throughput(&pending.throughput, writer);
    writer.unsigned(pending.index_throughput.len() as u64);
    for (name, throughput) in pending.index_throughput.iter() {
        writer.text(name);
        write_throughput(throughput, writer);
    }
}

fn read_pending(reader: &mut Reader) -> Result<PendingSettings, Malformed> {
    let billing = read_billing(reader)?;
    let throughput = read_throughput(reader)?;
    let mut index_throughput = ByName::new();
    for _ in 0..reader.count()? {
        index_throughput.insert(reader.text()?.into(), read_throughput(reader)?);
    }
    Ok(PendingSettings { billing, throughput, index_throughput })
}
