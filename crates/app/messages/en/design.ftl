# The editor of key designs. It is a part of its own, fetched when the page is first shown.

design-title = Design
design-lead = { $green } of { $patterns } access patterns return what you expect. Change a key, and all of them run again.
design-lead-empty = Add entities and access patterns. Each pattern runs on sample data and is checked against its expected result.
design-design-name = Name of the design
design-templates = Templates
design-before = Back to { $name }
design-empty-design = Start with an empty design
design-files = File and link
design-copy-link = Copy link
design-link-length = The link contains the whole design: { $characters } characters.
design-link-too-long = The design is too long for a link. Save it as a file.
design-link-copied = The link is copied. It contains the whole design.
design-link-not-copied = The browser did not permit copying. The link is in the address bar. Copy it there.
design-link-failed = The link was not made: a part of Dynalab did not load. Try again.
design-show-qr-code = Show as a QR code
design-copy-frame = Copy as a frame for a web page
design-frame-copied = The HTML of the frame is copied. It contains the whole design.
design-qr-code = QR code
design-qr-code-about = The code contains the whole design. Point the camera of a phone at it.
design-qr-code-waits = The link is being written.
design-qr-code-too-long = The link is too long for a QR code. Copy the link, or save the design as a file.
design-close-qr-code = Close
design-save = Save as a file
design-not-saved = The browser did not save the file. Your design is unchanged.
design-open-file = Open files
design-open-folder = Open a folder
design-save-as = Save in another format
design-open-formats = Opens designs, CloudFormation, Terraform, serverless.yml, SQL, CreateTable, AWS CLI commands, NoSQL Workbench, OneTable, ElectroDB and models of AWS. Items in CSV or JSON become a first design. Choose several files or a folder to open them as one design, drop them on the page, or paste their text.
design-not-checked-yet = The check is still running. Save when it has ended.
design-imported = This design was made from a file in another format ({ $format }).
design-read-tables = What was read: tables { $count }
design-read-items = sample items { $items }
design-missing-values = The files do not have these values. Write one, and the files are read again with it.
design-imported-more = { $count } more
design-files-opened = { $read } of { $count } files opened as one design.
design-export-replaced = Some characters cannot stand in this format. Signs replace them in { $count } texts: { $texts }
design-export-no-parameter = Code cannot have { $count } parameters of your requests, so they were left out: { $names }
design-open-workbench = Open in the workbench
design-not-in-workbench = The design does not open in the workbench: { $detail }
design-unchanged = Your design is unchanged.
design-folder = The folder
design-folder-further = Dynalab opens 100 files at once. It did not open { $count } more files of the folder.
design-folder-empty = The folder has no file in a format that Dynalab reads.
design-pasted-text = pasted text
design-run-requests = Open the requests in the workbench
design-lesson-keeps = The lesson keeps entities, rates and expected results. Edit tables and requests.
design-close-note = Close
design-not-kept = The browser stores nothing for this page. Save the design as a file before you leave.
design-unreadable = The design that this browser kept cannot be read. Its text is set aside, and nothing is lost.
design-save-unreadable = Save its text as a file
design-discard-unreadable = Discard it

## Relations

design-relations = Entities and relations
design-relations-about = Each row of the parent has rows of the child. The sample obeys these numbers, and a child copies values of its parent.
design-no-relations = There are no relations yet. Without one, the values of two entities do not match in the sample.
design-relation-count = { $relations ->
    [one] 1 relation
   *[other] { $relations } relations
}
design-relation-rows = { $least } to { $most } rows per parent, { $mean } on average
design-add-relation = Add a relation
design-delete-relation = Delete the relation
design-relation-parent = Parent
design-relation-child = Child
design-relation-least = Rows per parent, at least
design-relation-mean = Rows per parent, on average
design-relation-most = Rows per parent, at most
design-relation-skew = Distribution
design-relation-even = Even
design-relation-zipf = Zipf: the first parent has the most rows
design-relation-copies = Attributes of { $child } with a value of { $parent }:
design-copy-to = Attribute
design-copy-from = copies
design-add-copy = Add an attribute that copies
design-delete-copy = Do not copy to { $attribute }
design-sketch = Sketch of { $entities } entities and { $relations } relations
design-sketch-items = { $items } items
design-sketch-more = and { $more } more

## Branch

design-branch = Branch
design-branch-about = A branch is a copy beside this design. Both run under the same load.
design-side-a = A · this design
design-side-b = B · branch
design-edited-side = Edit
design-take-branch = Use the branch
design-drop-branch = Discard the branch

## Migration

design-migration = Migrate from A to B
design-migration-about = The steps add first. Reads move to B before anything is deleted.
design-migration-none = A and B have the same tables and requests. There is nothing to migrate.
design-migration-cost = With all items in production, the steps consume { $units } WCU: { $amount } on demand.
design-migration-copy = Copy as commands
design-migration-copied = The commands are copied.
design-migration-not-copied = The browser did not permit copying. Copy the commands below the steps.
design-migration-commands = All commands
design-migration-command = Command
design-migration-each = Once for each { $item }, with its values in the braces.
design-migration-run = Run on the sample
design-migration-cancel = Cancel the run
design-migration-running = Running on the sample …
design-migration-failed = The migration did not run: { $detail }
design-migration-holds = Every access pattern worked after every step.
design-migration-breaks = A step failed, or an access pattern stopped working. Your design and its data are unchanged. Change design B at the steps in red, then run again.
design-step-cost = { $units } WCU with all items in production.
design-step-result = { $items } items written, { $units } WCU, { $failures } failures
design-step-held = { $side }: { $patterns } access patterns run
design-step-broken = { $side }: no longer as expected: { $names }
design-step-create-table = Create the table { $table }.
design-step-write-attributes = Write { $attributes } with each new { $item } in { $table }.
design-step-backfill = Write { $attributes } to each existing { $item } in { $table }.
design-step-write-both = Write each { $item } to { $old } and to { $new }.
design-step-write-both-keys = Write each { $item } in { $table } under its old key and its new key.
design-step-copy-items = Copy each { $item } from { $old } to { $new }.
design-step-copy-to-key = Copy each { $item } in { $table } to its new key.
design-step-move-keys = Move { $attributes } of each { $item } in { $table } from its old key to its new key, in one transaction.
design-step-create-index = Create the index { $index } of { $table }.
design-step-switch = Send the new requests of these access patterns: { $patterns }.
design-step-drop-index = Delete the index { $index } of { $table }.
design-step-delete-items = Delete each { $item } in { $table } under its old key.
design-step-remove-attributes = Remove { $attributes } from each { $item } in { $table }.
design-step-drop-table = Delete the table { $table }.
design-risk-key-changed = The key of a table cannot change. The new table needs its own alarms, backups and permissions.
design-risk-local-indexes = A local index is created with its table. The new table needs its own alarms, backups and permissions.
design-risk-writers = An old writer leaves these attributes out. Deploy all writers before the next step.
design-risk-write-both = If one of the two writes fails, the items differ. Use a transaction.
design-risk-backfill = The backfill can take capacity from your traffic. Limit its rate.
design-risk-copy = The copy can take capacity from your traffic. Its condition keeps newer items.
design-risk-write-without = Leave { $attributes } out of the new item until the step that moves it.
design-risk-copy-without = The copy has no { $attributes }, so an index contains each item once.
design-risk-copy-twice = Until the old items are deleted, Query and Scan of { $names } return both copies. Until then, skip the second copy in your code.
design-risk-move-keys = From this step on, an index returns each item with its new key. Deploy writers that write { $attributes } to the new item only. Run this step again after the last old writer stops.
design-risk-create-index = You can query the index when it is ACTIVE. Its backfill reads the whole table.
design-risk-switch = Keep the old requests until you trust the new ones. After the next step you cannot return.
design-risk-drop-index = A request that still uses the index fails. Check its consumed capacity first.
design-risk-delete = Deleted data does not come back. Make a backup first.

## Entities and keys

design-entities = Entities and keys
design-entity-count =
    { $entities ->
        [one] one entity
       *[other] { $entities } entities
    }
design-table-count = { $tables } tables
design-index-count =
    { $indexes ->
        [0] no index
        [one] one index
       *[other] { $indexes } indexes
    }
design-undo = Undo
design-redo = Redo
design-add-entity = Add entity
design-add-table = Add table
design-add-index = Add index
design-no-entities = No entities yet. Add an entity, or choose a template.
design-not-stored = No table stores this entity.
design-no-settings = no stream, no TTL
design-keys-of = Keys of { $table }
design-entity = entity
design-items-column = items
design-size = size
design-no-key = none
design-key-label = { $attribute } of { $item }
design-key-when = Only if, for example status = open
design-when = if { $attribute } is { $values }
design-name = Name
design-count = Items in production
design-growth = Items added per month
design-retention = Days an item is kept (empty = always)
design-sample-rows = Rows in the sample
design-owner = Owner (tenant or user)
design-no-owner = no owner
design-attribute = attribute
design-attributes = attributes
design-type = type
design-values = sample values
design-values-any = any
design-values-sequence = numbered
design-values-ulid = ULID (sorts by time)
design-values-uuid = UUID
design-values-choice = one of a list
design-values-cycle = a list in turn
design-values-number = number
design-values-time = date and time
design-values-date = date
design-values-text = long text
design-values-person = name of a person
design-values-email = email address
design-values-flag = true or false
design-values-constant = always the same
design-values-vector = vector
design-details-prefix = Text before the number, for example B-
design-details-list = Values with commas, for example open, closed
design-details-range = Two numbers, for example 1 to 100
design-details-dates = Two dates, for example 2026-01-01 to 2026-03-31
design-details-bytes = Number of bytes, from 1 to 400000
design-details-percent = Percent of items with true, from 0 to 100
design-details-value = The value of every item
design-details-dimensions = Number of dimensions, from 1 to 4096
design-changes = changes later
design-changes-label = { $attribute } changes after the item is created
design-delete-attribute = Delete { $attribute }
design-add-attribute = Add attribute
design-delete-entity = Delete entity
design-store-in = Store in { $table }
design-json = As JSON, with all settings
design-not-json = Line { $line }: { $detail }. The design keeps what it had.
design-table-name = Table name
design-key-attribute = Key attribute
design-ttl = TTL attribute (empty = none)
design-mode = Capacity mode
design-on-demand = on-demand
design-provisioned = provisioned
design-switches = Switches to on-demand in 24 hours
design-recovery = Point-in-time recovery
design-delete-table = Delete table
design-index-name = Index name
design-index-kind = Kind
design-global = Global
design-local = Local
design-projection = Projection
design-project-all = all attributes
design-project-keys = keys only
design-project-some = some attributes
design-included = Attributes
design-delete-index = Delete { $index }
design-template-unclosed = A brace is not closed.
design-template-stray = A closing brace has no opening brace.
design-template-empty = The braces contain no attribute name.
design-template-format = { $format } is not a format. Use digits, iso, date, month, hour, ulid or shard10.
design-not-a-number = Write a number that is not below zero.
design-not-a-percent = Write a number from 0 to { $most }.
design-not-minutes = Write whole minutes from 1 to 1,440.
design-not-a-time = Write a time from 0:00 to 23:59, such as 9:30.
design-not-hours = Write 24 numbers, one for each hour from 0:00. Numbers in the field: { $found }.
design-not-an-hour = The value for { $hour } is { $text }. Write a whole number from 0 to 100.
design-no-name = A name is missing.
design-name-taken = Another one has this name.

## Access patterns

design-patterns = Access patterns
design-pattern = access pattern
design-per-second = per s
design-served = served by, and why
design-expected = Expected result
design-result = result
design-finding = finding
design-findings = Findings of tables, indexes and entities
design-add-pattern = Add pattern
design-new-pattern = Pattern
design-no-patterns = No access patterns yet. Add a pattern with its expected result.
design-checking = Checking …
design-stop-check = Stop
design-held = The last check of this design was stopped, or needed more memory than it can have. The design is open without a check.
design-check-now = Check it now
design-status = { $patterns } run over { $items } sample items, { $milliseconds } ms
design-spoken = { $green } access patterns return what you expect, { $red } do not.
design-green = { $patterns } as expected
design-red = { $patterns } red
design-hot-keys =
    { $keys ->
        [one] 1 hot key
       *[other] { $keys } hot keys
    }
design-scans =
    { $scans ->
        [one] 1 Scan
       *[other] { $scans } Scans
    }
design-errors =
    { $findings ->
        [one] 1 error
       *[other] { $findings } errors
    }
design-as-expected = as expected
design-hot-key = hot key
design-turned-red = now red
design-turned-green = now green
design-units-both = { $units } in sample and production
design-units-sample = { $units } in the sample
design-units-production = { $units } in production
design-per-month = { $amount } a month
design-item-count =
    { $items ->
        [one] one item
       *[other] { $items } items
    }
design-empty-meant = an empty result is meant
design-how-not-run = not run
design-how-get = Get
design-how-query = Query
design-how-queries = Queries
design-how-scan = Scan
design-how-batch = Batch
design-how-write = Write
design-how-transaction = Transaction
design-how-search = Search
design-how-other = Request
design-red-no-request = no request
design-red-no-expectation = no expected result
design-red-not-run = not run
design-red-refused = rejected
design-red-error-expected = another error expected
design-red-empty = empty result
design-red-not-empty = not empty
design-red-count = other number of items
design-red-rows = other items
design-red-value = other value
design-red-order = other order
design-red-state = other item after the write
design-red-scan = needs a Scan
design-red-more-pages = more pages
design-code = rule { $rule }
design-apply = Apply on a branch
design-severity-error = Error.
design-severity-warning = Warning.
design-severity-advice = Advice.

## Form of a pattern

design-average = Requests per second, average
design-peak = Requests per second, peak
design-day = Shape of the day
design-day-one-peak = one peak
design-day-day-and-night = day and night
design-day-flat = flat
design-day-drawn = drawn by the hour
design-peak-start = Start of the peak
design-peak-minutes = Length of the peak, minutes
design-hours = Percent of the peak, hours 0 to 23
design-rate-growth = Growth in a year, percent
design-failed = Failed conditions, percent
design-access = Sent by
design-access-owner = the owner of the items
design-access-service = the application or a batch job
design-access-public = every user
design-strong = Strongly consistent reads
design-request = Request
design-action-get = GetItem
design-action-query = Query
design-action-scan = Scan
design-action-put = PutItem
design-action-update = UpdateItem
design-action-delete = DeleteItem
design-action-none = none yet
design-action-other = several items or another request
design-operator-none = any value
design-operator-equals = equals
design-operator-begins-with = begins with
design-operator-between = between
design-operator-below = less than
design-operator-at-most = at most
design-operator-above = greater than
design-operator-at-least = at least
design-value-of = Value of { $attribute }
design-limit = Limit
design-descending = Descending order
design-all-pages = Read all pages
design-filter = Filter
design-condition = Condition
design-update = Update expression
design-item = Item
design-parameter = Value of { $name }
design-parameter-hint = Entity.attribute row 1, or a value
design-result-none = not written yet
design-result-count = exactly so many items
design-result-at-least = at least so many items
design-result-empty = empty
design-result-stored = the item is stored
design-result-deleted = the item is deleted
design-result-error = an error
design-result-other = several results: items, values, order
design-expected-value = Number or error
design-sent = Request and response of the last check
design-read-returned = { $read } items read, { $returned } returned
design-move-up = Move up
design-delete-pattern = Delete pattern

## Totals

design-totals = Totals of the design
design-month = per month, in production
design-reads = read units per second, in production
design-writes = write units per second, in production
design-red-patterns = red patterns
design-scan-count = Scans
design-hot-key-count = hot keys
design-prices = prices
design-cost-change = Against the last check: { $change } a month.
design-no-strong-price = No price is known for writes to replicas with strong consistency, so the sums are without them.
design-no-vector-price = Vector indexes are in none of these sums, because a design does not say how many bytes searches read. Open Capacity to add them.
design-no-price = No price is known for some lines in this Region, so the sums are without them. Open Capacity to see which.
design-storage = Storage of all items in one year, with growth and retention: { $size }, { $amount } a month, included.
design-to-capacity = Compare capacity modes with these figures
design-to-lab = Run a day of this traffic on partitions

## Items

design-items = Items
design-table-or-index = Table or index
design-items-shown = sample, { $shown } of { $items } items, { $size }
design-no-items = No item of the sample is in this index.
design-whole = The whole design
design-whole-about = The Region, the seed and settings such as streams, auto scaling and alarms have no form yet. Edit them as JSON.

## Names of templates

design-named-shop = Shop
design-named-chat = Chat
design-named-bike-sharing = Bike sharing
design-named-users-transfer-code = Users with transfer code
design-named-game-first = Game, first stage
design-named-game-grown = Game, grown
design-named-saas-tenants = SaaS tenants
design-named-iot-readings = IoT readings
design-named-votes = Votes
design-named-log-counts = Log counts
design-named-token-store = Token store
design-named-reservations = Reservations
design-named-social-graph = Social graph
design-relation-which-parent = Which entity is the parent?
design-relation-which-child = Which entity belongs to { $parent }?
design-cancel = Cancel
design-rename-entry = Name of { $name }
design-place-top = The text
design-unknown-member = { $place }: there is no member “{ $member }” here. Allowed: { $allowed }. Example: { $example }. The design keeps what it had.
design-missing-member = { $place }: the member “{ $member }” is missing. Example: { $example }. The design keeps what it had.
design-wrong-value = { $place }: this value is of another kind. Allowed: { $examples }. The design keeps what it had.
design-more-members = More settings
design-add-member = Add a setting …
design-add-entry = Add
design-add-step = Add a step
design-remove-member = Remove: { $member }
design-entry-name = New name
design-step-number = Step { $number }
design-name-sign = Attribute of #{ $name }
design-unknown-name = The design has no { $name }.
design-unknown-name-near = The design has no { $name }. Nearest: { $near }.
design-parameter-kind = Kind of { $name }
design-parameter-sample = from the sample
design-parameter-new = of the new item
design-parameter-value = constant
design-key-type = Type of { $attribute }
design-between-from = { $attribute } from
design-between-to = { $attribute } to
design-format = Members of the format
design-format-member = Member
design-format-meaning = Meaning
design-format-example = Example
design-action-transact-write = TransactWriteItems
design-action-transact-get = TransactGetItems
design-action-batch-get = BatchGetItem
design-action-batch-write = BatchWriteItem
design-action-search-vectors = SearchVectors
design-action-request = any request, as JSON
design-action-check = ConditionCheck
design-means-notes = Notes
design-means-seed = Seed of the sample
design-means-region = Region
design-means-entities = Entities
design-means-relations = Relations
design-means-tables = Tables
design-means-patterns = Access patterns
design-means-version = Version
design-means-name = Name
design-means-count = Number of items
design-means-sample = Rows in the sample
design-means-growth-per-month = New items per month
design-means-retention-days = Kept for days
design-means-owner = Attribute with the owner
design-means-attributes = Attributes
design-means-rows = Sample rows
design-means-type = Type
design-means-values = Values
design-means-changes = Changes later
design-means-present = Share of items that have it
design-means-prefix = Text before the number
design-means-width = Digits
design-means-start = First number
design-means-from = From
design-means-to = To
design-means-weights = Weights
design-means-least = At least
design-means-most = At most
design-means-decimals = Decimals
design-means-bytes = Size in bytes
design-means-share = Share
design-means-value = Constant
design-means-dimensions = Dimensions
design-means-kind = Kind
design-means-parent = Parent
design-means-child = Child
design-means-copies = Copied attributes (child from parent)
design-means-per-parent = Children per parent
design-means-mean = On average
design-means-skew = Distribution
design-means-partition-key = Partition key
design-means-sort-key = Sort key
design-means-indexes = Indexes
design-means-vector-indexes = Vector indexes
design-means-items = Kinds of items
design-means-ttl = TTL attribute
design-means-stream = Stream
design-means-recovery = Point-in-time recovery
design-means-mode = Capacity mode
design-means-provisioned = Provisioned
design-means-headroom-percent = Above the peak, percent
design-means-switches-to-on-demand = Switches to on-demand per 24 hours
design-means-scaling = Auto scaling
design-means-alarms = Alarms
design-means-class = Table class
design-means-deletion-protection = Deletion protection
design-means-replicas = Replicas
design-means-replica-consistency = Consistency of the replicas
design-means-capacity = Capacity
design-means-settings = Settings
design-means-projection = Projection
design-means-include = Projected attributes
design-means-attribute = Attribute
design-means-distance = Distance function
design-means-filters = Attributes to filter by
design-means-entity = Entity
design-means-keys = Keys
design-means-template = Template
design-means-when = Only when
design-means-is = Has one of the values
design-means-view = View
design-means-readers = Readers
design-means-expired = Deletes of TTL
design-means-mapping = Event source mapping
design-means-index = Index
design-means-units = Units
design-means-target-percent = Target, percent
design-means-scale-in-seconds = Seconds between reductions
design-means-scale-out-seconds = Seconds between increases
design-means-metric = Metric
design-means-operation = Request
design-means-statistic = Statistic
design-means-period-seconds = Seconds of each value
design-means-threshold = Threshold
design-means-comparison = Comparison
design-means-periods = Compared values
design-means-periods-to-alarm = Values beyond the threshold
design-means-missing = Missing values
design-means-read = Reads
design-means-write = Writes
design-means-warm = Warm throughput
design-means-maximum = Maximum on-demand throughput
design-means-recovery-days = Days of recovery
design-means-tags = Tags
design-means-encryption = Encryption
design-means-enabled = With a key of AWS KMS
design-means-key = Key
design-means-deletion-policy = When the stack is deleted
design-means-replacement-policy = When the stack replaces it
design-means-policy = Policy of the table
design-means-stream-policy = Policy of the stream
design-means-contributor-insights = Contributor insights
design-means-rate = Rate
design-means-failed-conditions = Share of failed conditions
design-means-consistency = Consistency
design-means-access = Caller
design-means-busiest-share = Share of the busiest key
design-means-parameters = Parameters
design-means-expect = Expected result
design-means-average = On average per second
design-means-peak = At the peak per second
design-means-day = Day
design-means-growth = Growth in a year
design-means-one-peak = One peak
design-means-minutes = Minutes
design-means-at = First minute
design-means-drawn = Percent at each hour
design-means-of = Attribute of the sample
design-means-row = Row of the sample, from 0
design-means-new = Attribute of the new item
design-means-begins-with = Begins with
design-means-between = Between
design-means-below = Less than
design-means-at-most = At most
design-means-above = Greater than
design-means-at-least = At least
design-means-hash-names = Attributes behind #
design-means-condition = Condition
design-means-table = Table
design-means-item = Kind of item
design-means-set = Attributes to set
design-means-update = Update expression
design-means-filter = Filter
design-means-all-pages = Read all pages
design-means-vector = Parameter with the vector
design-means-top = Number of results
design-means-limit = Limit
design-means-descending = Descending
design-means-for-each = One Query for each value of
design-means-body = Body
design-means-reads = Steps
design-means-writes = Steps
design-means-action = Step
design-means-by = Attribute
design-means-empty = Empty result
design-means-each = Each item has
design-means-first = The first item has
design-means-order = Order
design-means-error = Error
design-means-after = Items afterwards
design-means-gone = Does not exist
design-means-has = Has these values
design-means-where = Where
## family: design-named-
## family: design-action-
## family: design-operator-
## family: design-result-
## family: design-means-
