//! The action and resource of a statement, for permissions.

use dynalab_engine::database::Database;
use dynalab_engine::request::resource_access::{Resource, ResourceAccess};
use dynalab_expressions::partiql::{self, Statement, StatementKind};
use dynalab_expressions::{KeyClause, KeyTest};
use dynalab_types::Item;

use crate::statement::write::bind_write;
use crate::statement::{StatementRequest, conjuncts, table_of};

/// Returns the access of a statement. An invalid statement has none, because its execution fails.
pub(crate) fn of_statement(request: &StatementRequest, database: &Database) -> Option<ResourceAccess> {
    let statement = request.parse().ok()?;
    let name = table_of(&statement.kind);
    let resource = Resource::table_or_index(&name.table, name.index.as_deref());
    let action = match statement.kind {
        StatementKind::Select(_) | StatementKind::Exists(_) => "PartiQLSelect",
        StatementKind::Insert(_) => "PartiQLInsert",
        StatementKind::Update(_) => "PartiQLUpdate",
        StatementKind::Delete(_) => "PartiQLDelete",
    };
    let mut touched = ResourceAccess::new(action, resource);
    match &statement.kind {
        StatementKind::Select(_) => select(&mut touched, request, &statement, database),
        _ => {
            if let Ok(Some(write)) = bind_write(request, &statement, database) {
                touched.add_attribute_names(
                    write.action.target.item_or_key.iter().map(|(name, _)| name.to_string()),
                );
                touched.keys.push(write.action.target.item_or_key.as_ref().clone());
                touched.add_attribute_names(write.action.attributes());
                touched.set_return_values(write.return_values);
            }
        }
    }
    Some(touched)
}

/// Adds the members of a SELECT. It is a full scan unless the condition requires a partition key value.
fn select(
    touched: &mut ResourceAccess,
    request: &StatementRequest,
    statement: &Statement,
    database: &Database,
) {
    let StatementKind::Select(select) = &statement.kind else { return };
    let mut aliases = request.aliases();
    let filter = select.filter.as_ref().and_then(|filter| partiql::bind_where(filter, &mut aliases).ok());
    if let Some(filter) = &filter {
        touched.add_attribute_names(filter.attributes().into_iter().map(str::to_owned));
    }
    if let Ok(Some(projection)) = partiql::bind_projection(&select.projection) {
        touched.add_attribute_names(projection.paths().iter().map(|path| path.attribute.to_string()));
        touched.select = Some("SPECIFIC_ATTRIBUTES");
    }
    let table = touched.resource.table().and_then(|table| database.find(table));
    let Some(definition) = table.map(|table| &table.definition) else { return };
    let schema = match &touched.resource {
        Resource::Index(_, index) => definition.index(index).map_or(&definition.key, |index| &index.key),
        _ => &definition.key,
    };
    let terms = conjuncts(filter);
    let fixed = schema.partition.iter().map(|attribute| {
        terms.iter().filter_map(KeyClause::from_condition).find_map(|clause| match clause.test {
            KeyTest::Equal(value) if *clause.attribute == *attribute.name => {
                Some((attribute.name.clone(), value))
            }
            _ => None,
        })
    });
    let key: Option<Item> = fixed.collect::<Option<Vec<_>>>().map(|parts| parts.into_iter().collect());
    touched.full_scan = Some(key.is_none());
    touched.keys.extend(key);
}
