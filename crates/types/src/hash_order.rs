//! The order in which some of DynamoDB's error messages list names: that of a Java hash set.

/// Returns the bucket of a name in a set of `count` names. Names in the same bucket keep their order.
pub fn hash_place(name: &str, count: usize) -> usize {
    let hash = name.encode_utf16().fold(0_u32, |hash, unit| hash.wrapping_mul(31).wrapping_add(unit.into()));
    // A set has 16 buckets. It doubles them when the names exceed three quarters of the buckets.
    let mut buckets = 16;
    while count.saturating_mul(4) > buckets * 3 {
        buckets *= 2;
    }
    (hash ^ (hash >> 16)) as usize & (buckets - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(names: &str) -> String {
        let mut names: Vec<&str> = names.split(' ').collect();
        let count = names.len();
        names.sort_by_key(|name| hash_place(name, count));
        names.join(" ")
    }

    #[test]
    fn names_are_listed_as_the_service_lists_them() {
        assert_eq!(
            listed(
                "id name description metadata type size linked_to access_count status status_message created_at \
                 updated_at external_id"
            ),
            "status_message metadata description created_at access_count external_id type size updated_at name id \
             linked_to status"
        );
        assert_eq!(listed(":create_at_1_v1 :create_at_2_v1"), ":create_at_2_v1 :create_at_1_v1");
    }

    #[test]
    fn thirteen_names_have_more_places_than_twelve() {
        assert_eq!([hash_place("type", 12), hash_place("type", 13)], [12, 12]);
        assert_eq!([hash_place("id", 12), hash_place("id", 13)], [11, 27]);
        assert_eq!(hash_place("", 0), 0);
        // A character above U+FFFF counts as its two UTF-16 code units.
        assert_eq!(hash_place("\u{1F600}", 1), 8);
    }
}
