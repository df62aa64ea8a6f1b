//! The three Availability Zones: their status, the leaders of partitions, and times without a leader. A partition has a replica
//! in each zone. Its leader has a lease, and a new leader must wait until the lease expires.

use dynalab_engine::codec::record_form;
use dynalab_engine::registry::{RecordKey, RecordKind};
use dynalab_engine::settings::zone::Zone;
use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader};
use serde::{Deserialize, Serialize};

/// The orders in which the zones lead a partition. Partitions with the same order have the same leader.
const ORDERS: [[Zone; 3]; 6] = [
    [Zone::A, Zone::B, Zone::C],
    [Zone::A, Zone::C, Zone::B],
    [Zone::B, Zone::A, Zone::C],
    [Zone::B, Zone::C, Zone::A],
    [Zone::C, Zone::A, Zone::B],
    [Zone::C, Zone::B, Zone::A],
];
pub(crate) const ORDER_COUNT: u64 = ORDERS.len() as u64;
/// The number of the three replicas that must have a write before it is acknowledged.
const QUORUM: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ZoneState {
    pub up: bool,
    pub since: Timestamp,
    /// The time when it has received the writes that it missed.
    pub serves_from: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Leader {
    zone: Zone,
    /// The time when the lease of the previous leader has expired.
    from: Timestamp,
}

/// The kinds of requests that need a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    StrongRead,
    Write,
}

/// The state of all zones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zones {
    zones: [ZoneState; 3],
    leaders: [Leader; 6],
    /// When too few zones were left, and when the leases of the remaining leaders expire.
    quorum_lost: Option<(Timestamp, Timestamp)>,
}

impl Default for Zones {
    /// The state before any failure.
    fn default() -> Zones {
        let start = Timestamp::default();
        Zones {
            zones: [ZoneState { up: true, since: start, serves_from: start }; 3],
            leaders: ORDERS.map(|[zone, ..]| Leader { zone, from: start }),
            quorum_lost: None,
        }
    }
}

impl Zones {
    pub(crate) fn record_key() -> RecordKey {
        RecordKey::of_account(RecordKind::ZONES, "")
    }

    pub(crate) fn state(&self, zone: Zone) -> ZoneState {
        self.zones[zone.place()]
    }

    /// Returns true if the replicas of a zone serve requests.
    pub(crate) fn is_serving(&self, zone: Zone, now: Timestamp) -> bool {
        let state = self.state(zone);
        state.up && state.serves_from <= now
    }

    pub(crate) fn all_serve(&self, now: Timestamp) -> bool {
        let leads = |leader: &Leader| leader.from <= now;
        Zone::ALL.into_iter().all(|zone| self.is_serving(zone, now)) && self.leaders.iter().all(leads)
    }

    pub(crate) fn is_down(&self, zone: Zone) -> bool {
        !self.state(zone).up
    }

    /// Returns the leader. Returns `None` while the lease of the previous leader is valid. Also returns `None` if the leader's
    /// zone has failed and there is no quorum for an election.
    pub(crate) fn leader(&self, order: u64, now: Timestamp) -> Option<Zone> {
        let leader = self.leaders.get(order as usize)?;
        let holds_lease = self.quorum_lost.is_none_or(|(_, ends)| now < ends);
        (self.state(leader.zone).up && leader.from <= now && holds_lease).then_some(leader.zone)
    }

    /// Returns the next leader and its start, as far as it is known.
    pub(crate) fn next_leader(&self, order: u64) -> Option<(Zone, Timestamp)> {
        let leader = self.leaders.get(order as usize)?;
        let elected = self.state(leader.zone).up && self.quorum_lost.is_none();
        elected.then_some((leader.zone, leader.from))
    }

    pub(crate) fn can_serve(&self, access: Access, order: u64, now: Timestamp) -> bool {
        match access {
            Access::StrongRead => self.leader(order, now).is_some(),
            Access::Write => self.quorum_lost.is_none() && self.leader(order, now).is_some(),
        }
    }

    /// Returns when every partition accepts writes: now, or when the leases of previous leaders have expired. Returns `None`
    /// while too few zones are left.
    pub(crate) fn writes_from(&self, now: Timestamp) -> Option<Timestamp> {
        let starts = self.leaders.iter().map(|leader| leader.from);
        self.quorum_lost.is_none().then(|| starts.fold(now, Timestamp::max))
    }

    /// Makes a zone fail or recover. A new leader waits for the lease of the previous one. A recovered zone first receives the
    /// writes that it missed.
    pub(crate) fn set_zone_status(
        &mut self,
        zone: Zone,
        up: bool,
        now: Timestamp,
        lease_ms: u64,
        catch_up_ms: u64,
    ) {
        if self.state(zone).up == up {
            return;
        }
        self.zones[zone.place()] = ZoneState { up, since: now, serves_from: now.plus_ms(catch_up_ms) };
        if self.zones.iter().filter(|state| state.up).count() < QUORUM {
            self.quorum_lost.get_or_insert((now, now.plus_ms(lease_ms)));
            return;
        }
        self.quorum_lost = None;
        for (leader, order) in self.leaders.iter_mut().zip(ORDERS) {
            let last = self.zones[leader.zone.place()];
            if last.up {
                continue;
            }
            let ready = |zone: &Zone| self.zones[zone.place()].serves_from.max(now);
            let left = order.into_iter().filter(|zone| self.zones[zone.place()].up);
            if let Some(next) = left.min_by_key(ready) {
                *leader = Leader { zone: next, from: last.since.plus_ms(lease_ms).max(ready(&next)) };
            }
        }
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        record_form::write(self)
    }

    /// Reads the bytes of `to_bytes`.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Zones, Malformed> {
        record_form::read(bytes, Zones::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<Zones, Malformed> {
        let mut zones = Zones::default();
        let timestamp = |reader: &mut Reader| reader.unsigned().map(Timestamp::from_epoch_ms);
        for state in &mut zones.zones {
            let up = reader.byte()? == 1;
            *state = ZoneState { up, since: timestamp(reader)?, serves_from: timestamp(reader)? };
        }
        for leader in &mut zones.leaders {
            *leader = Leader { zone: Zone::read(reader)?, from: timestamp(reader)? };
        }
        let lost = reader.byte()? == 1;
        let quorum_lost = (timestamp(reader)?, timestamp(reader)?);
        zones.quorum_lost = lost.then_some(quorum_lost);
        Ok(zones)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_epoch_ms(ms)
    }

    /// In the first order, zone A leads, then zone B.
    const ORDER: u64 = 0;

    #[test]
    fn a_follower_leads_after_the_lease_and_stays_leader() {
        let mut zones = Zones::default();
        zones.set_zone_status(Zone::A, false, at(1_000), 1_500, 0);
        assert!(!zones.can_serve(Access::Write, ORDER, at(1_000)));
        assert!(!zones.can_serve(Access::StrongRead, ORDER, at(2_499)));
        assert_eq!(zones.leader(ORDER, at(2_500)), Some(Zone::B));
        assert!(zones.can_serve(Access::Write, ORDER, at(2_500)));
        // Partitions with a leader in another zone are not affected.
        assert_eq!(zones.leader(2, at(1_000)), Some(Zone::B));
        zones.set_zone_status(Zone::A, true, at(9_000), 1_500, 700);
        assert_eq!(zones.leader(ORDER, at(9_000)), Some(Zone::B));
        assert!(!zones.is_serving(Zone::A, at(9_699)));
        assert!(zones.is_serving(Zone::A, at(9_700)));
        assert_eq!(Zones::from_bytes(&zones.to_bytes()), Ok(zones));
    }

    #[test]
    fn one_zone_alone_writes_nothing_and_reads_until_its_lease_has_run_out() {
        let mut zones = Zones::default();
        zones.set_zone_status(Zone::B, false, at(1_000), 1_500, 0);
        assert!(zones.can_serve(Access::Write, ORDER, at(1_000)));
        zones.set_zone_status(Zone::C, false, at(5_000), 1_500, 0);
        assert!(!zones.can_serve(Access::Write, ORDER, at(5_000)));
        assert!(zones.can_serve(Access::StrongRead, ORDER, at(6_499)));
        assert!(!zones.can_serve(Access::StrongRead, ORDER, at(6_500)));
        assert_eq!(Zones::from_bytes(&zones.to_bytes()).as_ref(), Ok(&zones));
        zones.set_zone_status(Zone::B, true, at(8_000), 1_500, 0);
        assert!(zones.can_serve(Access::Write, ORDER, at(8_000)));
        assert_eq!(zones.leader(ORDER, at(8_000)), Some(Zone::A));
    }

    #[test]
    fn a_late_replica_leads_only_if_no_other_can() {
        let mut zones = Zones::default();
        zones.set_zone_status(Zone::B, false, at(0), 100, 0);
        zones.set_zone_status(Zone::B, true, at(1_000), 100, 5_000);
        zones.set_zone_status(Zone::A, false, at(2_000), 100, 0);
        assert_eq!(zones.next_leader(ORDER), Some((Zone::C, at(2_100))));
    }

    #[test]
    fn zones_without_a_version_are_read() {
        const BEFORE: &[u8] = &[
            1, 0, 0, 0, 172, 2, 220, 11, 1, 0, 0, 1, 132, 7, 0, 0, 1, 0, 1, 0, 2, 0, 2, 0, 1, 172, 2, 132, 7,
        ];
        let mut kept = Zones::default();
        kept.zones[1] = ZoneState { up: false, since: at(300), serves_from: at(1_500) };
        kept.leaders[0] = Leader { zone: Zone::B, from: at(900) };
        kept.quorum_lost = Some((at(300), at(900)));
        assert_eq!(Zones::from_bytes(BEFORE), Ok(kept.clone()));
        assert_eq!(Zones::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
