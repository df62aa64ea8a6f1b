# The dialogs that are fetched when one is opened.

palette-label = Search or ask: tables, diagrams, commands, lessons, errors
palette-none = No results.
palette-place = place
palette-table = table
palette-index = index
palette-picture = diagram
palette-action = command
palette-request = request
palette-branch = branch
palette-format = format
palette-format-about = On the page Design, "File and link" opens a file of this format and saves the design in it.
palette-lesson = lesson
palette-term = term
palette-error = error
palette-card = reference card
palette-places = Pages
palette-tables = Tables
palette-indexes = Indexes
palette-pictures = Diagrams
palette-actions = Commands
palette-requests = Requests
palette-branches = Branches
palette-formats = Formats of designs
palette-lessons = Lessons
palette-terms = Terms
palette-cards = Reference cards
palette-errors = Errors
palette-undo = Undo
palette-redo = Redo
palette-new-item = New item
palette-new-table = New table
palette-samples = Load a sample
palette-run = Run the request
palette-share = Share
palette-open = Open a file or a link
palette-files = Open buckets
palette-backup = Back up everything
palette-new-workspace = New workspace
palette-language = 日本語に切り替える
palette-theme = Change theme: light, dark or system

dialog-waiting = Waiting for the engine …
item-new = New item
item-edit = Edit item
item-views = Item format
view-tree = Tree
view-typed = DynamoDB JSON
view-plain = Plain JSON
item-tree = Attributes
item-json = The item as JSON
item-not-json = This is not a valid item in this JSON format. The tree still shows the last valid version.
item-other-key = You cannot change an item's key. Duplicate the item to use another key.
item-weight = { $bytes } of 409,600 bytes · { $write } WCU to write · { $read } RCU for a strongly consistent read
item-too-large = An item can be up to 400 KB. DynamoDB rejects this item.
item-changed-meanwhile = The item changed after you opened it, so nothing was written. Open it again to see the current version.
item-is-there = An item with this key already exists, so nothing was written.
item-save = Save (PutItem)
item-delete = Delete (DeleteItem)
item-duplicate = Duplicate
value-type = Type
value-base64 = Value, as base64
choose-file = Choose a file …
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
add-element = Add element
problem-not-a-number = Not a valid number. Use up to 38 digits, from 1E-130 to 9.99E+125.
problem-not-base64 = Not valid base64.
problem-empty-set = A set needs at least one element.
problem-duplicate = A set cannot contain the same element twice.
problem-no-name = Enter an attribute name.
problem-name-twice = An attribute with this name already exists.

transfer-title = Import and export
transfer-import = Import
transfer-export = Export
transfer-generate = Generate
import-no-table = There is no table yet. Create one first.
import-new-table = A new table
import-new-name = Table name
import-no-sort-key = none
import-no-key = No attribute can be the key: it must be a string, number or binary in every record. Change the column types, or import into an existing table.
import-into = Import into
import-choose = Choose files …
import-folder = Choose a folder …
import-forms = Or drop files here: DynamoDB JSON, plain JSON, CSV, or the folder of an S3 export, with or without gzip.
import-too-large = { $file } is larger than 256 MB, so Dynalab did not read it.
import-too-much = Dynalab did not read { $file }. { $why }
import-unreadable = The browser cannot read { $file }.
import-not-gzip = { $file } looks like gzip but cannot be decompressed.
import-not-zip = { $file } looks like a zip but cannot be unpacked.
import-too-many = { $file } was not opened: Dynalab opens at most 100 files at once.
import-not-text = { $file } is not UTF-8 text.
import-tables = The file has items of several tables: { $tables }. This import reads those of { $table }. Import the file once for each table.
import-shared-keys = { $sharing } of { $records } records have the same key as another. The last one of each key replaces the others: { $items } will be in the table.
import-together = The values of { $columns } together are different in each record. Join them in the file to use them as a key.
import-found =
    { $file } contains { $form }. { $wrong ->
        [0] All previewed records are valid items for this table.
        [one] One previewed record is not a valid item for this table.
       *[other] { $wrong } previewed records are not valid items for this table.
    }
form-dynamo-json = DynamoDB JSON
form-plain-json = plain JSON
form-csv = CSV
import-preview = Preview
import-columns = Columns: attribute names and types
import-column = Column
kind-S = String
kind-N = Number
kind-B = Binary (base64)
kind-BOOL = Boolean
kind-JSON = List or map (JSON)
kind-- = Skip
import-line = Line
import-file = File
import-why = Reason
import-mistakes = Skipped records
import-go = Import into { $table }
import-running = { $percent } % read, { $written } items written …
import-written = { $written ->
        [one] One item written.
       *[other] { $written } items written.
    }
import-ended = { $written } items written. { $wrong } records skipped as invalid, { $refused } rejected by DynamoDB.
import-cancelled = Canceled. { $written } items were written and remain. Undo removes all of them.
import-undo = Undo
export-of = Source
export-request = Results of the request in the editor
export-as = Format
export-gzip = Compress with gzip
export-whole = Keeps every type when you import the file again.
export-lossy = This format turns sets and binary values into lists and base64 strings. DynamoDB JSON keeps every type.
export-go = Export
export-running = { $count } items read …
export-ended = Exported { $count } items.
export-cancelled = Canceled. No file was created.
output-dynamo-lines = DynamoDB JSON, one item per line
output-export-lines = DynamoDB JSON (S3 export format)
output-plain-lines = Plain JSON, one item per line
output-plain-list = Plain JSON, one list
output-csv = CSV
generate-template = Item template (DynamoDB JSON or plain JSON)
generate-gaps = Placeholders: { $number } item number; { $tenth }, { $rest }, { $next } calculated from it; { $between } random number in a range; { $choice } random choice; { $digits } random hexadecimal digits; { $zeros } padded with zeros; { $skew } the first most often; { $times } a time, { $day } its date, { $epoch } its epoch seconds; { $name } a first name; { $word } a word; { $link } the value of another attribute.
generate-count = Number of items
generate-seed = Seed
generate-whole-number = Enter a whole number.
generate-preview = Preview
generate-wrong = This template is not valid: { $why }
generate-fits = The engine accepts the items of the preview. Nothing is written yet.
generate-refused = The engine rejects item { $number }: { $why }
generate-go = Write to { $table }
record-mistake-unfinished = The file ends in the middle of this item.
record-mistake-not-json = Not valid JSON. The error is at character { $found }.
record-mistake-not-an-item = Not an item. An item is an object with attributes.
record-mistake-not-a-put = Not a put. Only requests that put an item can be imported.
record-mistake-other-table = This item belongs to the table { $value }. Import the file again to add it.
record-mistake-bad-value = { $attribute } has no valid type. Write a typed value such as { "{" }"S": "text"{ "}" }, not { $value }.
record-mistake-not-of-type = { $attribute } must be { $wanted }, but { $value } is not.
record-mistake-bad-quote = A quotation mark is not closed, or text follows a closed one.
record-mistake-too-many-fields = This line has { $found } fields for { $wanted } columns.
record-mistake-too-many-columns = This line has more than { $wanted } fields. A sheet can have { $wanted } columns.
record-mistake-missing-key = The key attribute { $attribute } is missing.
record-mistake-wrong-key-type = Key attribute { $attribute } must be { $wanted }, but is { $found }.
record-mistake-empty-key = The key attribute { $attribute } is empty.
record-mistake-too-large = The item is { $found } bytes. The limit is 409,600 bytes.
record-mistake-text-after-end = Unexpected text after the end of the list.

table-new = New table
table-change = Edit table
table-create = Create (CreateTable)
table-apply = Apply changes
table-name = Table name
table-name-rule = 3 to 255 characters: letters, digits, _ - and periods. You cannot change it later.
partition-key = Partition key
partition-key-rule = Determines which partition stores the item. Every query must give its value.
sort-key = Sort key
sort-key-rule = Sorts the items that share a partition key. Optional.
table-keys-stay = You cannot change the name or the keys of a table. To use different ones, create a new table and import the items.
table-indexes = Indexes ({ $count })
table-index-rule = You can add or remove global indexes later, one at a time. Local indexes share the table's partition key, and you can create them only with the table.
table-local-locked = You cannot change a local index after the table is created.
table-settings = Capacity and settings
add-gsi = Add global index
add-lsi = Add local index
index-name = Index name
table-add-key = Add key attribute
table-units = Read and write units
table-projection = Projection
table-included = Attributes (comma-separated)
projection-ALL = all attributes
projection-KEYS_ONLY = keys only
projection-INCLUDE = keys and selected attributes
capacity-mode = Capacity mode
mode-on-demand = On demand
mode-provisioned = Provisioned
read-units = Read capacity units per second
write-units = Write capacity units per second
max-read-units = Maximum read units per second
max-write-units = Maximum write units per second
table-stream = Stream
stream-none = none
table-expiry = Time to live (TTL)
table-expiry-rule = Attribute with the expiry time in epoch seconds. Leave empty to turn TTL off.
table-tags = Tags (key=value, one per line)
table-recovery = Point-in-time recovery
table-protected = Deletion protection
table-infrequent = Table class Standard-Infrequent Access
table-requests =
    { $count ->
        [0] No changes to send
        [one] Request to send
       *[other] { $count } requests to send, in order
    }
into-editor = Edit as JSON
table-sends = Sent { $done } of { $count } requests …
table-waits = Sent { $done } of { $count } requests. Waiting for the table to become ACTIVE …
wrong-table-name = Use 3 to 255 letters, digits, _, - and periods.
wrong-index-name = An index name has 3 to 255 letters, digits, _, - and dots.
wrong-key-name = A key attribute name can be 1 to 255 bytes.
wrong-same-keys = You can use an attribute as a key only once.
wrong-units = Enter a whole number, 1 or more.
wrong-tags = A table can have up to 50 tags.
wrong-too-many-global = A table has up to 20 global indexes.
wrong-too-many-local = A table has up to 5 local indexes.
wrong-too-many-included = The indexes of a table can project up to 100 attributes in total.
wrong-index-twice = Another index already uses this name.
wrong-local-needs-sort = A local index needs a table with a sort key.
wrong-local-sort = A local index needs a sort key of its own.
wrong-two-types = This attribute has a different type elsewhere in the table.
wrong-nothing-included = Enter the attributes to project.

salvage-title = Readable data
salvage-about = Some saved data of this workspace is unreadable. You can copy the readable tables and items to a new workspace. The damaged workspace does not change.
salvage-reading = Reading the saved data …
salvage-stored =
    { $chunks ->
        [0] The browser has no saved data for this workspace.
        [one] The browser has one chunk of saved data ({ $size }).
       *[other] The browser has { $chunks } chunks of saved data ({ $size }).
    }
salvage-readable = Readable tables
salvage-no-table = No table is readable.
salvage-complete = Every chunk is readable.
salvage-unreadable = Unreadable data
salvage-head = Head of the workspace
salvage-snapshot = Snapshot chunk { $number }
salvage-log = Log chunk { $number }
salvage-missing =
    { $count ->
        [one] The browser no longer has this chunk.
       *[other] The browser no longer has this chunk and the chunks after it, { $count } in all.
    }
salvage-wrong-length = Its length is not the length that Dynalab stored.
salvage-changed = Its bytes are not the bytes that Dynalab stored.
salvage-newer = A newer version of Dynalab stored it. Reload the page to update.
salvage-misplaced = Another chunk is in its place.
salvage-unfinished = The browser closed before it stored the whole chunk. Dynalab never reported it as saved.
salvage-not-bytes = The stored value is not a chunk.
salvage-browser-failed = The browser returns an error instead of its bytes.
salvage-unknown-content = Its bytes are intact. This version cannot read all changes in it.
salvage-made-at = It has changes made at { $at }.
salvage-made-between = It has changes made from { $from } to { $until }.
salvage-made-from = It has changes made at { $from } or later.
salvage-made-until = It has changes made at { $until } or earlier.
salvage-head-note = The copy does not need it. Without it, Dynalab cannot check whether the newest chunks are missing.
salvage-lost-table =
    { $items ->
        [one] The definition of this table is unreadable. Its one readable item is not in the copy.
       *[other] The definition of this table is unreadable. Its { $items } readable items are not in the copy.
    }
salvage-lost-items =
    { $items ->
        [one] One item in the snapshot is readable, but the name of its table is not. It is not in the copy.
       *[other] { $items } items in the snapshot are readable, but the name of their table is not. They are not in the copy.
    }
salvage-strays =
    { $values ->
        [one] One stored value has a key that Dynalab does not use. It is not in the copy.
       *[other] { $values } stored values have keys that Dynalab does not use. They are not in the copy.
    }
salvage-more =
    { $count ->
        [one] One more entry is not shown.
       *[other] { $count } more entries are not shown.
    }
salvage-older = An unreadable change is not in the copy: an item can have an older value, and a deleted item can be back.
salvage-left-out = The copy has no history, streams, backups or simulation settings.
salvage-memory = Changes that you made after this page opened are in memory only. They are lost when the copy opens.
salvage-open = Open the copy
salvage-opening = Writing the copy …
salvage-save = Save the raw bytes
salvage-save-about = The file has all bytes that the browser returns for this workspace, readable or not.
salvage-saving = Writing the file …
salvage-saved = Saved { $size } as { $file }.
salvage-not-saved = The browser did not accept the file. Try again.
salvage-unchanged = The damaged workspace is unchanged.
salvage-name = { $title } (readable data)
salvage-opened = This workspace is a copy of the readable data. The damaged workspace “{ $title }” is unchanged.

## family: projection-
## family: kind-
## family: output-
## family: form-
## family: record-mistake-
