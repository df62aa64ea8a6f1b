import { RemovalPolicy, Stack, StackProps } from "aws-cdk-lib";
import { AttributeType, Billing, Capacity, ProjectionType, StreamViewType, TableClass, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";

export class TideStack extends Stack {
  readonly tides: TableV2;
  constructor(scope: Construct, id: string, props: StackProps & { stage: string }) {
    super(scope, id, props);
    this.tides = new TableV2(this, "Tides", {
      tableName: `tides-${props.stage}`,
      partitionKey: { name: "gauge", type: AttributeType.STRING },
      sortKey: { name: "at", type: AttributeType.NUMBER },
      billing: Billing.provisioned({
        readCapacity: Capacity.fixed(20),
        writeCapacity: Capacity.autoscaled({ minCapacity: 5, maxCapacity: 50, targetUtilizationPercent: 60 }),
      }),
      globalSecondaryIndexes: [
        { indexName: "by-day", partitionKey: { name: "day", type: AttributeType.STRING }, readCapacity: Capacity.fixed(7) },
      ],
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      tableClass: TableClass.STANDARD_INFREQUENT_ACCESS,
      removalPolicy: props.stage === "prod" ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      replicas: [{ region: "eu-west-1" }, { region: "eu-central-1", deletionProtection: true }],
      kinesisStream: props.stream,
    });
    new TableV2(this, "Gauges", { ...shared, tableName: "gauges" });
    new TableV2(this, "Towns", settings());
  }
}
