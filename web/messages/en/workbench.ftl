# What the other pages and the dialogs say, in English. Fetched when a visit leaves the home page or opens a dialog.

## Workspaces

workspaces = Workspaces
workspace-first = My tables
workspace-found = Found again ({ $id })
workspace-copy = A copy, not kept
workspace-button = Workspace: { $name }. Switch.
workspace-new = New workspace
workspace-new-about = A workspace has tables of its own, kept apart from those of the others.
workspace-create = Create
workspace-rename = Rename
workspace-delete = Delete
workspace-delete-question =
    { $tables ->
        [0] The workspace is empty. Its name will be gone.
        [one] Its one table with { $items ->
            [0] nothing in it
            [one] one item
           *[other] { $items } items
        } will be gone. There is no way back.
       *[other] Its { $tables } tables with { $items ->
            [0] nothing in them
            [one] one item
           *[other] { $items } items
        } will be gone. There is no way back.
    }
workspace-delete-yes = Delete the workspace
keep-copy-about = The copy becomes a workspace of its own. Your other workspaces stay as they are.
workspace-keep = Keep

## Backups

backup = Back up and restore
backup-about = A backup is one file with all your workspaces, their names and their histories. You keep it; nothing is sent anywhere.
backup-not-the-copy = The copy you are looking at is not kept, and so it is not in a backup. Keep it first if you want it there.
backup-save = Save everything to a file
backup-file = Restore from a backup
backup-file-about = What is in the file is added to what you have. Nothing is replaced.
backup-saving = Writing the file …
backup-restoring = Reading the file and storing what is in it …
backup-saved =
    { $workspaces ->
        [0] There is nothing to save yet.
        [one] One workspace is in the file, { $size }.
       *[other] { $workspaces } workspaces are in the file, { $size }.
    }
backup-left-out = Not in the file, because what is stored of them cannot be read: { $names }
backup-restored =
    { $workspaces ->
        [0] The backup is fine, and there is no workspace in it.
        [one] One workspace was added. Open it:
       *[other] { $workspaces } workspaces were added. Open one:
    }
backup-foreign = This is not a backup. Choose a file that was saved here; its name ends in .dynalab-backup.
backup-newer = It was made by a newer version of this page. Reload the page to get that version, then choose the file again.
backup-damaged = The file is damaged or a part of it is missing. Copy it again from where you keep it, or choose another backup.
backup-too-large = A backup holds 1 GB at most, and this is more. If you are saving, delete what you do not need any more and save again.
backup-storage-full = The browser has no room for all that is in the file. Delete what you do not need any more, then choose the file again.
backup-storage-failed = The browser's storage refused. Reload the page and try again.
backup-stopped = The part of the page that writes and reads backups could not be started, or it stopped. Reload the page and try again.
backup-unchanged = Nothing was changed: your workspaces are as they were.

## Workbench: tables

tables = Tables
add-sample = Sample
add-table = Table
delete-table = Delete
sample-dialog-title = Load a sample
sample-facts =
    { $items ->
        [one] one item
       *[other] { $items } items
    } · { $tables ->
        [one] one table
       *[other] { $tables } tables
    }
sample-replaces = replaces your { $tables }
sample-load = Load
sample-replace = Replace
request-empty-title = No table yet
request-empty-about = A request reads or writes a table. Load a sample, or create a table of your own.
request-empty-table = Create table
request-empty-json = Write a request as JSON
no-tables-title = No tables yet
no-tables-lead = Start from a sample with data and questions, or make a table of your own with “Table”.
data-type = Type
delete-dialog-title = Delete { $table }?
delete-dialog-question =
    { $items ->
        [0] The table is empty. Its definition and indexes will be gone.
        [one] The table, its indexes and its one item will be gone. There is no way back.
       *[other] The table, its indexes and its { $items } items will be gone. There is no way back.
    }
delete-table-yes = Delete the table

## Sharing

share = Share
share-dialog-title = Share these tables
share-about = The whole design is in the link itself, behind the #. It is sent to no server; whoever opens it gets a copy.
share-title = Title
share-contents = Contents
share-data = with the items
share-steps = Requests
share-steps-none = none, only the tables
share-steps-ten = the last 10, to be run again
share-steps-hundred = the last 100, to be run again
share-steps-all = all that are remembered and fit
share-link = The link
share-writing = Writing …
share-length = { $characters } characters.
share-commands = { $commands ->
    [0] There is no request to put into it.
    [one] One request is in it, with all that it wrote.
   *[other] { $commands } requests are in it, with all that they wrote, even what was deleted since.
}
share-copied = Copied: { $characters } characters.
share-not-copied = The browser did not let the page copy. The link is selected: copy it with Ctrl+C or ⌘C.
share-long = A long link: some mail and chat programs cut it off. A file is safer.
share-too-long = Too long for a link. Save a file and send that, or leave the items out.
share-failed = This does not fit into a link or a file. { $detail }
share-not-saved = The browser did not let the page save a file.
share-save = Save as a file
share-copy = Copy the link

## Opening what somebody handed on

open-dialog-title = Open a file or link
open-about = It opens as a copy of its own. Your tables stay as they are.
open-replaces = You are looking at a copy that is not kept. Another one takes its place; keep it first if you want it.
open-file = A file (.dynalab.json)
open-link = A link, or the text of a file
open-go = Open
arrival-opening = Opening the design in this link …
arrival-failed-title = This link cannot be opened
arrival-untouched = Nothing was opened and nothing was changed: your tables are where they were.
unreadable-newer = It was made by a newer version of this page. Reload the page to get it.
unreadable-cut-off = The end of the link is missing; perhaps it was cut off on its way. Copy it again from where it came, or ask for a file.
unreadable-damaged = The link is not as it was made; a part of it has changed. Copy it again from where it came.
unreadable-too-large = It is too large: 4 MB and 10,000 items are the most that is opened. Ask for a part of it.
unreadable-not-a-document = This is no design that can be opened here. Ask for it again, or correct it as the line below says.
unreadable-not-a-link = There is no design in this text. Copy the whole link, with everything behind the #.
unreadable-not-fetched = The part of the page that reads links could not be fetched. Reload the page when you are online.
unreadable-refused = The engine refused to build what is in it. The line below says why.

## Files

files = Files
files-about = Exports are written to these buckets and imports read from them. They are in this browser, for all your workspaces; nothing is sent anywhere.
files-of-the-copy = The copy you are looking at has buckets of its own. They are kept when you keep the copy.
files-loading = Reading the buckets …
files-none = There are no files yet. Export a table, or put files here that ImportTable can read.
file-save = Save { $key }
file-delete = Delete { $key }
file-delete-question = The file in the bucket { $bucket } goes for good. No undo brings it back.
file-delete-yes = Delete the file
files-put-title = Put files into a bucket
files-chosen = Files
files-bucket = Bucket
files-bucket-rules = 3 to 63 small letters, digits, dots and hyphens
files-prefix = Prefix
files-put = Put
files-too-large = These files have more than 100 MB. Nothing was put; choose fewer at once.
files-unreadable = The browser could not read or save a file. Choose it again.

## Workbench: items

table-or-index = Table or index
base-table = base
partition-short = partition
sort-short = sort
index-facts =
    { $items ->
        [one] one entry
       *[other] { $items } entries
    } · { $projection }
rows-read =
    { $items ->
        [one] one returned or written
       *[other] { $items } returned or written
    }
rows-dropped =
    { $items ->
        [one] one read, filtered out
       *[other] { $items } read, filtered out
    }
row-kept = returned or written:
row-dropped = read, filtered out:
index-key-short = index key
limits = Limits
limits-about = Limits of throughput: of a table, a partition and a key. Above a limit, DynamoDB throttles the request.
limits-off = off
limits-on = as in DynamoDB
new-item = Item
no-items = Nothing is in here yet.
transfer = Import, export
change-table = Change
jump-to-key = Jump to key

## Workbench: request

request = Request
request-as = Write the request as
request-tab-questions = Questions
request-tab-form = Form
request-tab-json = JSON
request-tab-cli = CLI
request-tab-sdk = SDK
request-tab-partiql = PartiQL
run = Run
operation = Operation
operations-items = Items
operations-together = Several items
operations-partiql = PartiQL
operations-tables = Tables
operations-streams = Streams
operations-settings = Settings and limits
operations-backups = Backups and recovery
operations-files = Export and import
operations-account = Around the tables
operations-global = Global tables
operation-stores-only = This is kept and described; nothing acts on it here.
request-json-label = Body of the request, as JSON
tidy = Tidy up
json-unfinished = The JSON ends too early: a bracket or a quotation mark is still open.
json-problem = Line { $line }, column { $column }: { $detail }
form-on = On
form-no-table = Make a table or load a sample; then there is something to ask.
form-json-only = { $operation } is written as JSON.
form-broken-json = The JSON has a mistake. The form comes back when it is mended.
form-unknown-table = There is no table of this name here. Choose one, or change the name in the JSON.
filter = Filter
filter-example = #status = :status
condition = Condition
condition-example = attribute_not_exists(PK)
update = Update
update-example = SET #name = :value
projection = Only
projection-example = name, price
key-condition = Key
options = Options
order = Order
consistent = Strongly consistent
return-values = Returns
sort-test = Test of the sort key
sort-test-begins-with = begins with
sort-test-between = between
placeholder-attribute = attribute
add-attribute = Attribute
attribute-name = Name of the attribute
remove-attribute = Remove { $name }

## Workbench: result

result = Result
result-tab-items = Items
result-tab-json = JSON
result-tab-trace = Trace
result-tab-cost = Cost
no-result = Run a request, and its answer stands here.
no-items-returned = No items in this answer.
no-capacity = The answer names no capacity. Add "ReturnConsumedCapacity": "INDEXES" to the request.
not-sent = not done
elapsed = { $ms } ms
next-page = Next page
next-page-about = The answer stopped before the end (LastEvaluatedKey).
cost-caption = Capacity consumed, by table and index
cost-table = { $table }
cost-index = { $index } (index of { $table })
total = Total
summary = Summary
summary-read = { $returned } returned, { $read } read
summary-returned = { $returned } returned
summary-written = Written
summary-dropped = The filter removed { $dropped ->
    [one] one item
   *[other] { $dropped } items
 } after the read. DynamoDB charges all { $read }.
summary-rcu = One read capacity unit (RCU) is one strongly consistent read of up to 4 KB. An eventually consistent read uses half.
summary-wcu = One write capacity unit (WCU) is one write of up to 1 KB. Each index entry that changes is one more write.
summary-alternatives = Compare cheaper alternatives
money = Price
money-request = this request
money-million = per million requests
money-month = per month at
money-per-second = per second
money-source = On demand, { $region }, prices of { $date }
forecast = Before you run it: consumes { $units }.
forecast-read = Before you run it: reads { $read ->
    [one] one item
   *[other] { $read } items
 }, consumes { $units }.
forecast-error = This request would fail: { $name }.
open-and-share = Open and share
split-columns = Width of the left part
split-rows = Height of the upper part
picture-expand = Expand
picture-shrink = Shrink
history = History
history-empty = Every request leaves a card here.
history-requests = { $requests } requests at once
step-undone = Undone: { $what }
step-redone = Redone: { $what }
step-requests = { $requests ->
    [one] one request
   *[other] { $requests } requests
}
step-traffic = traffic

## Time

time-bar = Time
time-slider = Moment that is shown
time-at = request { $shown } of { $newest }
time-past = looking back
time-go-on = Go on from here
time-go-on-about = The tables stand at this moment from now on. What came after it stays on its branch.
time-return = Return
time-back = One request back
time-forth = One request forth
undo = Undo
redo = Redo
branches = Branches
branch-button = Branch: { $name }. Branches and names.
branch-number = Branch { $number }
branch-current = { $newest } requests
branch-other = { $newest } requests, parts after { $leaves }
name-branch = Name this branch
name-moment = Name this moment
name-none-about = An empty name takes the name away.
branch-delete = Delete “{ $name }”
branch-delete-yes = Delete the branch
branch-delete-question = What was done on this branch only will be gone. There is no way back.
time-window = Remembered: the last { $requests } requests, or { $megabytes } MB. After a reload at least the last { $kept }, or { $keptmegabytes } MB.
not-at-this-moment = This table does not exist at the moment that is shown.
name = Name
save-name = Save

## The trace


## Why did I get this error?


## About

about-title = What Dynalab is
about-lead = A DynamoDB engine, written in Rust, that runs inside this page. You make tables, send the same requests you would send to the service, and see what each of them reads and costs.
about-fidelity = What is faithful
about-fidelity-faithful = Requests and answers are DynamoDB JSON. Items, keys, numbers with 38 digits, sizes, expressions, the order of validation, error types and their sentences, and consumed capacity follow the service.
about-fidelity-simulated = The network and the fleet behind the service do not exist here: answers come in milliseconds and indexes follow at once, until you turn the dials under “Pictures”. Then partitions throttle and split, replicas and indexes lag, and expired items are swept, as the service does it, drawn from a seed.
about-fidelity-not-yet = Every operation of the API answers. Some only keep a setting: encryption, contributor insights and Kinesis destinations are stored and described, and nothing acts on them. Vector search is exact here, not approximate.
about-limits = Limits
about-limits-memory = Tables live in this tab's memory and are stored by the browser. Think of hundreds of megabytes at most, not of terabytes.
about-limits-not-production = It is for learning, designing and testing. It is no place for production data.
about-privacy = Privacy
about-privacy-local = Nothing you enter leaves this browser. The page's security policy allows connections to its own files only.
about-privacy-no-tracking = There is no account, no cookie and no measurement.
about-storage = Your data
about-keyboard = Keyboard
keyboard-palette = Open the palette of all commands
keyboard-run = Run the request
keyboard-undo = Undo and redo
keyboard-slider = Move through time, with the time bar focused
keyboard-tabs = Move between tabs
keyboard-close = Close a dialog
keyboard-tab = Move between controls; everything can be reached
about-console = In the console
about-console-text = The browser's console can send requests on the same path as the Run button, to your own tables. It answers with status and body.
about-version = Version
about-version-text = Dynalab { $version }. API version DynamoDB_20120810.
about-licenses = Third-party licenses
pictures = Pictures

## family: request-tab-
## family: operations-
## family: result-tab-
