//! A diagram of entities and relations: the boxes, their attributes, and the lines between them. Units are grid cells, so the caller
//! chooses the sizes.

use crate::design::{AttributeType, Design, Entity, Relation};

/// Maximum number of attributes in a box. It shows the number of the others.
pub const LINES_MAX: usize = 8;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    pub boxes: Vec<EntityBox>,
    /// The lines, one per relation between two entities of the design, in its order.
    pub joins: Vec<Join>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct EntityBox {
    /// The position of the entity in the design.
    pub entity: usize,
    pub name: String,
    /// Number of items in production.
    pub count: u64,
    /// Column from the left. An entity is to the right of its parents.
    pub column: usize,
    /// Row from the top.
    pub row: usize,
    pub lines: Vec<AttributeLine>,
    /// Number of attributes that are not in `lines`.
    pub more: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct AttributeLine {
    pub name: String,
    pub data_type: AttributeType,
    /// The entity from which the value is copied.
    pub copied_from: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Join {
    /// The position of the relation in the design.
    pub relation: usize,
    /// Positions in `boxes`.
    pub parent: usize,
    pub child: usize,
    /// Child rows per parent row.
    pub least: u64,
    pub most: u64,
}

impl Sketch {
    pub fn from_design(design: &Design) -> Sketch {
        let columns = columns(design);
        let mut boxes: Vec<EntityBox> = design
            .entities
            .iter()
            .enumerate()
            .map(|(place, entity)| entity_box(design, place, entity, columns[place]))
            .collect();
        let joins: Vec<Join> = design
            .relations
            .iter()
            .enumerate()
            .filter_map(|(place, relation)| join(design, place, relation))
            .collect();
        place_in_rows(&mut boxes, &joins);
        Sketch { boxes, joins }
    }

    /// Returns the number of columns and rows of the diagram.
    pub fn size(&self) -> (usize, usize) {
        let most =
            |of: fn(&EntityBox) -> usize| self.boxes.iter().map(|one| of(one) + 1).max().unwrap_or_default();
        (most(|one| one.column), most(|one| one.row))
    }
}

/// Returns the column of each entity: one more than the largest column of its parents. Cycles end after as many rounds as there are
/// entities.
fn columns(design: &Design) -> Vec<usize> {
    let mut columns = vec![0; design.entities.len()];
    for _ in 0..design.entities.len() {
        let mut is_settled = true;
        for (child, entity) in design.entities.iter().enumerate() {
            let parents =
                design.parents_of(&entity.name).filter_map(|relation| place_of(design, &relation.parent));
            let wanted = parents.filter(|parent| *parent != child).map(|parent| columns[parent] + 1).max();
            if let Some(wanted) = wanted.filter(|wanted| *wanted > columns[child] && *wanted < columns.len())
            {
                columns[child] = wanted;
                is_settled = false;
            }
        }
        if is_settled {
            break;
        }
    }
    columns
}

fn entity_box(design: &Design, place: usize, entity: &Entity, column: usize) -> EntityBox {
    let copied_from = |attribute: &str| {
        design
            .parents_of(&entity.name)
            .find(|relation| relation.copies.contains_key(attribute))
            .map(|relation| relation.parent.clone())
    };
    let lines = entity.attributes.iter().take(LINES_MAX).map(|attribute| AttributeLine {
        name: attribute.name.clone(),
        data_type: attribute.data_type,
        copied_from: copied_from(&attribute.name),
    });
    EntityBox {
        entity: place,
        name: entity.name.clone(),
        count: entity.count,
        column,
        row: 0,
        lines: lines.collect(),
        more: entity.attributes.len().saturating_sub(LINES_MAX),
    }
}

/// Returns the line of a relation. Returns None for an unknown entity, which the check of the design reports.
fn join(design: &Design, place: usize, relation: &Relation) -> Option<Join> {
    Some(Join {
        relation: place,
        parent: place_of(design, &relation.parent)?,
        child: place_of(design, &relation.child)?,
        least: relation.per_parent.least,
        most: relation.per_parent.most,
    })
}

fn place_of(design: &Design, name: &str) -> Option<usize> {
    design.entities.iter().position(|entity| entity.name == name)
}

/// Places children at the mean row of their parents if it is free, so that few lines cross.
fn place_in_rows(boxes: &mut [EntityBox], joins: &[Join]) {
    let columns = boxes.iter().map(|one| one.column + 1).max().unwrap_or_default();
    for column in 0..columns {
        let mut places: Vec<usize> =
            (0..boxes.len()).filter(|place| boxes[*place].column == column).collect();
        let wanted = |place: usize| {
            let parents: Vec<usize> = joins
                .iter()
                .filter(|join| join.child == place && boxes[join.parent].column < column)
                .map(|join| boxes[join.parent].row)
                .collect();
            // Twice the mean, to keep it an integer.
            (!parents.is_empty()).then(|| 2 * parents.iter().sum::<usize>() / parents.len())
        };
        places.sort_by_key(|place| (wanted(*place).unwrap_or(usize::MAX), *place));
        for (row, place) in places.into_iter().enumerate() {
            boxes[place].row = row;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LINES_MAX, Sketch};
    use crate::design::{Attribute, Design, Entity, PerParent, Relation};

    fn entity(name: &str, attributes: &[&str]) -> Entity {
        let attributes =
            attributes.iter().map(|name| Attribute { name: (*name).to_owned(), ..Attribute::default() });
        Entity { name: name.to_owned(), attributes: attributes.collect(), ..Entity::default() }
    }

    fn relation(parent: &str, child: &str, most: u64, copies: &[(&str, &str)]) -> Relation {
        Relation {
            parent: parent.to_owned(),
            child: child.to_owned(),
            copies: copies.iter().map(|(to, from)| ((*to).to_owned(), (*from).to_owned())).collect(),
            per_parent: PerParent { least: 0, most, ..PerParent::default() },
            ..Relation::default()
        }
    }

    fn places(sketch: &Sketch) -> Vec<(&str, usize, usize)> {
        sketch.boxes.iter().map(|one| (one.name.as_str(), one.column, one.row)).collect()
    }

    #[test]
    fn places_children_right_of_their_parents() {
        let design = Design {
            entities: vec![
                entity("Line", &["order_id", "product_id"]),
                entity("User", &["user_id"]),
                entity("Order", &["order_id", "user_id"]),
                entity("Product", &["product_id"]),
            ],
            relations: vec![
                relation("User", "Order", 20, &[("user_id", "user_id")]),
                relation("Order", "Line", 4, &[("order_id", "order_id")]),
                relation("Product", "Line", 9, &[("product_id", "product_id")]),
            ],
            ..Design::default()
        };
        let sketch = Sketch::from_design(&design);
        assert_eq!(places(&sketch), [("Line", 2, 0), ("User", 0, 0), ("Order", 1, 0), ("Product", 0, 1)]);
        assert_eq!(sketch.size(), (3, 2));
        let join = &sketch.joins[1];
        assert_eq!((join.relation, join.parent, join.child, join.least, join.most), (1, 2, 0, 0, 4));
        let copied: Vec<_> = sketch.boxes[0].lines.iter().map(|line| line.copied_from.as_deref()).collect();
        assert_eq!(copied, [Some("Order"), Some("Product")]);
        assert_eq!(sketch.boxes[2].lines[0].copied_from, None);
    }

    #[test]
    fn relations_that_lead_back_and_names_that_do_not_exist_end() {
        let mut design = Design {
            entities: vec![entity("A", &[]), entity("B", &[])],
            relations: vec![
                relation("A", "B", 1, &[]),
                relation("B", "A", 1, &[]),
                relation("A", "A", 1, &[]),
            ],
            ..Design::default()
        };
        let sketch = Sketch::from_design(&design);
        assert_eq!(sketch.joins.len(), 3);
        assert!(sketch.boxes.iter().all(|one| one.column < 2), "{sketch:?}");
        design.relations.push(relation("A", "Nobody", 1, &[]));
        assert_eq!(Sketch::from_design(&design).joins.len(), 3, "the check reports the name");
        assert_eq!(Sketch::from_design(&Design::default()), Sketch::default());
    }

    #[test]
    fn a_box_lists_some_attributes_and_counts_the_others() {
        let names: Vec<String> = (0..LINES_MAX + 3).map(|number| format!("a{number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let design = Design { entities: vec![entity("A", &names)], ..Design::default() };
        let one = &Sketch::from_design(&design).boxes[0];
        assert_eq!((one.lines.len(), one.more), (LINES_MAX, 3));
    }
}
