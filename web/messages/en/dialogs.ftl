# The dialogs that are fetched when one is opened.

palette-label = Find a table, a picture, a request, a command
palette-none = Nothing here has that name.
palette-place = place
palette-table = table
palette-index = index
palette-picture = picture
palette-action = command
palette-request = request
palette-undo = Undo
palette-redo = Redo
palette-new-item = New item
palette-new-table = New table
palette-samples = Load a sample
palette-run = Run the request
palette-share = Share
palette-open = Open a file or a link
palette-files = Files in buckets
palette-backup = Backup of everything
palette-new-workspace = New workspace
palette-language = 日本語に切り替える
palette-theme = Switch colours: light, dark, as the system

dialog-waiting = Waiting for the engine …
item-new = New item
item-edit = Item
item-views = Ways to see the item
view-tree = Tree
view-typed = DynamoDB JSON
view-plain = Plain JSON
item-tree = Attributes
item-json = The item as JSON
item-not-json = This is no item in this form of JSON. The tree holds the last one that was.
item-other-key = The key of an item does not change. Duplicate the item to give it another key.
item-weight = { $bytes } bytes of 409,600 · { $write } WCU to write, { $read } RCU to read with strong consistency
item-too-large = An item has up to 400 KB. The service refuses this one.
item-changed-meanwhile = The item has changed since you opened it, and nothing was written. Open it again to see how it is now.
item-is-there = There is an item with this key already, and nothing was written.
item-save = Save (PutItem)
item-delete = Delete (DeleteItem)
item-duplicate = Duplicate
value-type = Type
value-base64 = Value, as base64
choose-file = From a file …
bytes = { $bytes ->
    [one] one byte
   *[other] { $bytes } bytes
}
element-count = { $count ->
    [one] one element
   *[other] { $count } elements
}
key-locked = key
move-up = Move up
move-down = Move down
remove = Remove
add-element = Element
problem-not-a-number = A number has up to 38 digits, between 1E-130 and 9.99E+125.
problem-not-base64 = This is no base64.
problem-empty-set = A set has one element or more.
problem-duplicate = A set has every element once.
problem-no-name = An attribute needs a name.
problem-name-twice = There is an attribute of this name already.

transfer-title = Items in and out
transfer-import = Import
transfer-export = Export
transfer-generate = Generate
import-no-table = There is no table yet. Make one first.
import-new-table = A new table
import-new-name = Its name
import-no-sort-key = none
import-no-key = No attribute is in every one of the first records as a text, a number or bytes. A key has to be: choose other types for the columns, or a table that is there.
import-into = Import into
import-choose = Choose files …
import-folder = Choose a folder …
import-forms = Or drop files here: DynamoDB JSON (lines, lists, answers of Scan, requests of BatchWriteItem), plain JSON, CSV, and the folder of an export to S3; compressed with gzip or not.
import-too-large = { $file } is larger than 256 MB and is not read.
import-unreadable = { $file } cannot be read.
import-not-gzip = { $file } begins like a gzip file and cannot be unpacked.
import-not-text = { $file } is no text in UTF-8.
import-found = { $file } holds { $form }. { $wrong ->
    [0] The first records are all items of this table.
    [one] One of the first records is no item of this table.
   *[other] { $wrong } of the first records are no items of this table.
}
form-dynamo-json = DynamoDB JSON
form-plain-json = plain JSON
form-csv = CSV
import-preview = The first records
import-columns = Columns: what they are called in the items, and their types
import-column = Column
kind-S = String
kind-N = Number
kind-B = Binary (base64)
kind-BOOL = Boolean
kind-JSON = List or map (JSON)
kind-- = leave out
import-line = Line
import-file = File
import-why = Why
import-mistakes = Records that were not imported
import-go = Import into { $table }
import-running = { $percent } % read, { $written } items written …
import-ended = { $written } items are written. { $wrong } records were no items of the table, { $refused } were refused.
import-cancelled = Cancelled. { $written } items had been written and are there; undo takes all of them back.
import-undo = Undo the import
export-of = Export
export-request = What the request in the editor finds
export-as = As
export-gzip = Compress with gzip
export-whole = Every type comes back as it was when the file is imported.
export-lossy = Sets and binary values become lists and base64 texts in this form. DynamoDB JSON keeps every type.
export-go = Export
export-running = { $count } items read …
export-ended = { $count } items are in the file.
export-cancelled = Cancelled. There is no file.
output-dynamo-lines = DynamoDB JSON, one item a line
output-export-lines = DynamoDB JSON as exports to S3 write it
output-plain-lines = Plain JSON, one item a line
output-plain-list = Plain JSON, one list
output-csv = CSV
generate-template = The item, as DynamoDB JSON with gaps
generate-gaps = Gaps: { $number } the number of the item; { $tenth }, { $rest }, { $next } reckoned from it; { $between } a number between; { $choice } one of them; { $digits } digits; { $zeros } with zeros in front.
generate-count = How many
generate-seed = Seed
generate-whole-number = A whole number is needed here.
generate-preview = The first items
generate-wrong = This makes no items: { $why }
generate-go = Put them into { $table }
record-mistake-unfinished = The file ends within this item.
record-mistake-not-json = This is no JSON; the mistake is at character { $found }.
record-mistake-not-an-item = This is no item: an object with attributes is needed.
record-mistake-bad-value = { $attribute } has a value that DynamoDB cannot hold: { $value }
record-mistake-not-of-type = { $attribute } should be { $wanted }, and { $value } is not.
record-mistake-bad-quote = A quote never ends, or text follows one that has ended.
record-mistake-too-many-fields = { $found } fields where there are { $wanted } columns.
record-mistake-missing-key = The key attribute { $attribute } is missing.
record-mistake-wrong-key-type = The key attribute { $attribute } should be { $wanted } and is { $found }.
record-mistake-empty-key = The key attribute { $attribute } is empty.
record-mistake-too-large = The item has { $found } bytes; 409,600 are allowed.
record-mistake-text-after-end = Text that belongs to no item follows the list.

table-new = New table
table-change = Change the table
table-create = Create (CreateTable)
table-apply = Apply the changes
table-name = Table name
table-name-rule = 3 to 255 letters, digits, _ - and dots. It never changes.
partition-key = Partition key
partition-key-rule = Decides in which partition an item is. Every query names its value.
sort-key = Sort key
sort-key-rule = Orders the items of one partition key. Leave it empty for a table without.
table-keys-stay = Name and keys of a table never change. Make another table and import the items for others.
table-indexes = Indexes ({ $count })
table-index-rule = Global indexes may come and go later, one at a time. Local ones share the partition key of the table and are made with it, or never.
table-local-locked = A local index stays as it was made.
table-settings = Capacity and settings
add-gsi = Global index
add-lsi = Local index
index-name = Index name
table-add-key = Another key attribute
table-units = Read and write units
table-projection = Projects
table-included = Attributes, with commas
projection-ALL = all attributes
projection-KEYS_ONLY = only the keys
projection-INCLUDE = the keys and some others
capacity-mode = Capacity mode
on-demand = On demand
provisioned = Provisioned
read-units = Read units a second
write-units = Write units a second
max-read-units = At most, read units a second
max-write-units = At most, write units a second
table-stream = Stream
stream-none = none
table-expiry = Time to live
table-expiry-rule = The attribute with the time of expiry, a number of seconds since 1970. Empty: nothing expires.
table-tags = Tags (name=value, one a line)
table-recovery = Point-in-time recovery
table-protected = Deletion protection
table-infrequent = Table class Standard-Infrequent Access
table-requests = { $count ->
    [0] Nothing to send
    [one] The request that is sent
   *[other] The { $count } requests that are sent, one after another
}
into-editor = Put into the editor
table-sends = { $done } of { $count } done …
table-waits = { $done } of { $count } done; waiting until the table is ACTIVE …
wrong-table-name = A table name has 3 to 255 letters, digits, _, - and dots.
wrong-index-name = An index name has 3 to 255 letters, digits, _, - and dots.
wrong-key-name = The name of a key attribute has 1 to 255 bytes.
wrong-same-keys = An attribute is a key only once.
wrong-units = Units are whole numbers, 1 or more.
wrong-tags = A table has up to 50 tags.
wrong-too-many-global = A table has up to 20 global indexes.
wrong-too-many-local = A table has up to 5 local indexes.
wrong-too-many-included = The indexes of a table include up to 100 attributes together.
wrong-index-twice = Another index has this name.
wrong-local-needs-sort = A local index needs a table with a sort key.
wrong-local-sort = A local index needs a sort key of its own.
wrong-two-types = One of its key attributes has another type elsewhere in this table.
wrong-nothing-included = Name the attributes that are included.

## family: projection-
## family: kind-
## family: output-
## family: form-
## family: record-mistake-
