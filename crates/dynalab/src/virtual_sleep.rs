//! Pauses of the AWS SDK on the clock of a database. They take no time: of all pauses that are waited for, the one that ends first moves the
//! clock to its end.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use aws_smithy_async::rt::sleep::{AsyncSleep, Sleep};
use dynalab_types::Timestamp;

use crate::clock::{Clock, timestamp_of};

/// How often a pause lets an earlier one go first. An earlier one that is not polled any more would stop all others.
const POLLS_MAX: u32 = 1_000;

/// Makes the pauses of one client.
#[derive(Clone, Debug)]
pub(crate) struct VirtualSleep {
    clock: Clock,
    pauses: Arc<Pauses>,
}

/// The pauses that are waited for, by number, with their ends.
#[derive(Debug, Default)]
struct Pauses(Mutex<(u64, BTreeMap<u64, Timestamp>)>);

/// A pause. The SDK polls some only to see whether they have ended, such as a timeout beside a request. So the first poll does not end
/// one: what is polled once and then dropped does not move the clock.
#[derive(Debug)]
struct Pause {
    clock: Clock,
    pauses: Arc<Pauses>,
    until: Timestamp,
    /// None before the first poll.
    number: Option<u64>,
    polls: u32,
}

impl VirtualSleep {
    pub(crate) fn of(clock: Clock) -> VirtualSleep {
        VirtualSleep { clock, pauses: Arc::default() }
    }
}

impl AsyncSleep for VirtualSleep {
    fn sleep(&self, duration: Duration) -> Sleep {
        let until = self.clock.now().checked_add(duration).map_or(Timestamp::LATEST, timestamp_of);
        let (clock, pauses) = (self.clock.clone(), Arc::clone(&self.pauses));
        Sleep::new(Pause { clock, pauses, until, number: None, polls: 0 })
    }
}

impl Pauses {
    fn lock(&self) -> MutexGuard<'_, (u64, BTreeMap<u64, Timestamp>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, until: Timestamp) -> u64 {
        let mut pauses = self.lock();
        pauses.0 += 1;
        let number = pauses.0;
        pauses.1.insert(number, until);
        number
    }

    fn is_first(&self, number: u64, until: Timestamp) -> bool {
        self.lock().1.iter().all(|(other, ends)| (until, number) <= (*ends, *other))
    }

    fn remove(&self, number: u64) {
        self.lock().1.remove(&number);
    }
}

impl Future for Pause {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if timestamp_of(self.clock.now()) >= self.until {
            self.end();
            return Poll::Ready(());
        }
        self.polls += 1;
        match self.number {
            None => self.number = Some(self.pauses.add(self.until)),
            Some(number) if self.pauses.is_first(number, self.until) || self.polls > POLLS_MAX => {
                self.clock.reach(self.until);
                self.end();
                return Poll::Ready(());
            }
            Some(_) => {}
        }
        context.waker().wake_by_ref();
        Poll::Pending
    }
}

impl Pause {
    /// Lets the others go first from here on.
    fn end(&mut self) {
        if let Some(number) = self.number.take() {
            self.pauses.remove(number);
        }
    }
}

impl Drop for Pause {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::Waker;
    use std::time::SystemTime;

    use super::*;
    use crate::Local;

    fn is_over(pause: Pin<&mut Sleep>) -> bool {
        pause.poll(&mut Context::from_waker(Waker::noop())).is_ready()
    }

    fn since(begin: SystemTime, clock: &Clock) -> Duration {
        clock.now().duration_since(begin).unwrap_or_default()
    }

    #[test]
    fn a_look_at_a_pause_does_not_move_the_clock() {
        let clock = Local::new().clock();
        let (sleep, begin) = (VirtualSleep::of(clock.clone()), clock.now());
        for duration in [Duration::from_secs(1), Duration::MAX] {
            assert!(!is_over(pin!(sleep.sleep(duration))));
        }
        assert_eq!(since(begin, &clock), Duration::ZERO);
        let mut waited = pin!(sleep.sleep(Duration::from_secs(1)));
        assert_eq!((is_over(waited.as_mut()), is_over(waited.as_mut())), (false, true));
        assert_eq!(since(begin, &clock), Duration::from_secs(1));
    }

    #[test]
    fn the_pause_that_ends_first_moves_the_clock_first() {
        let clock = Local::new().clock();
        let (sleep, begin) = (VirtualSleep::of(clock.clone()), clock.now());
        let mut long = pin!(sleep.sleep(Duration::from_secs(5)));
        let mut short = pin!(sleep.sleep(Duration::from_millis(50)));
        assert_eq!([is_over(long.as_mut()), is_over(short.as_mut()), is_over(long.as_mut())], [false; 3]);
        assert!(is_over(short.as_mut()));
        assert_eq!(since(begin, &clock), Duration::from_millis(50));
        assert!(is_over(long.as_mut()));
        assert_eq!(since(begin, &clock), Duration::from_secs(5));

        // One that is never polled again does not stop the others.
        let mut abandoned = pin!(sleep.sleep(Duration::from_millis(1)));
        assert!(!is_over(abandoned.as_mut()));
        let mut waited = pin!(sleep.sleep(Duration::from_secs(1)));
        let polls = (0..=POLLS_MAX).position(|_| is_over(waited.as_mut()));
        assert_eq!(polls, Some(POLLS_MAX as usize));
    }
}
