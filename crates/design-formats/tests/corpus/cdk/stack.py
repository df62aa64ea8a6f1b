from aws_cdk import Duration, RemovalPolicy, Stack, aws_dynamodb as dynamodb, aws_glue_alpha as glue
from constructs import Construct

TABLE = "parcels"


class ParcelStack(Stack):
    """A stack with one table (dynamodb.Table) and its index."""

    def __init__(self, scope: Construct, construct_id: str, stage: str, **kwargs) -> None:
        super().__init__(scope, construct_id, **kwargs)
        # table = dynamodb.Table(self, "Old", partition_key=dynamodb.Attribute(name="x", type=dynamodb.AttributeType.STRING))
        self.table = dynamodb.Table(
            self,
            "Parcels",
            table_name=TABLE,
            partition_key=dynamodb.Attribute(name="id", type=dynamodb.AttributeType.STRING),
            read_capacity=8,
            deletion_protection=True,
            point_in_time_recovery_specification=dynamodb.PointInTimeRecoverySpecification(
                point_in_time_recovery_enabled=True, recovery_period_in_days=7
            ),
        )
        self.table.add_global_secondary_index(
            index_name="by-depot",
            partition_key=dynamodb.Attribute(name="depot", type=dynamodb.AttributeType.STRING),
            sort_key=dynamodb.Attribute(name="arrived", type=dynamodb.AttributeType.NUMBER),
            read_capacity=3,
            write_capacity=2,
        )
        self.table.auto_scale_write_capacity(min_capacity=5, max_capacity=40).scale_on_utilization(
            target_utilization_percent=75
        )
        dynamodb.TableV2(
            self,
            "Routes",
            table_name=f"routes-{stage}",
            partition_key=dynamodb.Attribute(name="id", type=dynamodb.AttributeType.BINARY),
            billing=dynamodb.Billing.on_demand(max_read_request_units=100),
            tags=[CfnTag(key="team", value="post")],
        )
        glue.Table(self, "Lines", database=database, columns=[])
