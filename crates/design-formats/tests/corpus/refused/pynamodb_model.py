from pynamodb.attributes import UnicodeAttribute
from pynamodb.models import Model


class Boat(Model):
    class Meta:
        table_name = "boats"

    id = UnicodeAttribute(hash_key=True)
