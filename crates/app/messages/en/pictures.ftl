# The pictures and what turns the world around the tables. They are in the pictures module, which a visit fetches when it opens them.
as-a-table = Show as a table

picture-groups = Diagram groups
picture-group-data = Storage
picture-group-requests = Requests
picture-group-changes = Streams and TTL
picture-group-world = Simulation
picture-partitions = Partitions
picture-dials = Settings

dials-about = Delays and limits of the simulated service. “No limits”: none. “Realistic”: published limits and estimated delays, repeatable by seed.
profile = Profile
profile-instant = No limits
profile-realistic = Realistic
seed = Seed
account = Region and account
account-region = Region
account-id = Account ID
account-about = Both are part of every ARN. You can change them while the workspace has no tables, streams or backups.
dial = Setting
dial-table-change-ms = Time from CREATING or UPDATING to ACTIVE, and from DELETING to deleted. At the realistic value, each kind of change takes its measured time.
dial-cool-downs = Limit how soon tags, protection, policy, table class and encryption can change again, and backups can start.
dial-index-propagation-ms = Minimum time until a global index shows a write.
dial-index-propagation-most-ms = Maximum time until a global index shows a write. Each index and write has its own delay.
dial-index-backfill-ms = Minimum time from CREATING to ACTIVE for a global index on an existing table. At the realistic value, it takes the measured time.
dial-index-backfill-units = Items per second that backfill a new global index; 0 = all at once.
dial-index-capacity = Limit global index updates to the provisioned write capacity. Excess updates wait.
dial-time-to-live-change-ms = Time before the TTL setting can change again.
dial-time-to-live-enabling-ms = From ENABLING to ENABLED and from DISABLING to DISABLED, of time to live.
dial-time-to-live-sweep = Delete expired items.
dial-time-to-live-delay-least-ms = Minimum time from expiry to TTL deletion.
dial-time-to-live-delay-most-ms = Maximum time from expiry to TTL deletion.
dial-time-to-live-sweep-interval-ms = Interval between TTL deletion runs.
dial-stream-shards = Give a stream one shard per table partition.
dial-stream-shard-roll-ms = How long a shard stays open before a new shard replaces it.
dial-replication-lag-least-ms = Minimum time until a write reaches another Region.
dial-replication-lag-most-ms = Maximum time until a write reaches another Region.
dial-metrics = Record CloudWatch metrics.
dial-stream-poll-interval-ms = Interval between polls of a stream consumer while records arrive.
dial-stream-retry-ms = Wait before the first retry of a failed batch. Each wait doubles, up to one minute.
dial-setting-change-ms = Time from ENABLING to ENABLED or CREATING to ACTIVE for insights, destinations and replicas. At the realistic value, insights and replicas take their measured times.
dial-transaction-timestamps = Cancel a transaction if one of its items was written by a request with a later timestamp.
dial-page-piece-items = Items that Query and Scan read before other requests get a turn; 0 = the whole page at once.
dial-recovery-ms = How far the latest restorable time is behind the current time.
dial-replica-lag-least-ms = Minimum time until a write reaches a follower of its partition.
dial-replica-lag-most-ms = Maximum time until a write reaches a follower of its partition.
dial-leader-lease-ms = How long the lease of a partition leader lasts after its zone goes down.
dial-replica-catch-up-units = Writes per second a replica applies when its zone returns; 0 = all at once.
dial-capacity-limits = Throttle requests above the throughput of partitions, tables and the account.
dial-capacity-era = 2014: partitions share a table's throughput equally and never split for heat. Any other value: current behavior.
dial-capacity-history = Record consumed and throttled units: per second for five minutes, per minute for three hours.
dial-burst-ms = How long unused provisioned capacity is kept as burst capacity (at least one second).
dial-partition-read-units = Read units per second per partition; 0 = no limit.
dial-partition-write-units = Write units per second per partition; 0 = no limit.
dial-scan-partitions = Charge a scan of an on-demand table at least 0.5 read units per partition (1 if strongly consistent).
dial-partition-size-bytes = Maximum partition size before it splits; 0 = no limit.
dial-table-figures-ms = Time between updates of ItemCount and TableSizeBytes in DescribeTable; 0 = always current.
dial-item-collection-bytes = Maximum size of an item collection with its local index entries, in tables with local indexes; 0 = no limit.
dial-split-heat-permille = Share of its limit (per mille) at which a partition counts as hot for a second; 0 = never.
dial-split-heat-ms = How long a partition must be hot before it splits.
dial-table-quota-units = Account quota per on-demand table or global index, in units per second; 0 = no limit.
dial-on-demand-peak-ms = An on-demand table serves twice its peak from before this period; 0 = no limit.
dial-auto-scaling = Adjust provisioned throughput to load for tables with auto scaling. Needs capacity_limits.
setting-source-published = Realistic value: published by AWS.
setting-source-measured = Realistic value: measured against DynamoDB.
setting-source-estimate = Realistic value: our estimate.
setting-source-own = A setting of Dynalab. DynamoDB has no such value.
value = Value

picture-ttl = TTL
now = now
switch-on = Turn on
ttl-is-off = TTL is off
ttl-is-off-about = Enter the attribute with the expiry time in epoch seconds. TTL deletes items after that time.
ttl-attribute = Attribute
ttl-no-sweeps = With “No limits”, expired items are never deleted. DynamoDB deletes them within a few days.
ttl-sweep = Delete expired items
ttl-no-items = No item has an expiry time.
ttl-next-sweep = next TTL deletion
ttl-far-away = expires thousands of years ahead: is the value in milliseconds?
ttl-valid = valid
ttl-expired = expired, still readable
ttl-caption =
    Expired does not mean deleted. { $status } on { $attribute }: { $expired ->
        [one] one item has
       *[other] { $expired } items have
    } expired but can still be read. TTL deleted { $deleted } at no cost.
ttl-item = Item
ttl-expires = Expires
ttl-due = Earliest deletion
ttl-state = State

picture-request = Request path
no-table = No table yet
no-table-about = This diagram shows a table of this workspace. Load a sample, or create a table of your own.
no-table-sample = Load a sample
request-empty = No request yet
request-none = Run a request to see which partition serves it, what it reads and what it consumes.
your-code = your code
router = router
request-read =
    { $read ->
        [one] One item
       *[other] { $read } items
    } read for { $units }. The partition key alone selects the partition.
request-threw-away = { $read } items read and charged ({ $units }). The filter removed { $thrown } of them. A filter runs after the read.
request-wrote =
    { $written ->
        [one] One item
       *[other] { $written } items
    } written for { $units }, including index updates.
fate-read = read
fate-thrown-away = read, filtered out
fate-missing = not found
fate-written = written
fate-deleted = deleted
fate-held = locked
fate-conflict = conflict
request-place = Location
request-item = Item
request-fate = Result
request-bytes = Bytes

limits-off-title = Limits are off.
limits-off-about = Nothing is throttled. DynamoDB throttles requests above the limits of a table, a partition or a key.
limits-turn-on = Turn on limits
partitions-count = { $count ->
    [one] one partition
   *[other] { $count } partitions
 }
partitions-lies-in = { $key } is in P{ $partition }
partitions-split = P{ $partition } split
partitions-split-about = Into two, between the requested keys. Splits are permanent.
partitions-throttled = P{ $partition } throttled { $count }
partitions-throttled-about = A partition serves up to 1,000 WCU and 3,000 RCU per second. Each key belongs to one partition.
partitions-table-flow = Whole table, now
partitions-flow-of = { $now } of { $limit } { $unit }/s, burst { $saved }
partitions-flow-up-to = { $now } of { $limit } { $unit }/s
partitions-from = Hash range start
partitions-writes = WCU per second
partitions-reads = RCU per second
partitions-refused = throttled
partitions-caption =
    The hash of the partition key selects the partition. This table has { $count ->
        [one] one partition
       *[other] { $count } partitions
    }.
partitions-caption-throttled =
    The hash of the partition key selects the partition. This table has { $count ->
        [one] one partition
       *[other] { $count } partitions
    }. { $throttled } requests were throttled.
partitions-partition = Partition
partitions-parent = Split from
partitions-items = Items
partitions-size = Size

picture-traffic = Traffic
traffic-keys = Keys
traffic-keys-hot-key = one hot key
traffic-keys-uniform = uniform
traffic-keys-zipf = skewed (Zipf)
traffic-keys-time-series = current minute (time series)
traffic-rate = Pattern
traffic-rate-constant = constant
traffic-rate-spike = spikes
traffic-rate-ramp = ramp up
traffic-rate-diurnal = day and night
traffic-per-second = Requests per second
traffic-reads = Reads, %
traffic-start = Start
traffic-stop = Stop
traffic-binary-keys = Traffic needs string or number keys. The keys of this table are binary.
traffic-none = No traffic yet. Traffic writes its own items (TRAFFIC#…) to this table. One Undo removes them.
traffic-caption = { $requests } requests: { $ok } succeeded, { $refused } throttled.
traffic-unlimited = { $requests } requests, all served. Limits are off, so none could be throttled.
traffic-late = { $requests } requests: { $ok } succeeded, { $refused } throttled. The clock is waiting: requests arrive faster than Dynalab can process them.
traffic-served = succeeded
traffic-throttled = throttled
traffic-outcome = Result
traffic-count = Requests
per-second = requests per second
traffic-generated = Traffic with generated items

load-test-title = Traffic on my data
load-test-about = Dynalab sends the requests of your history to a copy of your tables, with their key values. Your items, your history and the clock stay as they are.
load-test-empty = No requests to repeat yet. Send a request to this table first, such as a Query or a PutItem. Its access pattern appears here.
load-test-write = Write a request
load-test-share = Share, %
load-test-hottest = { $value }, %
load-test-measured-requests =
    Measured: { $attribute } of { $count ->
        [one] one request
       *[other] { $count } requests
    } ({ $distinct ->
        [one] one value
       *[other] { $distinct } values
    })
load-test-measured-items =
    Measured: { $attribute } of { $count ->
        [one] one item
       *[other] { $count } items
    } ({ $distinct ->
        [one] one value
       *[other] { $distinct } values
    })
load-test-only-value = Every request has { $value }: the items have no other key value, so its share is 100 %.
load-test-per-second = Requests per second
load-test-seconds = Duration, seconds
load-test-start = Start load test
load-test-stop = Stop load test
load-test-limits-off = Limits are off in this workspace. The copy has the limits of DynamoDB.
load-test-waiting = The load test has started. The first responses appear in a second.
load-test-running = Running: second { $second } of { $seconds }.
load-test-late = Running: second { $second } of { $seconds }. Requests arrive faster than Dynalab can process them, so the test takes longer.
load-test-ended = Ended after { $second } of { $seconds } seconds. The copy is deleted.
load-test-served = All { $requests } requests succeeded.
load-test-throttled = DynamoDB throttled { $percent } % of { $requests } requests. The most frequent reason is { $reason }.
load-test-failed = { $percent } % of { $requests } requests failed, most of them with { $error }.
load-test-failed-legend = failed
load-test-hot-key = Hot key: { $value } has { $percent } % of the requests to { $resource } ({ $attribute }). { $throttled } of them were throttled.
load-test-units = Consumed per second: { $reads } RCU and { $writes } WCU.
load-test-cost = Cost at this load: { $usd } per hour (prices of { $region }).
load-test-heat = Use of each partition, % of its limit
load-test-partition = Partition
load-test-peak = Highest use, %
load-test-throttled-count = Throttled requests

picture-replicas = Replicas
replicas-zones = Availability zones
replicas-zone = zone { $zone }
replicas-zone-name = Zone
replicas-take-down = Stop zone { $zone }
replicas-bring-back = Restart zone { $zone }
replicas-leader = leader
replicas-follower = follower
replicas-stale = out of date
replicas-down = zone down
replicas-missed = Replicas of this table in zone { $zone } miss { $count ->
    [one] one write
   *[other] { $count } writes
}.
replicas-behind = { $count } writes, { $ms } ms behind
replicas-caption = A write succeeds when two of three replicas have it. The leader serves strongly consistent reads. Any replica can serve an eventually consistent read and may return old data.
replicas-caption-unwritable =
    { $count ->
        [one] One partition cannot accept writes
       *[other] { $count } partitions cannot accept writes
    }: no leader, or too few replicas. Eventually consistent reads still work.
replicas-role = Role
replicas-status = Status
replicas-pending = Missing writes
replicas-milliseconds = Lag (ms)

picture-indexes = Indexes
indexes-none = No global index
indexes-none-about = With a global index, each write to the table is applied to the index a moment later. You see the writes that wait.
indexes-add = Add an index
indexes-backfilling = backfilling: { $looked } of { $items }, { $skipped } skipped
indexes-caught-up = up to date
indexes-waiting = { $count } pending, { $ms } ms
indexes-later = asynchronous
indexes-write = pending writes
indexes-caption = The write returns first. Each index updates afterward. { $count ->
    [one] One write is pending.
   *[other] { $count } writes are pending.
 }
indexes-index = Index
indexes-oldest = Oldest (ms)
indexes-left = Longest remaining (ms)

picture-vectors = Vector search
vectors-no-index = No vector index
vectors-none = This table has no vector index. The sample “Dishes by taste” has one.
vectors-empty = The vector index has no entries yet.
vectors-index = Index
vectors-near = Near
vectors-top-k = Results (TopK)
vectors-edit = Edit as a request
vectors-cosine = Cosine distance: 0 is the same direction
vectors-euclidean = Euclidean distance: 0 is the same vector
vectors-dot-product = Dot product: larger is nearer
vectors-query = query
vectors-returned = returned
vectors-others = other entries
vectors-caption = The distance from the center is the score. The direction tells entries apart by two axes of { $dimensions } dimensions. Entries examined: { $examined }. Bytes of the search in Dynalab: { $bytes }. DynamoDB searches approximately, so its figure varies.
vectors-rank = Rank
vectors-item = Item
vectors-score = Score
vectors-entry-bytes = Entry (bytes)
vectors-by-projection = The same entries with each projection
vectors-projection = Projection
vectors-stored = Stored (bytes)
vectors-returned-bytes = Returned (bytes)
vectors-search-bytes = Search (bytes)
vectors-current = { $projection } (this index)

picture-streams = Streams
streams-off = The stream is off
streams-off-about = A stream has a record of each change of an item, in order, for 24 hours.
streams-switch-on = Turn on the stream
streams-add-function = Add a simulated trigger
streams-function-about = batches of 10, 200 ms each, occasional failures
streams-remove-function = Remove the trigger
streams-closed = closed
streams-open = open
streams-waiting = { $count } pending
streams-done = all processed
streams-insert = insert
streams-modify = modify
streams-remove = remove
streams-expired = TTL delete
streams-caption = A shard belongs to a partition. When the partition splits, the parent shard closes and two child shards open. Read the parent to its end first to keep the order per item. View type: { $view }.
streams-caption-mapped = Function invocations: { $invocations }, failed: { $failed }. Records delivered: { $delivered }, redelivered: { $again }, sent to the dead-letter queue: { $dead }.
streams-shard = Shard
streams-records = Records
streams-age = Iterator age (ms)

picture-workers = Workers
workers-no-stream = The workers of an application read the shards of a stream.
workers-none = No application reads this stream. The workers of an application share its shards, as with the Kinesis Client Library.
workers-start = Start the workers
workers-apply = Apply and start stopped workers
workers-stop = Stop { $worker }
workers-remove = Remove the application
workers-application = Application
workers-count = Workers
workers-checkpoint = Records per checkpoint
workers-lease = Lease (s)
workers-worker = Worker
workers-processed = { $count } processed
workers-stopped = stopped
workers-noted = before the checkpoint
workers-unnoted = processed, no checkpoint yet
workers-waiting = waiting
workers-parent = waits for its parent
workers-free = no worker
workers-done = done
workers-abandoned = leased until { $time }
workers-caption = Records processed: { $processed }, twice: { $twice }. Checkpoints: { $checkpoints }. If all workers stop now, { $risk } records are processed twice.
workers-hidden = Shards left out: { $count }.

picture-clients = Concurrency
clients-case = Scenario
clients-case-read-then-write = read, then write
clients-case-condition = conditional write
clients-case-transactions = two transactions
clients-case-batch-read = a transaction and a batch read
clients-explore = Find an interleaving that fails
clients-about = Each client sends its requests in order. Their steps can interleave in many ways. Dynalab tries all of them on a copy of your tables.
clients-edit = Requests of each client
clients-client = Client { $letter }
clients-outcome = Outcome { $number } of { $count }, from { $interleavings } interleavings
clients-torn = Not serializable: one request saw part of another. { $broken } of { $interleavings } interleavings fail.
clients-unexplained = Another client wrote between this client's read and its write. { $broken } of { $interleavings } interleavings fail.
clients-explained = Same result as running in the order { $order }. { $broken } of { $interleavings } interleavings fail.
clients-not-all = Same result as running in the order { $order }. Dynalab tried the first { $interleavings } interleavings. { $broken } fail.
clients-step = step
clients-answered = succeeded
clients-refused = failed
clients-right = right result, at the end
clients-wrong = wrong result, at the end
clients-number = Step
clients-who = Client
clients-previous = Previous outcome
clients-next = Next outcome

picture-handlers = Triggers
handlers-about = A trigger runs your JavaScript function on the table's stream, as AWS Lambda does. Dynalab passes records in batches and retries as an event source mapping does. The function runs in a sandbox without network access while diagrams are open.
handlers-off = This workspace contains a trigger that is turned off in this browser. Read its code before you turn it on. It cannot reach the network or change the page. It can read and write every table in this workspace.
handlers-embedded = Functions do not run in a frame of another site. Open the tables in Dynalab to run them.
handlers-run-kept = Turn on
handlers-on = On. Runs while diagrams are open. Otherwise batches wait.
handlers-stop = Stop
handlers-follows = The tab that is editing runs the trigger.
handlers-looks-back = You are viewing the past. Pending batches run when you return to the latest point.
handlers-undone = You undid a request, so the trigger is paused and you can redo it. To continue, start a new branch.
handlers-go-on = Continue from here
handlers-run = Save and run
handlers-remove = Remove
handlers-second = Create the table { $table }
handlers-unsaved = Unsaved changes
handlers-code = Function (JavaScript). dynamodb.putItem(…) and all other operations work on the tables of this workspace.
handlers-preset = Template
handlers-preset-own = your own code
handlers-preset-log = Log every change
handlers-preset-copy = Copy into a second table
handlers-preset-count = Count items in a second table
handlers-preset-poison = Fail on an invalid record
handlers-limit = Timeout
handlers-limit-1 = 1 second
handlers-limit-3 = 3 seconds
handlers-limit-5 = 5 seconds
handlers-limit-10 = 10 seconds
handlers-limit-15 = 15 seconds
handlers-batch = Batch size
handlers-retries = Retries
handlers-bisect = Bisect a failed batch
handlers-report-items = Report individual failures (batchItemFailures)
handlers-iterators = Position in each shard
handlers-position = next: { $position }
handlers-behind = { $count } pending, oldest { $age }
handlers-retry-waits = { $count } pending behind retry { $retry }
handlers-invocations = Recent invocations (simulated time)
handlers-none-yet = No invocations yet. Write an item to the table.
handlers-letters = Discarded records, sent to the on-failure destination
handlers-rec = { $count } records
handlers-runs = running
handlers-done = succeeded
handlers-partial = failed on one record
handlers-failed = failed
handlers-caption =
    { $invocations ->
        [0] No invocations yet
        [one] One invocation
       *[other] { $invocations } invocations
    }, { $failed } failed. Records processed: { $delivered }; delivered again: { $again } (a stream delivers at least once); discarded: { $given ->
        [one] one
       *[other] { $given }
    }.
handlers-number = Invocation
handlers-records = Records
handlers-sequence = Sequence numbers
handlers-retry = Retry
handlers-took = Duration
handlers-outcome = Outcome
handlers-given-up-at = Discarded at
handlers-why = Reason
handlers-handed = Deliveries
handlers-output = Output
handlers-stopped = Stopped. The batch waits.
handlers-run-head = batch { $batch } · { $ms } ms · { $calls ->
    [0] no calls
    [one] one call
   *[other] { $calls } calls
 }

request-touched = Accessed
request-touched-places = { $partitions ->
    [one] one partition
   *[other] { $partitions } partitions
 }, { $indexes ->
    [one] one index
   *[other] { $indexes } indexes
 }
request-read-items = Read
request-thrown-items = Filtered out
request-returned = Returned
request-written-items = Written
request-charged = Consumed capacity
request-answer-size = Response size
request-where = In { $member }:
request-error-page = About this error and how to fix it

advice-title = Cheaper alternatives
advice-title-error = Alternatives that work
advice-none = No cheaper request found.
advice-as-asked = Original request
advice-otherwise = Alternative
advice-count = Requests
advice-read-units = RCU
advice-write-units = WCU
advice-sent = Request
advice-requests = Requests
advice-once = (once, in advance)
advice-edit = Open in the editor
advice-branch = Run on a new branch
branch-from-advice = Ran on branch “{ $name }”, starting before the request. Use the branch menu to go back.
advice-works = Verified: the request succeeds.
advice-same-items = ✓ Verified: same items.
advice-same-tables = ✓ Verified: same tables afterward.
advice-not-the-same = ≠ Different response. Check whether it meets your need.
advice-query-instead-of-scan = Query instead of Scan
advice-query-instead-of-scan-why = The Scan read { $read } items and filtered out { $thrown }. The filter contains the partition key, so a Query reads only the items that match { $condition }.
advice-index-instead-of-scan = Query index { $index } instead of Scan
advice-index-instead-of-scan-why = The Scan read { $read } items and filtered out { $thrown }. Index { $index } has the filter's attribute as its key: { $condition }.
advice-key-instead-of-filter = Key condition instead of filter
advice-key-instead-of-filter-why = A filter runs after the read. The key condition limits what is read. With { $condition } you need no filter.
advice-index-instead-of-filter = Another index instead of a filter
advice-index-instead-of-filter-why = { $read } items were read and { $thrown } filtered out. Index { $index } has the filter's attribute in its key: { $condition }.
advice-index-for-filter = Index instead of filter
advice-index-for-filter-why = No key contains { $attribute }, so { $read } items were read and { $thrown } filtered out. A global index on it reads only matching items, but adds a write to each such item.
advice-count-from-description = Item count without a read
advice-count-from-description-why = Counting read and charged { $read } items. DescribeTable returns ItemCount at no cost. DynamoDB updates it about every six hours.
advice-eventual-read = Eventually consistent read
advice-eventual-read-why = A strongly consistent read costs twice as much: { $units } RCU here. If a short delay is acceptable, the same read costs half.
advice-consistent-index = Eventually consistent index read
advice-consistent-index-why = { $index } is a global index, and global indexes do not support strongly consistent reads. Remove ConsistentRead.
advice-reserved-word = Placeholder for a reserved word
advice-reserved-word-why = { $word } is a reserved word. Define a #placeholder for it in ExpressionAttributeNames.
advice-single-item-transaction = { $operation } instead of a one-item transaction
advice-single-item-transaction-why = A transaction costs twice as much: { $units } units here. A single request is atomic and accepts the same condition.
advice-batch-of-reads = One batch instead of { $count } reads
advice-batch-of-reads-why = One BatchGetItem replaces the last { $count } GetItem requests: the same capacity in one round trip instead of { $count }.
advice-update-instead-of-read-and-put = Update instead of read and put
advice-update-instead-of-read-and-put-why = You read the item and put it back with { $changed } of { $attributes } attributes changed. UpdateItem needs no read and does not overwrite concurrent changes.
advice-update-instead-of-put = Update only what changed
advice-update-instead-of-put-why = { $changed } of { $attributes } attributes changed. UpdateItem sends { $less } bytes instead of { $bytes }. Write units are the same: they depend on the size of the whole item.
advice-small-item = Separate item for frequent changes
advice-small-item-why = Only { $attribute } changed in an item of { $bytes } bytes, but every byte is charged. In a separate item ({ $place }) of the same item collection, the write costs one unit. One Query still reads both.
advice-keys-only-index = Keys-only index
advice-keys-only-index-why = The request reads only keys, but { $index } projects more. A KEYS_ONLY index ({ $other }) costs less to read and to update.
advice-projection-saves-nothing = A projection does not reduce cost
advice-projection-saves-nothing-why = DynamoDB reads and charges whole items ({ $units } RCU). The projection only makes the response smaller ({ $bytes } bytes).
advice-count-saves-nothing = Counting costs as much as reading
advice-count-saves-nothing-why = Select COUNT reads and charges every item ({ $units } RCU). Only the response is small.

picture-compare = Compare
compare-one = From
compare-other = To
compare-exchange = Swap
compare-shown = current position in history
compare-branches = Branch tips
compare-branch = Branch { $branch }
compare-named = Named points
compare-entries = Requests with changes
compare-by-number = or request number
compare-number = request { $number }
compare-caption = From request { $one } to request { $other }. Items added: { $added }, removed: { $removed }, changed: { $changed }.
compare-same = No difference between request { $one } and request { $other }.
compare-table = Table
compare-added = added
compare-removed = removed
compare-changed = changed
compare-unchanged = unchanged
compare-settings = Definition
compare-is-same = no difference
compare-no-tables = Neither point has any tables.
compare-table-added = Added { $table }
compare-table-removed = Removed { $table }
compare-table-changed = { $table }
compare-more = and { $count } more
compare-attributes = Differences
compare-attribute = Attribute
compare-before = Before
compare-after = After

clients-case-write-skew = write skew: both read, each writes a different item
clients-case-transfer = two transfers and a reader
clients-more = Add a third client
clients-fewer = Remove the last client
clients-step-through = Step through this order
clients-by-hand = Step by step
clients-by-hand-about = Run one step of a client at a time and see who holds which lock. Your tables do not change until you save the result.
clients-next-step = Next step:
clients-done = all requests sent
clients-follow = Interleaving step { $number } of { $count }
clients-back = Previous step
clients-again = Restart
clients-keep = Save the result
clients-kept = Saved as one history entry. Undo removes it.
clients-under-way = A request is in progress.
clients-no-step = No steps yet.
clients-last-step = Step { $number }: { $client }, { $operation }: { $state }. Items: { $items }.
clients-state = State
clients-state-begun = started
clients-state-read = read
clients-state-prepared = prepared
clients-state-conflict = conflict
clients-state-committed = committed
clients-state-cancelled = canceled
clients-state-refused = failed
clients-state-wrote = written
clients-state-answered = answered
clients-items = Items read or written
clients-holder = Locked by

export-svg = Download SVG
export-png = Download PNG
export-failed = Could not export the diagram.

picture-capacity = Capacity
capacity-of = Table or index
capacity-kind = Type
capacity-kind-writes = Writes
capacity-kind-reads = Reads
capacity-range = Time range
capacity-range-minute = 1 minute
capacity-range-minutes = 5 minutes
capacity-range-hours = 3 hours
capacity-forgotten = Limits are on, but usage is not recorded.
capacity-remember = Record usage
capacity-provisioned = provisioned
capacity-on-demand = on-demand maximum
capacity-now = in the last second
capacity-saved = burst left
capacity-part-of = { $now } of { $most }
capacity-cap = configured maximum
capacity-throttled = throttled requests
capacity-taken = consumed
capacity-from-burst = from burst
capacity-limit-of = limit
capacity-limit-line = limit { $limit }
capacity-burst-empty = burst used up
capacity-no-traffic = No capacity consumed in this period. Run requests or start traffic.
capacity-to-traffic = Start traffic
capacity-caption-quiet = Unused capacity is kept for five minutes as burst capacity. Requests above the provisioned rate use burst first.
capacity-caption = No throttling: usage above the line came from burst capacity.
capacity-caption-throttled =
    After burst capacity was used up, { $throttled ->
        [one] one request was
       *[other] { $throttled } requests were
    } throttled (ProvisionedThroughputExceededException). SDKs retry automatically, so a few throttles are rarely a problem.
capacity-caption-on-demand = On demand: a table can serve up to twice its previous peak immediately, and scales as load grows.
capacity-caption-throttled-on-demand =
    { $throttled ->
        [one] One request was
       *[other] { $throttled } requests were
    } throttled: above twice the previous peak, above the configured maximum, or above one partition's limit.
capacity-when = When
capacity-units = Units per second
capacity-settings = Capacity settings
capacity-read-units = RCU
capacity-write-units = WCU
capacity-change = Change
capacity-provision = Switch to provisioned
capacity-pay-per-request = Switch to on-demand
capacity-scale = Turn on auto scaling (70 %)
capacity-scale-about = for the selection above, up to 1,000 units
capacity-scaled = Auto scaling targets { $target } % utilization between { $least } and { $most } units. Minutes above target: { $above } of { $above-of }. Minutes far below: { $below } of { $below-of }.
capacity-scale-off = Turn off auto scaling

picture-regions = Global table
regions-one = One Region
regions-none = This table is in one Region. A global table has a replica in several Regions. Each accepts writes and replicates them to the others.
regions-region = Region
regions-add = Add a replica
regions-add-strong = Add strongly consistent replicas (three Regions)
regions-strong-about = N. Virginia, Ohio and Oregon; the table must be empty
regions-instant = With “No limits”, writes reach every Region immediately.
regions-apart = Use realistic delays
regions-status = State
regions-items = Items
regions-item = Test item
regions-count = { $count ->
    [one] one item
   *[other] { $count } items
 }
regions-no-item = not found
regions-item-about = Write and read one item, { $key }, in any Region. If two Regions write at the same time, the later write wins.
regions-item-about-strong = Write and read one item, { $key }, in any Region. If two Regions write at the same time, one write fails.
regions-binary-keys = The test item needs a string or number key. The keys of this table are binary.
regions-write-everywhere = Write in every Region
regions-write = Write here
regions-read = Read here
regions-remove = Remove the replica
regions-links = Replication links
regions-link = Link
regions-there = Pending, outgoing
regions-back = Pending, incoming
regions-lag = Delay
regions-lag-dials = as in the settings
regions-cut-link = Disconnect
regions-restore-link = Reconnect
regions-up = connected
regions-cut = disconnected
regions-later = asynchronous
regions-at-once = synchronous
regions-on-the-way = write in transit
regions-waiting = { $count } in transit
regions-wins = kept
regions-loses = discarded
regions-conflicts = Write conflicts
regions-won = Kept the write from { $region }: { $key }
regions-won-about = The write of { $won-at } replaces the write from { $loser } of { $lost-at }. { $loser } had accepted that write, and no error is returned. Conflict detected in { $where }.
regions-won-at-once = Both writes have the time { $won-at }, so the Region code that sorts last wins. The write from { $loser } of { $lost-at } is discarded without an error. Conflict detected in { $where }.
regions-caption = Each Region responds to a write immediately and replicates it, usually within a second. { $count } writes in transit. A strongly consistent read covers only its own Region.
regions-caption-cut = A link is disconnected. Each side continues separately, and { $count } writes wait. After you reconnect, both sides exchange writes and the latest write wins.
regions-caption-strong = Multi-Region strong consistency: a write reaches all Regions before it succeeds. A conflicting write fails with ReplicatedWriteConflictException.

picture-cache = Cache
cache-none = No cache yet
cache-none-about = Like DAX, a cache stores items by key and query results by request, until their TTL ends.
cache-create = Add a cache
cache-settings = Cache settings
cache-item-ttl = Item TTL (s)
cache-query-ttl = Query TTL (s)
cache-ttl-about = Default: 300 s
cache-delete = Remove the cache
cache-binary-keys = The test item needs a string or number key. The keys of this table are binary.
cache-item-about = Test item { $key }. A write through the cache updates its item cache immediately. A write that bypasses the cache does not.
cache-write-through = Write through the cache
cache-write-past = Write directly to the table
cache-read = Read both ways
cache-query = Query both ways
cache-through = Through the cache
cache-past = Directly
cache-not-asked = not read yet
cache-not-there = not found
cache-from-items = from the item cache, { $seconds } s old
cache-from-queries = from the query cache, { $seconds } s old
cache-from-table = miss: read from the table and cached
cache-from-table-itself = from the table
cache-stale-read = A stale read
cache-stale-read-about = the cache returned an old value
cache-items = Item cache
cache-queries = Query cache
cache-hits = { $hits } hits · { $misses } misses
cache-ttl = TTL { $seconds } s
cache-empty = no entries for this table
cache-more = and { $count } more
cache-same = current
cache-stale = stale
cache-answer = result
cache-expired = expired
cache-same-about = same as the table
cache-stale-about = the table has a newer value
cache-answer-about = a cached query result
cache-expired-about = expired: no longer used
cache-where = Cache
cache-what = Entry
cache-age = Age, s
cache-state = State
cache-caption-new = No reads yet. Read through the cache twice: the first read is a miss, the second a hit.
cache-caption = { $hits } of { $asked } reads were cache hits ({ $share } %) and used no read capacity. A cached result can be as old as its TTL.

picture-metrics = Metrics
metrics-period = Period
metrics-period-minute = 1 minute
metrics-period-minutes = 5 minutes
metrics-period-hour = 1 hour
metrics-off = Metrics are off
metrics-off-about = Turn them on to record what CloudWatch shows, per minute and under the same names.
metrics-count = Turn on metrics
metrics-none = No data for this table yet. Run requests or start traffic.
metrics-no-latency = SuccessfulRequestLatency has no data: requests take no simulated time.
metrics-by = { $statistic } in { $seconds } s
metrics-caption =
    CloudWatch metrics of this table: per minute for three hours, per hour for fifteen days. { $alarms ->
        [0] No alarm is active.
        [one] One alarm is active.
       *[other] { $alarms } alarms are active.
    }
metrics-metric = Metric
metrics-of = Resource
metrics-statistic = Statistic
metrics-last = Last value
metrics-points = Points
metrics-counted = count
metrics-measured = value
metrics-threshold = Threshold
metrics-periods = Periods of 60 s
metrics-comparison = Comparison
metrics-comparison-at-least = at least
metrics-comparison-below = below
metrics-new-alarm = Create alarm
metrics-alarms = Alarms
metrics-alarm = Alarm
metrics-condition = Condition
metrics-condition-of = { $statistic } { $sign } { $threshold }, { $periods } × { $seconds } s
metrics-state = State
metrics-state-OK = OK
metrics-state-ALARM = In alarm
metrics-state-INSUFFICIENT_DATA = Insufficient data
metrics-since = since { $time }
metrics-delete-alarm = Delete

picture-backups = Backups
backups-about = A backup is a copy of the whole table at one point in time, kept until you delete it. Point-in-time recovery restores any second of the last days. A restore always creates a new table.
backups-create = Back up now
backups-switch-on = Turn on point-in-time recovery
backups-switch-off = Turn off point-in-time recovery
backups-no-window = Point-in-time recovery is off
backups-window = Restorable period
backups-user = Backup
backups-system = Final backup of a deleted table
backups-what = Content
backups-when = Time
backups-size = Size
backups-name = Backup
backups-list = Backups of all tables
backups-keys = Actions
backups-none = No backups yet. If you delete a table with point-in-time recovery, DynamoDB keeps a final backup for 35 days.
backups-caption-off =
    Point-in-time recovery is off. { $count ->
        [0] No backups
        [one] One backup
       *[other] { $count } backups
    }.
backups-caption =
    You can restore the table to any second from { $earliest } to { $latest } (up to { $days } days). { $count ->
        [0] No backups
        [one] One backup
       *[other] { $count } backups
    }.
backups-time = Drag to a point in time
backups-typed = or enter it (UTC)
backups-target = New table
backups-restore-to-time = Restore to this time
backups-restore = Restore
backups-delete = Delete
backups-no-table = not found
backups-active = ACTIVE, { $items ->
    [one] one item
   *[other] { $items } items
 }
backups-open = Open
exports = Exports to S3
exports-none = No exports yet.
exports-need-recovery = Turn on point-in-time recovery to export. Exports read from its log, so they use none of the table's read capacity.
exports-bucket = Bucket
exports-full = Full export
exports-incremental = Incremental export
exports-show-files = Open buckets
exports-too-early = Incremental exports need 15 minutes of point-in-time recovery. Skip the clock ahead by one hour.
exports-files = Export
exports-state = State
exports-items = Items
exports-kind-full = full
exports-kind-incremental = incremental
exports-read-back = Import again
exports-not-read-back = incremental; ImportTable cannot read it
imports-told = { $table }: { $status }, { $items } items imported, { $errors } errors.

picture-access = Access control
access-used-root = Requests run as the account root user, who is allowed everything.
access-used = Requests now run as { $name }, including those from the workbench.
access-table = The table's own policy
access-new = New principal
access-new-none = choose …
access-new-reader = reader: read one table
access-new-own-keys = own-keys: one partition key value (LeadingKeys)
access-new-columns = columns: selected attributes only
access-new-one-table = one-table: full access to one table
access-new-no-deletes = no-deletes: everything except delete
access-no-principals = No principals yet. Create one with a policy to see what it can do with this table, and which statement decides.
access-of-table = Resource policy of the table
access-of-principal = Policies of { $name }
access-mistake-at = Line { $line }, column { $column }:
access-save = Save
access-delete = Delete
access-use = Run requests as this principal
access-use-root = Run requests as the root user
access-matrix = Permissions on this table
access-principal = Principal
access-allowed = allowed
access-denied = explicitly denied
access-implicit = implicitly denied
access-about-matrix = Each cell is a request evaluated against all policies. Choose a cell to try it. An explicit deny always wins. Anything not allowed is denied.
access-trial = Test a request
access-trial-as = Principal
access-trial-operation = Operation
access-trial-body = Request
access-no-statement = No statement allows it.
access-decided = Decided by { $statement }
access-edit = Run in the workbench as this principal

picture-faults = Faults
faults-about = Requests fail in production, and missing retries show up late. Inject failures here. The same seed repeats the same failures.
faults-ready-throttled-writes = Throttle 30 % of writes
faults-ready-slow-answers = Drop 10 % of write responses
faults-ready-half-batches = Leave 50 % of batch items unprocessed
faults-ready-server-errors = Fail 2 % of requests (server error)
faults-ready-outage = Make the table unavailable
faults-zones = Availability zones
faults-none = No faults are active. Turn one on and run requests or traffic to see how often requests fail, with and without retries.
faults-share = Failed requests
faults-with-retries = Failed calls after retries
faults-attempts = { $attempts } attempts: { $share }
faults-struck = failed so far
faults-asked-for = configured
faults-caption = { $struck } of { $asked } requests failed. SDKs make 3 attempts in standard mode and 10 in the legacy mode of DynamoDB clients. The shares assume independent attempts.
faults-caption-repeats = { $struck } of { $asked } requests failed. If the response is lost after the write, the SDK retries. An unconditional write or an ADD then runs twice.
faults-rule = Rule
faults-requests = Requests per call
faults-kind = Effect
faults-kind-THROTTLE = throttled
faults-kind-UNPROCESSED = unprocessed batch items
faults-kind-TIMEOUT = no response
faults-kind-INTERNAL_ERROR = internal error
faults-kind-SERVICE_UNAVAILABLE = service unavailable
faults-operations = Operations
faults-operations-all = all
faults-operations-reads = reads
faults-operations-writes = writes
faults-percent = Share (%)
faults-this-table = This table only
faults-after-commit = The write still succeeds
faults-add = Add rule
faults-all-tables = all tables
faults-remove = Remove
faults-remove-named = Remove { $name }

## family: metrics-comparison-
## family: metrics-state-
## family: clients-state-
## family: picture-
## family: advice-
## family: dial-
## family: setting-source-
## family: profile-
## family: faults-ready-
## family: faults-kind-
## family: faults-operations-
## family: capacity-kind-
## family: capacity-range-
## family: metrics-period-
## family: handlers-preset-
## family: handlers-limit-
## family: clients-case-
## family: traffic-keys-
## family: traffic-rate-
## family: access-new-
