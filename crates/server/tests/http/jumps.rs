//! Jumps of the clock over much scheduled work: other clients are served meanwhile, and a client that hangs up ends its jump.

use std::net::{Shutdown, SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use crate::client::{self, Client, create_table, request, signed_headers};

pub const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// Alarms are evaluated every minute.
const ALARMS: usize = 20;
const SETTINGS: &str = r#"{"Profile":"instant","Seed":7,"Dials":{"metrics":1}}"#;

#[allow(clippy::disallowed_methods, reason = "tests read a clock")]
fn now() -> Instant {
    Instant::now()
}

/// Sends a request that controls the simulation.
fn control(client: &mut Client, operation: &str, body: &str) -> client::Answer {
    client.ask_with(&signed_headers(operation), body)
}

/// Returns a server whose engine has work to do in every minute.
fn start() -> SocketAddr {
    let address = client::start();
    schedule_work(address);
    address
}

/// Gives the engine work to do in every minute.
pub fn schedule_work(address: SocketAddr) {
    let mut client = Client::connect(address);
    create_table(&mut client, "Things");
    assert_eq!(control(&mut client, "Dynalab.SetDials", SETTINGS).status, 200);
    for number in 0..ALARMS {
        let alarm = format!(
            r#"{{"AlarmName":"a{number}","MetricName":"ReadThrottleEvents","Dimensions":[{{"Name":"TableName","Value":"Things"}}],
                "Period":60,"Statistic":"Sum","EvaluationPeriods":3,"Threshold":1,"ComparisonOperator":"GreaterThanThreshold"}}"#
        );
        let answer = control(&mut client, "Dynalab.PutMetricAlarm", &alarm);
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
}

fn jump(days: u64) -> String {
    let body = format!(r#"{{"Milliseconds":{}}}"#, days * DAY_MS);
    request("POST / HTTP/1.1", &signed_headers("Dynalab.AdvanceClock"), &body)
}

/// Returns the time of a response to a jump, in seconds.
fn reached(body: &str) -> f64 {
    body.split(['{', ':', '}']).nth(2).unwrap().parse().unwrap()
}

pub fn time(client: &mut Client) -> f64 {
    reached(&control(client, "Dynalab.AdvanceClock", r#"{"Milliseconds":0}"#).body)
}

#[test]
fn others_are_served_while_the_clock_jumps() {
    let address = start();
    let mut other = Client::connect(address);
    let began = time(&mut other);
    let jumping = thread::spawn(move || {
        let mut client = Client::connect_for(address, Duration::from_secs(300));
        client.send(jump(60).as_bytes()).unwrap();
        client.receive().unwrap()
    });
    let (mut longest, mut seen) = (Duration::ZERO, Vec::new());
    let mut round = 0;
    while !jumping.is_finished() {
        let asked = now();
        let item = format!(r#"{{"TableName":"Things","Item":{{"pk":{{"S":"{round}"}}}}}}"#);
        assert_eq!(other.ask("PutItem", &item).status, 200);
        longest = longest.max(asked.elapsed());
        seen.push(time(&mut other));
        round += 1;
    }
    let answer = jumping.join().unwrap();
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(reached(&answer.body) >= began + 60.0 * 86_400.0, "{} from {began}", answer.body);
    assert!(seen.is_sorted(), "the clock went back: {seen:?}");
    let between =
        seen.iter().filter(|time| **time > began + 60.0 && **time < began + 59.0 * 86_400.0).count();
    assert!(between >= 3, "only {between} of {round} requests were served during the jump");
    assert!(longest < Duration::from_secs(5), "a request waited {longest:?}");
}

#[test]
fn a_client_that_hangs_up_ends_its_jump() {
    let address = start();
    let mut other = Client::connect(address);
    let began = time(&mut other);
    let mut gone = Client::connect(address);
    gone.send(jump(366).as_bytes()).unwrap();
    let begun = (0..1_000).any(|_| time(&mut other) >= began + 60.0);
    assert!(begun, "the jump did not begin");
    drop(gone);
    let (mut before, mut standing) = (time(&mut other), 0);
    while standing < 10 {
        thread::sleep(Duration::from_millis(100));
        let after = time(&mut other);
        standing = if after == before { standing + 1 } else { 0 };
        before = after;
    }
    assert!(before < began + 365.0 * 86_400.0, "the jump went on to its end");
}

/// Sends a jump with this version of HTTP, closes only the sending side, and returns for how many days the clock jumped.
fn half_closed_jump(version: &str, days: u64) -> f64 {
    let address = start();
    let began = time(&mut Client::connect(address));
    let stream = TcpStream::connect(address).unwrap();
    let half = stream.try_clone().unwrap();
    let mut client = Client::over(stream, Duration::from_secs(120));
    client.send(jump(days).replace("HTTP/1.1", version).as_bytes()).unwrap();
    half.shutdown(Shutdown::Write).unwrap();
    let answer = client.receive_final().unwrap();
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(client.is_at_end());
    (reached(&answer.body) - began) / 86_400.0
}

/// A client that closes only its sending side reads on, so its jump goes on.
#[test]
fn a_client_that_sends_nothing_more_gets_its_whole_jump() {
    assert!(half_closed_jump("HTTP/1.1", 30) >= 30.0);
}

/// A client of HTTP/1.0 cannot be asked whether it reads on. It gets the time that the clock reached.
#[test]
fn an_old_client_that_sends_nothing_more_is_told_the_time() {
    let days = half_closed_jump("HTTP/1.0", 366);
    assert!(days > 0.0 && days < 366.0, "{days} days");
}
