import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
for (const name of names) {
  new dynamodb.Table(this, name, tableProps(name));
}
