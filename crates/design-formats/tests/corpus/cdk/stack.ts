import * as cdk from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';

const OWNER = 'owner';

export class BerthStack extends cdk.Stack {
  constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);
    // new dynamodb.Table(this, 'Old', { partitionKey: { name: 'old', type: dynamodb.AttributeType.STRING } });
    const berths = new dynamodb.Table(this, 'Berths', {
      tableName: 'berths',
      partitionKey: { name: 'harbour', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'number', type: dynamodb.AttributeType.NUMBER },
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'ends',
      stream: dynamodb.StreamViewType.NEW_IMAGE,
      pointInTimeRecovery: true,
      removalPolicy: cdk.RemovalPolicy.DESTROY,
    });
    berths.addGlobalSecondaryIndex({
      indexName: 'by-owner',
      partitionKey: { name: OWNER, type: dynamodb.AttributeType.STRING },
      projectionType: dynamodb.ProjectionType.KEYS_ONLY,
    });
    berths.addLocalSecondaryIndex({
      indexName: 'by-length',
      sortKey: { name: 'length', type: dynamodb.AttributeType.NUMBER },
      projectionType: dynamodb.ProjectionType.INCLUDE,
      nonKeyAttributes: ['name', OWNER],
    });
    berths.grantReadWriteData(handler);
  }
}
