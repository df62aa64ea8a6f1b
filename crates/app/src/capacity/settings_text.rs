//! The settings of auto scaling as AWS CLI commands and as a CloudFormation template.

use dynalab_capacity::scaling::ScalingTarget;

const TABLE: &str = "Orders";

fn kind(writes: bool) -> &'static str {
    if writes { "Write" } else { "Read" }
}

pub fn cli(target: &ScalingTarget, writes: bool) -> String {
    let kind = kind(writes);
    let dimension = format!("dynamodb:table:{kind}CapacityUnits");
    let configuration = format!(
        r#"{{"TargetValue": {}.0, "PredefinedMetricSpecification": {{"PredefinedMetricType": "DynamoDB{kind}CapacityUtilization"}}, "ScaleOutCooldown": {}, "ScaleInCooldown": {}, "DisableScaleIn": {}}}"#,
        target.thousandths / 1_000,
        target.scale_out_cooldown_ms / 1_000,
        target.scale_in_cooldown_ms / 1_000,
        !target.scales_in,
    );
    format!(
        "aws application-autoscaling register-scalable-target \\\n  --service-namespace dynamodb \\\n  --resource-id table/{TABLE} \\\n  --scalable-dimension {dimension} \\\n  --min-capacity {} --max-capacity {}\n\naws application-autoscaling put-scaling-policy \\\n  --service-namespace dynamodb \\\n  --resource-id table/{TABLE} \\\n  --scalable-dimension {dimension} \\\n  --policy-name {TABLE}{kind}Scaling \\\n  --policy-type TargetTrackingScaling \\\n  --target-tracking-scaling-policy-configuration '{configuration}'\n",
        target.minimum, target.maximum,
    )
}

pub fn cloud_formation(target: &ScalingTarget, writes: bool) -> String {
    let kind = kind(writes);
    format!(
        "Resources:
  {TABLE}{kind}Target:
    Type: AWS::ApplicationAutoScaling::ScalableTarget
    Properties:
      ServiceNamespace: dynamodb
      ResourceId: table/{TABLE}
      ScalableDimension: dynamodb:table:{kind}CapacityUnits
      MinCapacity: {}
      MaxCapacity: {}
      RoleARN: !Sub arn:${{AWS::Partition}}:iam::${{AWS::AccountId}}:role/aws-service-role/dynamodb.application-autoscaling.amazonaws.com/AWSServiceRoleForApplicationAutoScaling_DynamoDBTable
  {TABLE}{kind}Policy:
    Type: AWS::ApplicationAutoScaling::ScalingPolicy
    Properties:
      PolicyName: {TABLE}{kind}Scaling
      PolicyType: TargetTrackingScaling
      ScalingTargetId: !Ref {TABLE}{kind}Target
      TargetTrackingScalingPolicyConfiguration:
        TargetValue: {}.0
        ScaleOutCooldown: {}
        ScaleInCooldown: {}
        DisableScaleIn: {}
        PredefinedMetricSpecification:
          PredefinedMetricType: DynamoDB{kind}CapacityUtilization
",
        target.minimum,
        target.maximum,
        target.thousandths / 1_000,
        target.scale_out_cooldown_ms / 1_000,
        target.scale_in_cooldown_ms / 1_000,
        !target.scales_in,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_texts_have_the_settings() {
        let target = ScalingTarget {
            thousandths: 65_000,
            minimum: 7,
            maximum: 4_321,
            scales_in: false,
            scale_in_cooldown_ms: 120_000,
            scale_out_cooldown_ms: 30_000,
        };
        let cli = cli(&target, true);
        for part in [
            "--min-capacity 7 --max-capacity 4321",
            "dynamodb:table:WriteCapacityUnits",
            "\"TargetValue\": 65.0",
            "\"ScaleOutCooldown\": 30",
            "\"ScaleInCooldown\": 120",
            "\"DisableScaleIn\": true",
            "DynamoDBWriteCapacityUtilization",
        ] {
            assert!(cli.contains(part), "{part} is missing in {cli}");
        }
        let json = cli.split('\'').nth(1).expect("the configuration is quoted");
        assert!(serde_json::from_str::<serde_json::Value>(json).is_ok(), "{json}");
        let template = cloud_formation(&target, false);
        for part in [
            "MinCapacity: 7\n",
            "MaxCapacity: 4321\n",
            "TargetValue: 65.0\n",
            "ScaleInCooldown: 120\n",
            "DisableScaleIn: true\n",
            "dynamodb:table:ReadCapacityUnits\n",
        ] {
            assert!(template.contains(part), "{part} is missing in {template}");
        }
    }
}
