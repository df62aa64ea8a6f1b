//! The property of damaged texts. Statements, page tokens, shard iterators, numbers and base64 are valid until a piece is
//! removed or inserted. They must get a response.

use dynalab_service::Engine;
use dynalab_types::Timestamp;
use serde_json::{Value as Json, json};

use crate::simulator::any_text::{torn, well_formed};
use crate::simulator::chance::Chance;
use crate::simulator::command_target::{CommandTarget, perform};
use crate::simulator::generation::Plan;
use crate::simulator::run::{Checked, Failure, engine_of};
use crate::simulator::statements::statement_of;
use crate::simulator::twins::{reopened, same_state};

const TEARS_PER_COMMAND: usize = 4;

pub fn words_are_answered(plan: &Plan) -> Checked {
    let mut engine = engine_of(plan);
    for command in &plan.commands {
        let mut chance = Chance::at(plan.seed ^ 0x70, command.at_ms);
        // Apply due work first, because a rejected request must not change anything.
        engine.advance_to(Timestamp::from_epoch_ms(command.at_ms));
        let mut tearing = Tearing { engine: &mut engine, at_ms: command.at_ms, chance: &mut chance };
        if let Some(statement) = statement_of(tearing.engine, command) {
            let body = statement.body();
            tearing.send("ExecuteStatement", &body, "Statement")?;
            let together = json!({ "Statements": [body], "TransactStatements": [body] });
            for operation in ["BatchExecuteStatement", "ExecuteTransaction"] {
                tearing.answered(operation, &together)?;
            }
        }
        tearing.tokens()?;
        tearing.iterators()?;
        tearing.values()?;
        perform(&mut engine, command);
        if chance.one_in(12) {
            same_state(&engine, &reopened(&engine, plan)?, "of torn words")?;
        }
    }
    Ok(())
}

struct Tearing<'a> {
    engine: &'a mut Engine,
    at_ms: u64,
    chance: &'a mut Chance,
}

impl Tearing<'_> {
    fn answered(&mut self, operation: &str, body: &Json) -> Result<Json, Failure> {
        let reply = self.engine.send(self.at_ms, operation, &body.to_string());
        well_formed(&reply)
            .map_err(|what| Failure::from_text(format!("{what}: {operation} {body}\n  {}", reply.text)))?;
        Ok(reply.body)
    }

    /// Sends damaged versions of a request, each with one damaged member.
    fn send(&mut self, operation: &str, body: &Json, member: &str) -> Checked {
        for _ in 0..TEARS_PER_COMMAND {
            let mut bent = body.clone();
            let text = bent[member].as_str().unwrap_or_default().to_owned();
            bent[member] = torn(&text, self.chance).into();
            self.answered(operation, &bent)?;
        }
        Ok(())
    }

    fn a_table(&mut self) -> Result<Option<String>, Failure> {
        let tables = self.answered("ListTables", &json!({}))?;
        let names: Vec<String> =
            tables["TableNames"].as_array().into_iter().flatten().filter_map(text_of).collect();
        Ok(if names.is_empty() { None } else { Some(self.chance.pick(&names).clone()) })
    }

    fn tokens(&mut self) -> Checked {
        let Some(table) = self.a_table()? else { return Ok(()) };
        let mut body = json!({ "Statement": format!("SELECT * FROM \"{table}\""), "Limit": 1 });
        let page = self.answered("ExecuteStatement", &body)?;
        if let Some(token) = page.get("NextToken") {
            body["NextToken"] = token.clone();
            self.send("ExecuteStatement", &body, "NextToken")?;
            self.send("ExecuteStatement", &body, "Statement")?;
        }
        Ok(())
    }

    fn iterators(&mut self) -> Checked {
        let Some(table) = self.a_table()? else { return Ok(()) };
        let view = json!({ "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" });
        // The request is rejected if the stream is already enabled.
        self.answered("UpdateTable", &json!({ "TableName": table, "StreamSpecification": view }))?;
        let described = self.answered("DescribeTable", &json!({ "TableName": table }))?;
        let arn = &described["Table"]["LatestStreamArn"];
        if arn.is_null() {
            return Ok(());
        }
        let stream = self.answered("DescribeStream", &json!({ "StreamArn": arn }))?;
        let shard = &stream["StreamDescription"]["Shards"][0]["ShardId"];
        let mut body = json!({ "StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON" });
        let found = self.answered("GetShardIterator", &body)?;
        for member in ["StreamArn", "ShardId", "ShardIteratorType"] {
            self.send("GetShardIterator", &body, member)?;
        }
        body["ShardIteratorType"] = "AT_SEQUENCE_NUMBER".into();
        let records = json!({ "ShardIterator": found["ShardIterator"] });
        self.send("GetRecords", &records, "ShardIterator")?;
        let first = self.answered("GetRecords", &records)?;
        body["SequenceNumber"] = first["Records"][0]["dynamodb"]["SequenceNumber"].clone();
        if body["SequenceNumber"].is_string() {
            self.send("GetShardIterator", &body, "SequenceNumber")?;
        }
        Ok(())
    }

    /// Checks numbers and base64: an accepted value is returned unchanged after it is sent again.
    fn values(&mut self) -> Checked {
        const NUMBERS: [&str; 8] = [
            "-12.5e-3",
            "1E125",
            "99999999999999999999999999999999999999",
            "1e-130",
            "0.000",
            "+7",
            "-0.1",
            "3.",
        ];
        const BASE64: [&str; 4] = ["AAECAw==", "/+8=", "YWJj", "AA=="];
        let Some(table) = self.a_table()? else { return Ok(()) };
        for _ in 0..TEARS_PER_COMMAND {
            let number = torn(self.chance.pick_text(&NUMBERS), self.chance);
            let bytes = torn(self.chance.pick_text(&BASE64), self.chance);
            for value in [json!({ "N": number }), json!({ "B": bytes }), json!({ "NS": [number] })] {
                let scan = |value: &Json| {
                    json!({"TableName": table, "FilterExpression": ":v = :w",
                    "ExpressionAttributeValues": {":v": value, ":w": value}})
                };
                self.answered("Scan", &scan(&value))?;
                let put = json!({"TransactItems": [{"Put": {"TableName": table, "Item": {"a": value}}}]});
                self.answered("TransactWriteItems", &put)?;
            }
        }
        Ok(())
    }
}

fn text_of(json: &Json) -> Option<String> {
    json.as_str().map(str::to_owned)
}
