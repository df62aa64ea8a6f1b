import * as cdk from 'aws-cdk-lib';
import { AttributeType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';

new TableV2(this, 'Boats', { partitionKey: { name: 'id', type: AttributeType.STRING } });
