//! The hours of a day in a link.

use dynalab_pricing::traffic::Hours;

/// Writes the hours for a link: percents joined by ".".
pub fn to_part(hours: &Hours) -> String {
    hours.map(|percent| percent.to_string()).join(".")
}

/// Reads the hours of a link. An invalid percent counts as 0; hours that are missing keep their value.
pub fn read_part(hours: &mut Hours, value: &str) {
    for (place, hour) in hours.iter_mut().zip(value.split('.')) {
        *place = hour.parse::<u8>().unwrap_or(0).min(100);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_of_a_link_are_read_again() {
        let hours: Hours = std::array::from_fn(|hour| hour as u8 * 4);
        let mut read = [0; 24];
        read_part(&mut read, &to_part(&hours));
        assert_eq!(read, hours);
        read_part(&mut read, "300.x.7");
        assert_eq!(read[..4], [0, 0, 7, 12]);
    }
}
