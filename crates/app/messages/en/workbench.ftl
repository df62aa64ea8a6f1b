# What the other pages and the dialogs say, in English. Fetched when a visit leaves the home page or opens a dialog.

## Workspaces

workspaces = Workspaces
workspace-first = My tables
workspace-found = Recovered ({ $id })
workspace-copy = Temporary copy
workspace-button = Workspace: { $name }. Change workspace.
workspace-new = New workspace
workspace-new-about = Each workspace has its own tables, separate from all others.
workspace-create = Create
workspace-rename = Rename
workspace-delete = Delete
workspace-delete-question =
    { $tables ->
        [0] The workspace is empty. This deletes only its name.
        [one] This deletes its one table with { $items ->
            [0] no items
            [one] one item
           *[other] { $items } items
        }. You cannot undo this.
       *[other] This deletes its { $tables } tables with { $items ->
            [0] no items
            [one] one item
           *[other] { $items } items
        }. You cannot undo this.
    }
workspace-delete-yes = Delete the workspace
keep-copy-about = Saves the copy as a new workspace. Your other workspaces do not change.
workspace-keep = Save

## Backups

backup = Back up and restore
backup-about = A backup is one file with all your workspaces, their names and histories. The file stays on your device.
backup-not-the-copy = A backup does not include this temporary copy. To include it, save the copy first.
backup-save = Download a backup
backup-file = Restore from a backup
backup-file-about = Adds the workspaces in the file to yours. Replaces nothing.
backup-saving = Writing the backup …
backup-restoring = Restoring the backup …
backup-saved =
    { $workspaces ->
        [0] There are no workspaces to back up.
        [one] Backed up one workspace ({ $size }).
       *[other] Backed up { $workspaces } workspaces ({ $size }).
    }
backup-left-out = Not backed up, because the saved data is unreadable: { $names }
backup-restored =
    { $workspaces ->
        [0] The backup is valid but contains no workspaces.
        [one] Restored one workspace. Open it:
       *[other] Restored { $workspaces } workspaces. Open one:
    }
backup-foreign = This file is not a Dynalab backup. Choose a file whose name ends in .dynalab-backup.
backup-newer = A newer version of Dynalab made this file. Reload the page to update, then choose the file again.
backup-damaged = The file is damaged or incomplete. Copy it again from its source, or choose another backup.
backup-too-large = A backup can hold up to 1 GB, and this one is larger. Delete tables you no longer need, then try again.
backup-storage-full = The browser does not have enough space to restore this file. Delete tables you no longer need, then try again.
backup-storage-failed = The browser's storage failed. Reload the page and try again.
backup-stopped = The backup process stopped. Reload the page and try again.
backup-unchanged = Your workspaces are unchanged.

## Workbench: tables

tables = Tables
add-sample = Load a sample
add-table = Create table
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
no-tables-lead = Load a sample with data and access patterns, or create your own table.
no-tables-settings = Region, account and settings
data-type = Type
delete-dialog-title = Delete { $table }?
delete-dialog-question =
    { $items ->
        [0] The table is empty. This deletes its definition and indexes.
        [one] This deletes the table, its indexes and its one item. You cannot undo this.
       *[other] This deletes the table, its indexes and its { $items } items. You cannot undo this.
    }
delete-table-yes = Delete the table

## Sharing

share = Share
share-dialog-title = Share these tables
share-about = The link contains everything, after the #. No server receives it. Anyone who opens the link gets their own copy.
share-title = Title
share-contents = Contents
share-data = Include items
share-steps = Requests
share-steps-none = None, only the tables
share-steps-ten = The last 10, replayed on open
share-steps-hundred = The last 100, replayed on open
share-steps-all = As many as fit
share-link = Link
share-writing = Creating the link …
share-length = { $characters } characters.
share-commands =
    { $commands ->
        [0] Includes no requests.
        [one] Includes one request and the data it wrote.
       *[other] Includes { $commands } requests and the data they wrote, even items deleted later.
    }
share-copied = Copied: { $characters } characters.
share-not-copied = The browser blocked copying. The link is selected: press Ctrl+C or ⌘C.
share-long = Some mail and chat apps cut long links. A file is safer.
share-too-long = The link is too long. Download a file instead, or leave the items out.
share-failed = The tables are too large for a link or a file. { $detail }
share-not-saved = The browser blocked the download.
share-save = Download a file
share-copy = Copy link
share-copy-frame = Copy as frame
share-copy-markdown = Copy as Markdown link
share-copy-badge = Copy badge as Markdown

## Opening what another person handed on

open-dialog-title = Open a file or link
open-about = Opens as a temporary copy. Your tables do not change.
open-replaces = The new copy replaces the temporary copy you have open. To keep that one, save it first.
open-file = A file (.dynalab.json)
open-link = A link, or the contents of a file
open-go = Open
arrival-opening = Opening the shared tables …
arrival-failed-title = This link cannot be opened
arrival-untouched = Nothing was opened. Your tables are unchanged.
unreadable-newer = A newer version of Dynalab made this link. Reload the page to update.
unreadable-cut-off = The end of the link is missing. Copy the whole link from its source, or ask for a file.
unreadable-damaged = The link was altered. Copy it again from its source.
unreadable-too-large = The design is too large to open. The limit is 4 MB and 10,000 items.
unreadable-too-much = The contents are too much for Dynalab. The line below says what.
unreadable-not-a-document = Dynalab cannot open this file. The line below says why.
unreadable-requests = This is no key design. It has requests to DynamoDB, which run in the workbench.
unreadable-not-a-link = This text contains no Dynalab link. Copy the whole link, including everything after the #.
unreadable-not-fetched = Part of the page could not be downloaded. Reload when you are online.
unreadable-refused = The engine rejected the contents. The line below says why.
unreadable-needs-memory = Opening this needs more than 1 GB of memory, so Dynalab stopped it.
unreadable-panicked = Dynalab cannot open this because of an error in Dynalab.
unreadable-stopped = You stopped it, or the engine stopped. Nothing was opened.
unreadable-not-again = The last time, opening this was stopped or needed too much memory. Dynalab opens it only when you ask.
arrival-again = Open it again

## Files

files = Buckets
files-about = Exports write to these buckets, and imports read from them. The buckets are in this browser and shared by all your workspaces.
files-of-the-copy = This temporary copy has its own buckets. Saving the copy also saves its buckets.
files-loading = Loading the buckets …
files-none = No files yet. Export a table, or upload files for ImportTable.
file-save = Download { $key }
file-delete = Delete { $key }
file-delete-question = This deletes the file from bucket { $bucket }. You cannot undo this.
file-delete-yes = Delete the file
files-put-title = Upload files to a bucket
files-chosen = Files
files-bucket = Bucket
files-bucket-rules = 3 to 63 characters: lowercase letters, digits, periods and hyphens
files-prefix = Prefix
files-put = Upload
files-too-large = The files are larger than 100 MB together. Choose fewer files and upload in parts.
files-unreadable = The browser could not read or save a file. Choose it again.

## Workbench: items

table-or-index = Table or index
base-table = Table
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
new-item = Add item
generate-items = Generate items
no-items = No items yet. Add an item, import a file or generate data.
transfer = Import and export
change-table = Edit table
jump-to-key = Go to key

## Workbench: request

request = Request
request-as = Request format
request-tab-questions = Access patterns
request-tab-form = Form
request-tab-json = JSON
request-tab-cli = CLI
request-tab-sdk = SDK
request-tab-partiql = PartiQL
run = Run
operation = Operation
operations-items = Items
operations-together = Batches and transactions
operations-partiql = PartiQL
operations-tables = Tables
operations-streams = Streams
operations-settings = Settings and limits
operations-backups = Backups and recovery
operations-files = Export and import
operations-account = Account
operations-global = Global tables
operation-stores-only = Dynalab stores and returns this setting but does not simulate its effect.
request-json-label = Request body (JSON)
tidy = Format
json-unfinished = The JSON is incomplete: close the open bracket or quotation mark.
json-problem = Line { $line }, column { $column }: { $detail }
form-on = Table
form-no-table = Create a table or load a sample first.
form-json-only = There is no form for { $operation }. Use JSON.
form-broken-json = The JSON is invalid. Fix it to use the form.
form-unknown-table = There is no table with this name. Choose a table, or fix the name in the JSON.
filter = Filter
filter-example = #status = :status
filter-add = Add a test
filter-test = Test
filter-join = How the tests are combined
filter-all = All must hold
filter-one = One is enough
filter-remove = Remove this test
filter-contains = contains
filter-exists = exists
filter-not-exists = does not exist
filter-as-text = As text
filter-as-fields = As fields
condition = Condition
condition-example = attribute_not_exists(PK)
update = Update
update-example = SET #name = :value
projection = Attributes
projection-example = name, price
key-condition = Key condition
options = Options
order = Order
consistent = Strongly consistent read
return-values = Return values
sort-test = Sort key condition
sort-test-begins-with = begins with
sort-test-between = between
placeholder-attribute = attribute
add-attribute = Add attribute
attribute-name = Attribute name
remove-attribute = Remove { $name }

## Workbench: result

result = Result
result-tab-items = Items
result-tab-json = JSON
result-tab-trace = Trace
result-tab-cost = Cost
no-result = Run a request to see its response.
no-items-returned = The response contains no items.
no-capacity = This request consumed no capacity.
not-sent = not run
elapsed = { $ms } ms
result-left-out = This response is no longer in memory: later requests needed the space.
result-run-again = Run the request again
trace-lines-left = { $lines ->
    [one] One more line
   *[other] { $lines } more lines
}
result-rows-partial = Only the rows around those in view are in the page, so the browser's search finds only these.
result-copy-rows = Copy all rows
result-rows-copied = All rows are copied.
result-rows-not-copied = The browser did not copy the rows.
next-page = Next page
next-page-about = There are more results (LastEvaluatedKey).
cost-caption = Capacity consumed, by table and index
cost-table = { $table }
cost-index = { $index } (index of { $table })
total = Total
summary = Summary
summary-read = { $returned } returned, { $read } read
summary-returned = { $returned } returned
summary-written =
    { $written ->
        [one] one item written
       *[other] { $written } items written
    }
summary-dropped = The filter removed { $dropped ->
    [one] one item
   *[other] { $dropped } items
 } after the read. DynamoDB charges all { $read }.
summary-rcu = One read capacity unit (RCU) is one strongly consistent read of up to 4 KB. An eventually consistent read uses half.
summary-wcu = One write capacity unit (WCU) is one write of up to 1 KB.
summary-wcu-index = Each index entry that changes is one more write.
summary-cheaper = { $otherwise } instead of { $asked }, same result.
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
forecast-blank = Enter the missing value to see the forecast.
forecast-error = This request would fail: { $name }.
open-and-share = Open and share
split-columns = Width of the left part
split-rows = Height of the upper part
picture-expand = Expand
picture-shrink = Shrink
history = History
history-count =
    { $requests ->
        [one] one request
       *[other] { $requests } requests
    }
history-empty = No requests yet. Requests you run appear here.
history-control-limits-on = Turn on limits
history-control-limits-off = Turn off limits
history-control-SetDials = Change settings
history-control-SetClock = Set the clock
history-control-AdvanceClock = Let time pass
history-control-SetAccount = Set account and Region
history-control-SetZone = Set a zone
history-control-SetLink = Set a link of Regions
history-control-PutFault = Inject a fault
history-control-DeleteFault = Remove a fault
history-control-PutCache = Set up the cache
history-control-DeleteCache = Remove the cache
history-control-ThroughCache = Request through the cache
history-control-PutPrincipal = Set a principal
history-control-DeletePrincipal = Remove a principal
history-control-UsePrincipal = Use a principal
history-control-PutMetricAlarm = Set an alarm
history-control-DeleteAlarms = Delete alarms
history-control-PutWorkers = Set workers
history-control-DeleteWorkers = Remove workers
history-control-StopWorker = Stop a worker
history-control-PutEventSourceMapping = Set a trigger
history-control-DeleteEventSourceMapping = Remove a trigger
history-control-ReportInvocation = Report of a trigger
history-control-InRegion = Request in another Region
history-control-PutItems = Write items
history-control-RunWorkload = Traffic
history-control-StartTraffic = Start traffic
history-control-StopTraffic = Stop traffic
history-requests = { $requests } requests in one step
step-undone = Undone: { $what }
step-redone = Redone: { $what }
step-requests = { $requests ->
    [one] one request
   *[other] { $requests } requests
}
step-traffic = traffic

## Time

time-bar = Timeline
clock = Clock
clock-pause = Stop the clock
clock-1 = Real time
clock-60 = 1 minute per second
clock-3600 = 1 hour per second
clock-second = Skip 1 second
clock-minute = Skip 1 minute
clock-ten-minutes = Skip 10 minutes
clock-hour = Skip 1 hour
clock-two-days = Skip 2 days
clock-of-the-wall = system time
clock-settings = Clock settings
waits = Changes in progress
wait-table-creating = { $name } is CREATING until { $time }.
wait-table-updating = { $name } is UPDATING until { $time }.
wait-table-deleting = { $name } is DELETING until { $time }.
wait-index-allocating = { $name } is UPDATING for its index { $index } until { $time }.
wait-index-creating = Index { $index } of { $name } is CREATING until { $time }.
wait-index-updating = Index { $index } of { $name } is UPDATING until { $time }.
wait-index-deleting = Index { $index } of { $name } is DELETING until { $time }.
wait-encryption-updating = The encryption of { $name } is UPDATING until { $time }.
wait-warm-throughput-updating = The warm throughput of { $name } is UPDATING until { $time }.
waits-rejected = DynamoDB rejects this request until { $time }.
waits-over = The wait is over. Run the request again.
waits-move = Move the clock to { $time }
time-slider = Position in history
time-at = request { $shown } of { $newest }
time-past = Viewing the past
time-go-on = Continue from here
time-go-on-about = Restores the tables to this point. Later requests stay on their branch.
time-return = Return to latest
time-back = One request back
time-forth = One request forward
undo = Undo
redo = Redo
branches = Branches
branch-button = Branch: { $name }. Manage branches.
branch-number = Branch { $number }
branch-current = { $newest } requests
branch-other = { $newest } requests, branched after request { $leaves }
name-branch = Rename branch
name-entry = Name this point
name-none-about = Leave empty to remove the name.
branch-delete = Delete “{ $name }”
branch-delete-yes = Delete the branch
branch-delete-question = This deletes the requests that exist only on this branch. You cannot undo this.
time-window = History keeps the last { $requests } requests or { $megabytes } MB. A reload keeps at least the last { $kept } or { $keptmegabytes } MB.
not-at-this-point = This table does not exist at this point in history.
name = Name
save-name = Save

## The trace


## Why did I get this error?


## About

about-title = About Dynalab
about-lead = Dynalab is a DynamoDB engine, written in Rust, that runs in this page. Create tables, send requests as you would to DynamoDB, and see what each request reads and consumes.
about-fidelity = What matches DynamoDB
about-fidelity-faithful = Requests and responses are DynamoDB JSON. Keys, 38-digit numbers, item sizes, expressions, validation order, error messages and consumed capacity match DynamoDB.
about-fidelity-simulated = There is no network and no fleet of servers. With “No limits”, responses take milliseconds and indexes update immediately. With “Realistic”, partitions throttle and split, replicas and indexes lag, and TTL deletes expired items. Random values come from a seed, so runs repeat exactly.
about-fidelity-not-yet = Every API operation responds. Encryption, contributor insights and Kinesis destinations are stored and returned, but have no effect. Vector search is exact, not approximate.
about-limits = Limits
about-limits-memory = Tables are in this tab's memory and the browser stores them. Plan for up to a few hundred megabytes.
about-limits-not-production = Use Dynalab to learn, design and test. Do not store production data in it.
about-privacy = Privacy
about-privacy-local = Your data never leaves this browser. The page's security policy allows connections only to this site's own files.
about-privacy-no-tracking = No account, no cookies, no analytics.
about-storage = Your data
about-keyboard = Keyboard
keyboard-palette = Open the command palette
keyboard-list = Show this list
keyboard-run = Run the request
keyboard-undo = Undo and redo
keyboard-slider = Move through history (time bar focused)
keyboard-tabs = Move between tabs
keyboard-close = Close a dialog
keyboard-tab = Move to the next control (everything works from the keyboard)
about-console = Browser console
about-console-text = Send requests to your tables from the browser console, as the Run button does. Each call returns status and body.
about-version = Version
about-version-text = Dynalab { $version }. API version DynamoDB_20120810.
about-licenses = Third-party licenses
pictures = Diagrams

## family: request-tab-
## family: history-control-
## family: operations-
## family: result-tab-
## family: wait-
