# The dialogs that are fetched when one is opened.

palette = Search and commands
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
place-home = Home
place-play = Workbench
place-about = About

close = Close
cancel = Cancel
waiting = Waiting for the engine …
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
attribute-name = Attribute name
value-type = Type
value = Value
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
add-attribute = Attribute
add-element = Element
problem-not-a-number = A number has up to 38 digits, between 1E-130 and 9.99E+125.
problem-not-base64 = This is no base64.
problem-empty-set = A set has one element or more.
problem-duplicate = A set has every element once.
problem-no-name = An attribute needs a name.
problem-name-twice = There is an attribute of this name already.

item = Item
transfer = Items in and out
transfer-import = Import
transfer-export = Export
transfer-generate = Generate
import-no-table = There is no table yet. Make one first.
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
import-go = Import { $count ->
    [one] one file
   *[other] { $count } files
} into { $table }
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
mistake-unfinished = The file ends within this item.
mistake-not-json = This is no JSON; the mistake is at character { $found }.
mistake-not-an-item = This is no item: an object with attributes is needed.
mistake-bad-value = { $attribute } has a value that DynamoDB cannot hold: { $value }
mistake-not-of-type = { $attribute } should be { $wanted }, and { $value } is not.
mistake-bad-quote = A quote never ends, or text follows one that has ended.
mistake-too-many-fields = { $found } fields where there are { $wanted } columns.
mistake-missing-key = The key attribute { $attribute } is missing.
mistake-wrong-key-type = The key attribute { $attribute } should be { $wanted } and is { $found }.
mistake-empty-key = The key attribute { $attribute } is empty.
mistake-too-large = The item has { $found } bytes; 409,600 are allowed.
mistake-text-after-end = Text that belongs to no item follows the list.
