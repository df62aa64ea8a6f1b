# The pictures and what turns the world around the tables. They are in the pictures module, which a visit fetches when it opens them.
as-a-table = The same as a table

clock = Clock
clock-pause = Stop the clock
clock-1 = As fast as your own clock
clock-60 = A minute in a second
clock-3600 = An hour in a second
clock-hour = Jump an hour ahead
clock-two-days = Jump two days ahead
clock-of-the-wall = your own clock

picture-groups = Kinds of pictures
picture-group-data = Data
picture-group-requests = Requests
picture-group-changes = Changes
picture-group-world = World
picture-partitions = Partitions
picture-dials = Dials

dials-about = Every delay and limit around the tables. In the instant profile there are none; in the realistic one they are as the service has them, drawn from the seed.
profile = Profile
profile-instant = Instant
profile-realistic = Realistic
seed = Seed
dial = Dial
dial-table-change-ms = CREATING to ACTIVE, UPDATING to ACTIVE, and DELETING to gone.
dial-index-propagation-ms = From a write to its appearance in a global index, at the least.
dial-index-propagation-most-ms = The same at the most: every index has a lag of its own for each write.
dial-index-backfill-ms = Creating a global index on an existing table, from CREATING to ACTIVE, at the least.
dial-index-backfill-units = Items a second that a new global index is filled with after that; 0 for all at once.
dial-index-capacity = Whether a global index takes in no more in a second than it is provisioned with; what is beyond waits.
dial-time-to-live-change-ms = How long after a change of time to live the next one is refused.
dial-time-to-live-enabling-ms = From ENABLING to ENABLED and from DISABLING to DISABLED, of time to live.
dial-time-to-live-sweep = Whether items whose time to live is over are deleted.
dial-time-to-live-delay-least-ms = From an item's expiry to its deletion, at the least.
dial-time-to-live-delay-most-ms = From an item's expiry to its deletion, at the most.
dial-time-to-live-sweep-interval-ms = From one round of the sweeper of expired items to the next.
dial-stream-shards = Whether a stream has a shard for each partition of its table.
dial-stream-shard-roll-ms = How long a shard of a stream is open before another goes on in its place.
dial-replication-lag-least-ms = From a write to its arrival in another Region, at the least.
dial-replication-lag-most-ms = From a write to its arrival in another Region, at the most.
dial-metrics = Whether what comes of requests is counted as CloudWatch does.
dial-stream-poll-interval-ms = From one poll of a stream's consumer to the next, while records come.
dial-stream-retry-ms = From the first failure of a batch to its next try; each wait is twice as long as the one before, up to a minute.
dial-setting-change-ms = From ENABLING to ENABLED, from CREATING to ACTIVE: insights, destinations and replicas of a table.
dial-transaction-timestamps = Whether a transaction is cancelled that meets an item which was written by somebody who came later.
dial-page-piece-items = Items that Query and Scan read at one moment, before whoever is in flight with them goes on; 0 for a page at one moment.
dial-recovery-ms = How far the latest moment that can be restored lies back.
dial-replica-lag-least-ms = From a write to its appearance on a follower of its partition, at the least.
dial-replica-lag-most-ms = The same at the most.
dial-leader-lease-ms = How long the lease of a partition's leader still runs when its zone goes down.
dial-replica-catch-up-units = Writes a second that a replica takes in when its zone is back; 0 for all at once.
dial-capacity-limits = Whether partitions, tables and the account refuse what goes beyond their throughput.
dial-capacity-era = 2014: a table's throughput in equal, fixed shares of its partitions, which do not split for heat. Any other number: as today.
dial-capacity-history = Whether it is remembered what tables and global indexes took and refused: by second for five minutes, by minute for three hours.
dial-burst-ms = For so long provisioned capacity that nobody used is kept; for a second at the least.
dial-partition-read-units = Reads that a partition serves in a second; 0 is no limit.
dial-partition-write-units = Writes that a partition serves in a second; 0 is no limit.
dial-partition-size-bytes = A partition with more than that in it becomes two; 0 is no limit.
dial-split-heat-permille = A partition is busy in a second in which it took that part of what it can serve; at 0 none is.
dial-split-heat-ms = A partition that has been busy for so long becomes two, if that helps.
dial-table-quota-units = What the account's quota leaves a table or global index paid by request in a second; 0 is no limit.
dial-on-demand-peak-ms = A table paid by request serves twice its highest load from before the last stretch of that length; 0 is no limit.
dial-auto-scaling = Whether provisioned throughput follows the load where a table has auto scaling; the load is known while capacity_limits is on.
value = Value

picture-ttl = TTL
now = now
switch-on = Switch on
ttl-is-off = Time to live is off for this table. Name the attribute that says, in seconds since 1970, when an item expires.
ttl-attribute = Attribute
ttl-nobody-sweeps = In the instant profile nobody sweeps: what has expired stays readable for ever. The service sweeps within a few days.
ttl-sweep = Sweep as the service does
ttl-no-items = No item expires.
ttl-next-sweep = next sweep
ttl-far-away = expires in some thousand years: milliseconds?
ttl-valid = valid
ttl-expired = expired, still readable
ttl-caption = Expired is not gone. { $status } on { $attribute }: { $expired ->
    [one] one item has
   *[other] { $expired } items have
 } expired and can still be read; { $deleted } were swept, free of charge.
ttl-item = Item
ttl-expires = Expires
ttl-due = Swept at the earliest
ttl-state = State

picture-request = Request
request-none = Run a request, and its way stands here.
your-code = your code
router = router
request-read = { $read ->
    [one] One item
   *[other] { $read } items
 } read, for { $units }. The partition key alone decides the place.
request-threw-away = { $read } items were read and charged, { $thrown } of them thrown away by the filter: { $units }. A filter runs after the read.
request-wrote = { $written ->
    [one] One item
   *[other] { $written } items
 } written, for { $units } with the indexes that follow.
fate-read = read
fate-thrown-away = read, thrown away
fate-missing = not there
fate-written = written
fate-deleted = deleted
fate-held = held
fate-conflict = conflict
request-place = Where
request-item = Item
request-fate = What happened
request-bytes = Bytes

limits-off-title = Limits are off.
limits-off-about = Nothing is throttled. DynamoDB throttles requests above the limits of a table, a partition or a key.
limits-turn-on = Turn on limits
partitions-count = { $count ->
    [one] one partition
   *[other] { $count } partitions
 }
partitions-lies-in = { $key } lies in P{ $partition }
partitions-split = P{ $partition } was split
partitions-split-about = In two, at a key between those it was asked for. Splits are never taken back.
partitions-throttled = P{ $partition } refused { $count }
partitions-throttled-about = One partition serves 1,000 WCU and 3,000 RCU a second, and one key lies in one partition.
partitions-table-flow = The table now
partitions-flow-of = { $now } of { $limit } { $unit }/s, { $saved } saved up
partitions-flow-up-to = { $now } of { $limit } { $unit }/s
partitions-from = from hash
partitions-writes = WCU in a second
partitions-reads = RCU in a second
partitions-refused = refused
partitions-caption = The hash of the partition key decides the place. { $count ->
    [one] One partition holds
   *[other] { $count } partitions hold
 } the table.
partitions-caption-throttled = The hash of the partition key decides the place. { $count ->
    [one] One partition holds
   *[other] { $count } partitions hold
 } the table; { $throttled } requests were refused.
partitions-partition = Partition
partitions-parent = Came from
partitions-items = Items
partitions-size = Size

picture-traffic = Traffic
traffic-keys = Keys
traffic-keys-hot-key = one hot key
traffic-keys-uniform = even
traffic-keys-zipf = a few popular
traffic-keys-time-series = this minute
traffic-rate = Rate
traffic-rate-constant = constant
traffic-rate-spike = spikes
traffic-rate-ramp = rising
traffic-rate-diurnal = day and night
traffic-per-second = Requests a second
traffic-reads = Reads, %
traffic-start = Start
traffic-stop = Stop
traffic-binary-keys = The keys of this table are bytes; traffic makes text and numbers only.
traffic-none = No traffic yet. It puts items of its own beside yours (TRAFFIC#…), and all of it is undone at once.
traffic-caption = { $requests } requests: { $ok } served, { $refused } refused.
traffic-unlimited = { $requests } requests, all served. Limits are off, so none could be throttled.
traffic-late = { $requests } requests: { $ok } served, { $refused } refused. The clock waits for them: more is asked than is done in time.
traffic-served = served
traffic-throttled = throttled
traffic-outcome = Answer
traffic-count = Requests
per-second = requests a second

picture-replicas = Replicas
replicas-zones = Availability zones
replicas-zone = zone { $zone }
replicas-zone-name = Zone
replicas-take-down = Zone { $zone } down
replicas-bring-back = Zone { $zone } back
replicas-leader = leader
replicas-follower = follower
replicas-stale = behind
replicas-down = zone down
replicas-missed = Replicas of this table in zone { $zone } miss { $count ->
    [one] one write
   *[other] { $count } writes
}.
replicas-behind = { $count } behind, { $ms } ms
replicas-caption = A write is acknowledged when two of three hold it. A strong read asks the leader; an eventual read asks any, and sometimes meets the past.
replicas-caption-unwritable = { $count ->
    [one] One partition takes
   *[other] { $count } partitions take
 } no writes now: nobody leads it, or too few replicas are there. Eventual reads go on.
replicas-role = Role
replicas-status = Status
replicas-pending = Writes missing
replicas-milliseconds = Behind, ms

picture-indexes = Indexes
indexes-none = This table has no global index.
indexes-backfilling = filled: { $looked } of { $items }, { $skipped } skipped
indexes-caught-up = caught up
indexes-waiting = { $count } waiting, { $ms } ms
indexes-later = later, by itself
indexes-write = writes on their way
indexes-caption = The write is answered first; each index catches up by itself. { $count } are on their way.
indexes-index = Index
indexes-oldest = Oldest, ms
indexes-left = Longest left, ms

picture-streams = Stream
streams-off = The stream is off: nobody is told what is written.
streams-switch-on = Switch the stream on
streams-add-function = Call a function with it
streams-function-about = in batches of 10, taking 200 ms, failing now and then
streams-remove-function = Remove the function
streams-closed = closed
streams-open = open
streams-waiting = { $count } waiting
streams-done = all done
streams-insert = insert
streams-modify = modify
streams-remove = remove
streams-expired = expired
streams-caption = Shards follow partitions: at a split the parent closes and two children go on. Read the parent to its end first, and every item keeps its order. The view is { $view }.
streams-caption-mapped = The function was called { $invocations } times and failed { $failed } times: { $delivered } records delivered, { $again } handed over again, { $dead } given up as dead letters.
streams-shard = Shard
streams-records = Records
streams-age = Iterator age, ms

picture-clients = Clients
clients-case = Case
clients-case-read-then-write = read, then write
clients-case-condition = write on a condition
clients-case-transactions = two transactions
clients-case-batch-read = a transaction and a batch read
clients-explore = Find an interleaving that breaks it
clients-about = Each client sends its requests one after the other; their steps can get between each other in many ways. All of them are tried, on a copy of your tables.
clients-edit = What the clients send
clients-client = Client { $letter }
clients-outcome = Outcome { $number } of { $count }, by { $interleavings } interleavings
clients-torn = No order of whole requests comes to this: a request saw half of another. { $broken } of { $interleavings } interleavings break it.
clients-unexplained = Another client got between what this one read and what it wrote: { $broken } of { $interleavings } interleavings break it.
clients-explained = As if they had come in this order: { $order }. Of { $interleavings } interleavings, { $broken } break it.
clients-not-all = As if they had come in this order: { $order }. The first { $interleavings } interleavings were tried, not all; { $broken } break it.
clients-step = a step
clients-answered = answered
clients-refused = refused
clients-number = Step
clients-who = Client
clients-previous = The outcome before
clients-next = The next outcome

picture-handlers = Handlers
handlers-about = A handler is your own JavaScript function on the table's stream, as AWS Lambda runs it: the engine hands it batches of records, waits, retries and gives up as an event source mapping does. It runs in a sandbox of this page, without network, while pictures are open.
handlers-off = This workspace brings a handler that nobody has switched on in this browser. Read it first. In its sandbox it has no network and cannot touch the page, but it may read and write every table of this workspace.
handlers-run-kept = Run it
handlers-on = Switched on. It runs while pictures are open here; batches wait meanwhile.
handlers-stop = Stop
handlers-follows = Another tab writes, and runs what waits.
handlers-looks-back = You are looking at an earlier moment. What waits is run when you are back at the newest.
handlers-undone = You have undone something, and the handler waits so that you can redo it. Going on begins a new branch of the history.
handlers-go-on = Go on from here
handlers-run = Save and run
handlers-remove = Remove
handlers-second = Create the table { $table }
handlers-unsaved = Changed, not saved yet
handlers-code = Handler (JavaScript). dynamodb.putItem(…) and all other operations reach the tables of this workspace.
handlers-preset = Begin with
handlers-preset-own = your own text
handlers-preset-log = Write down every change
handlers-preset-copy = Copy into a second table
handlers-preset-count = Count items in a second table
handlers-preset-poison = Fail on a poison record
handlers-limit = Time limit
handlers-limit-1 = 1 second
handlers-limit-3 = 3 seconds
handlers-limit-5 = 5 seconds
handlers-limit-10 = 10 seconds
handlers-limit-15 = 15 seconds
handlers-batch = Batch size
handlers-retries = Retries
handlers-bisect = Bisect a failed batch
handlers-report-items = Report single failures (batchItemFailures)
handlers-iterators = Shards, and where the function is in them
handlers-position = next: { $position }
handlers-behind = { $count } waiting, the oldest for { $age }
handlers-retry-waits = { $count } waiting behind retry { $retry }
handlers-invocations = The last invocations, in virtual time
handlers-none-yet = None yet: write something into the table.
handlers-letters = Given up, sent to the on-failure destination
handlers-rec = { $count } rec.
handlers-runs = in flight
handlers-done = done
handlers-partial = failed at one record
handlers-failed = failed
handlers-caption = { $invocations ->
    [0] Not invoked yet
    [one] One invocation
   *[other] { $invocations } invocations
 }, { $failed } failed. { $delivered } records are done; { $again } were handed over again, for a stream is read at least once; { $given ->
    [one] one was
   *[other] { $given } were
 } given up.
handlers-number = Invocation
handlers-records = Records
handlers-sequence = Sequence numbers
handlers-retry = Retry
handlers-took = Duration
handlers-outcome = Outcome
handlers-given-up-at = Given up at
handlers-why = Why
handlers-handed = Handed over
handlers-output = Output
handlers-stopped = Stopped; the batch waits.
handlers-run-head = batch { $batch } · { $ms } ms · { $calls ->
    [0] no calls
    [one] one call
   *[other] { $calls } calls
 }

request-touched = Touched
request-touched-places = { $partitions ->
    [one] one partition
   *[other] { $partitions } partitions
 }, { $indexes ->
    [one] one index
   *[other] { $indexes } indexes
 }
request-read-items = Items read
request-thrown-items = Thrown away
request-returned = Items returned
request-written-items = Items written
request-charged = Charged
request-answer-size = Answer
request-where = In { $member }:
request-error-page = What this error means, and what to do

advice-title = A cheaper way
advice-title-error = A way that works
advice-none = None was found: every rule was tried on this request.
advice-as-asked = As asked
advice-otherwise = This way
advice-count = Requests
advice-read-units = RCU
advice-write-units = WCU
advice-sent = Request
advice-requests = The requests
advice-once = (once, before)
advice-edit = Into the editor
advice-branch = Run on a new branch
branch-from-advice = It was run on the branch “{ $name }”, from the moment before the request. The branch menu leads back.
advice-works = Tried just now: it is answered.
advice-same-items = ✓ Tried just now: the same items.
advice-same-tables = ✓ Tried just now: it leaves the tables the same.
advice-not-the-same = ≠ Not the same answer: see whether it does.
advice-query-instead-of-scan = A Query instead of a Scan
advice-query-instead-of-scan-why = The Scan read { $read } items and threw { $thrown } away. The filter names the partition key, so a Query reads only what { $condition } finds.
advice-index-instead-of-scan = A Query of the index { $index } instead of a Scan
advice-index-instead-of-scan-why = The Scan read { $read } items and threw { $thrown } away. { $index } has the key that the filter asks for: { $condition }.
advice-key-instead-of-filter = A key condition instead of a filter
advice-key-instead-of-filter-why = A filter runs after the read; the key condition decides what is read. { $condition } needs no filter.
advice-index-instead-of-filter = Another index instead of a filter
advice-index-instead-of-filter-why = { $read } items were read and { $thrown } thrown away. The index { $index } has what the filter asks for in its key: { $condition }.
advice-index-for-filter = An index instead of a filter
advice-index-for-filter-why = { $read } items were read and { $thrown } thrown away, because { $attribute } is in no key. With a global index on it only matching items are read; every write of such an item then costs a write of the index too.
advice-count-from-description = The count without reading
advice-count-from-description-why = To count, { $read } items were read and charged. DescribeTable tells ItemCount for nothing; the service brings it up to date about every six hours.
advice-eventual-read = An eventually consistent read
advice-eventual-read-why = A strongly consistent read costs twice: { $units } RCU here. Where a moment's delay does not matter, the same read costs half.
advice-consistent-index = The index read as it can be
advice-consistent-index-why = { $index } is a global index and follows the table by itself, so it cannot be read strongly. Without ConsistentRead the request works.
advice-reserved-word = A placeholder for a reserved word
advice-reserved-word-why = { $word } is reserved in expressions. A #placeholder in ExpressionAttributeNames stands for it.
advice-single-item-transaction = { $operation } instead of a transaction of one
advice-single-item-transaction-why = A transaction costs twice: { $units } units here. A single request is atomic anyway, and takes the same condition.
advice-batch-of-reads = One batch instead of { $count } reads
advice-batch-of-reads-why = The last { $count } GetItem requests can be one BatchGetItem: the same units, and one way to the service instead of { $count }.
advice-update-instead-of-read-and-put = An update instead of reading and putting
advice-update-instead-of-read-and-put-why = The item was read to be put again with { $changed } of { $attributes } attributes changed. UpdateItem saves the read, and what others wrote in between is not lost.
advice-update-instead-of-put = An update of what changed
advice-update-instead-of-put-why = { $changed } of { $attributes } attributes are others than before. UpdateItem sends { $less } bytes instead of { $bytes } and leaves the other attributes alone. Write units are the same: they count the whole item.
advice-small-item = A small item for what changes often
advice-small-item-why = { $attribute } alone changed in an item of { $bytes } bytes, and all of them are charged. In an item of its own ({ $place }) in the same item collection, the write costs one unit, and a Query reads both together.
advice-keys-only-index = An index of keys
advice-keys-only-index-why = Only keys are asked for, and { $index } holds more. An index with KEYS_ONLY ({ $other }) is cheaper to read, and to write with every change.
advice-projection-saves-nothing = A projection saves nothing
advice-projection-saves-nothing-why = Items are read and charged whole ({ $units } RCU); the projection only makes the answer smaller, { $bytes } bytes.
advice-count-saves-nothing = Counting costs as much as reading
advice-count-saves-nothing-why = Select COUNT reads and charges every item ({ $units } RCU), only the answer is small.

picture-compare = Compare
compare-one = From
compare-other = to
compare-exchange = The other way round
compare-shown = the moment that is shown
compare-branches = The end of a branch
compare-branch = Branch { $branch }
compare-named = Moments with a name
compare-moments = Requests that changed something
compare-by-number = or request no.
compare-number = request { $number }
compare-caption = From request { $one } to request { $other }. Items added: { $added }, removed: { $removed }, changed: { $changed }.
compare-same = Between request { $one } and request { $other } there is no difference.
compare-table = Table
compare-added = added
compare-removed = removed
compare-changed = changed
compare-unchanged = unchanged
compare-settings = Definition
compare-is-same = no difference
compare-no-tables = There are no tables at either moment.
compare-table-added = { $table } was added
compare-table-removed = { $table } was removed
compare-table-changed = { $table }
compare-more = and { $count } more
compare-attributes = What is different
compare-attribute = Attribute
compare-before = Before
compare-after = After

clients-case-write-skew = both read, each writes another
clients-case-transfer = two transfers and a reader
clients-more = A third client
clients-fewer = Without the last client
clients-step-through = Step through this one
clients-by-hand = Step by step
clients-by-hand-about = Take one step of a client at a time and see who holds what. Nothing is kept unless you say so.
clients-next-step = Next step:
clients-done = all sent
clients-follow = The order found, step { $number } of { $count }
clients-back = Back a step
clients-again = Start again
clients-keep = Keep this
clients-kept = It is kept, as one thing that was done; undo takes it back.
clients-under-way = A request is under way.
clients-no-step = No step has been taken yet.
clients-last-step = Step { $number }: { $client }, { $operation }: { $state }. Items: { $items }.
clients-state = State
clients-state-begun = begun
clients-state-read = read
clients-state-prepared = prepared
clients-state-conflict = conflict
clients-state-committed = committed
clients-state-cancelled = cancelled
clients-state-refused = refused
clients-state-wrote = written
clients-state-answered = answered
clients-items = The items they met
clients-holder = Held by

export-svg = Save this picture as SVG
export-png = Save this picture as PNG
export-failed = The picture could not be saved.

picture-capacity = Capacity
capacity-of = Of
capacity-kind = Reads or writes
capacity-kind-writes = Writes
capacity-kind-reads = Reads
capacity-range = How far back
capacity-range-minute = 1 minute
capacity-range-minutes = 5 minutes
capacity-range-hours = 3 hours
capacity-forgotten = The limits hold, but what was taken is not remembered.
capacity-remember = Remember the last minutes
capacity-provisioned = provisioned
capacity-on-demand = on demand, at most
capacity-now = in the last second
capacity-saved = burst left
capacity-part-of = { $now } of { $most }
capacity-cap = your cap
capacity-throttled = throttled requests
capacity-taken = taken
capacity-from-burst = paid by burst
capacity-limit-of = the limit
capacity-limit-line = may take { $limit }
capacity-burst-empty = burst is empty
capacity-no-traffic = Nothing was taken in that time. Run requests, or let traffic do it.
capacity-to-traffic = To the traffic
capacity-caption-quiet = What is not used is saved for five minutes; what asks for more than is provisioned is paid from that first.
capacity-caption = Nothing was refused: what went above the line was paid from what had been saved.
capacity-caption-throttled = When burst was empty, { $throttled ->
    [one] one request was
   *[other] { $throttled } requests were
 } throttled: ProvisionedThroughputExceededException. The SDKs try again after a while, so a few of them are seldom a problem.
capacity-caption-on-demand = Paid by request: at once a table serves twice the highest load it has known, and grows with it.
capacity-caption-throttled-on-demand = { $throttled ->
    [one] One request was
   *[other] { $throttled } requests were
 } throttled: more than twice the load that the table has known, more than its cap, or more than one partition serves.
capacity-when = When
capacity-units = Units a second
capacity-settings = Capacity settings
capacity-read-units = RCU
capacity-write-units = WCU
capacity-change = Change
capacity-provision = Provision
capacity-pay-per-request = Pay by request
capacity-scale = Auto scaling to 70 %
capacity-scale-about = for what is chosen above; up to 1,000 units
capacity-scaled = Auto scaling keeps the use at { $target } % with { $least } to { $most } units. Above that for { $above } of { $above-of } minutes in a row, far below for { $below } of { $below-of }.
capacity-scale-off = Auto scaling off

picture-regions = Global table
region-us-east-1 = N. Virginia
region-us-east-2 = Ohio
region-us-west-2 = Oregon
region-eu-west-1 = Ireland
region-eu-central-1 = Frankfurt
region-ap-northeast-1 = Tokyo
region-ap-southeast-2 = Sydney
region-sa-east-1 = São Paulo
regions-none = This table is in one Region. As a global table it has a replica in each of several: every one of them takes writes, and tells the others.
regions-region = Region
regions-add = Add a replica there
regions-add-strong = Strongly consistent in three Regions
regions-strong-about = N. Virginia, Ohio and Oregon; the table must be empty
regions-instant = In the instant profile whatever is written is everywhere at once.
regions-apart = As far apart as the service’s Regions
regions-status = State
regions-items = Items
regions-item = The item
regions-count = { $count ->
    [one] one item
   *[other] { $count } items
 }
regions-no-item = not there
regions-item-about = One item, { $key }, written and read where you like. Writes in two Regions at once do not know each other: they meet later, and the later one stays.
regions-item-about-strong = One item, { $key }, written and read where you like. Of two writes at once, one is refused.
regions-binary-keys = The keys of this table are bytes; the item written here has text or a number.
regions-write-everywhere = Write it in every Region at once
regions-write = Write it here
regions-read = Read it here
regions-remove = Remove the replica
regions-links = Links
regions-link = Link
regions-there = On its way there
regions-back = On its way back
regions-lag = Time it takes
regions-lag-dials = as the dials have it
regions-cut-link = Cut
regions-restore-link = Restore
regions-up = up
regions-cut = cut
regions-later = later, by itself
regions-at-once = before the write is answered
regions-on-the-way = a write on its way
regions-waiting = { $count } on the way
regions-wins = won
regions-loses = lost
regions-conflicts = Writes that met
regions-won = { $region } won: { $key }
regions-won-about = Written at { $won-at }, it stays everywhere. What { $loser } wrote at { $lost-at } was accepted there too, and is lost without an error. They met in { $where }.
regions-won-at-once = Both were written at { $won-at }; the Region whose code comes later in the alphabet wins. What { $loser } wrote at { $lost-at } is lost without an error. They met in { $where }.
regions-caption = Each Region answers a write at once and tells the others afterwards, usually within a second. { $count } are on their way. A strong read sees its own Region only.
regions-caption-cut = A link is cut: each side goes on with what it has, and { $count } writes wait. When it is restored they meet.
regions-caption-strong = Strongly consistent: a write is in all Regions before it is answered, and a write that meets another one is refused with ReplicatedWriteConflictException.

picture-cache = Cache
cache-none = There is no cache. As DAX does, it would keep items by their keys and the answers to queries by their requests, each for as long as its time to live says.
cache-create = Put a cache in front
cache-settings = Cache settings
cache-item-ttl = Items live, s
cache-query-ttl = Answers live, s
cache-ttl-about = 300 s unless somebody says otherwise
cache-delete = Take the cache away
cache-binary-keys = The keys of this table are bytes; the item written here has text or a number.
cache-item-about = One item, { $key }. What is written through the cache is in its item cache at once; what somebody writes past it, the cache does not hear of.
cache-write-through = Write through the cache
cache-write-past = Write past it
cache-read = Read both ways
cache-query = Query both ways
cache-through = Through the cache
cache-past = Past it
cache-not-asked = not asked yet
cache-not-there = not there
cache-from-items = from the item cache, { $seconds } s old
cache-from-queries = from the query cache, { $seconds } s old
cache-from-table = a miss: from the table, and kept
cache-from-table-itself = from the table itself
cache-stale-read = A stale read
cache-stale-read-about = the cache tells what was there once
cache-items = Item cache
cache-queries = Query cache
cache-hits = { $hits } hits · { $misses } misses
cache-ttl = each lives { $seconds } s
cache-empty = nothing of this table
cache-more = and { $count } more
cache-same = as the table
cache-stale = stale
cache-answer = an answer
cache-expired = expired
cache-same-about = what the table has now
cache-stale-about = the table has another by now
cache-answer-about = an answer, known as a whole
cache-expired-about = expired: not used any more
cache-where = Cache
cache-what = Entry
cache-age = Age, s
cache-state = State
cache-caption-new = Nobody has asked the cache yet. Read through it twice: the first time it asks the table, the second time it answers itself.
cache-caption = { $hits } of { $asked } questions were answered by the cache ({ $share } %), for no read units. What it answers was true once: how long ago is the time to live’s to say.

picture-metrics = Metrics
metrics-period = Period
metrics-period-minute = 1 minute
metrics-period-minutes = 5 minutes
metrics-period-hour = 1 hour
metrics-off = Nobody counts. Switched on, what comes of each request is counted as CloudWatch does: by the minute, with the same names.
metrics-count = Count as CloudWatch does
metrics-none = Nothing has been counted of this table yet. Run requests, or let traffic do it.
metrics-by = { $statistic } in { $seconds } s
metrics-caption = What CloudWatch would have of this table, by the minute for three hours and by the hour for fifteen days. { $alarms ->
    [0] No alarm is raised.
    [one] One alarm is raised.
   *[other] { $alarms } alarms are raised.
 }
metrics-metric = Metric
metrics-of = Of
metrics-statistic = Statistic
metrics-last = Last value
metrics-points = Points
metrics-counted = counted
metrics-measured = measured
metrics-threshold = Threshold
metrics-periods = Periods of 60 s
metrics-comparison = Comparison
metrics-comparison-at-least = at least
metrics-comparison-below = below
metrics-new-alarm = Set the alarm
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
backups-about = A backup is the whole table at one moment, kept until you delete it. With point-in-time recovery every second of the last days can be restored. Restoring always makes a new table.
backups-create = Back up now
backups-switch-on = Switch on recovery
backups-switch-off = Switch off recovery
backups-no-window = Point-in-time recovery is off
backups-window = Restorable moments
backups-user = Backup
backups-system = Backup of a deleted table
backups-what = What
backups-when = When
backups-size = Size
backups-name = Backup
backups-list = Backups of all tables
backups-keys = Actions
backups-none = No table has a backup yet. When a table with point-in-time recovery is deleted, the service keeps a last backup for 35 days.
backups-caption-off = Point-in-time recovery is off; { $count ->
    [0] there is no backup
    [one] there is one backup
   *[other] there are { $count } backups
 }.
backups-caption = The table can be restored to any second from { $earliest } to { $latest }, and at most { $days } days back; { $count ->
    [0] it has no backup
    [one] it has one backup
   *[other] it has { $count } backups
 }.
backups-moment = Drag to a moment
backups-typed = or type it
backups-target = New table
backups-restore-moment = Restore to this moment
backups-restore = Restore
backups-delete = Delete
backups-no-table = not there
backups-active = ACTIVE, { $items ->
    [one] one item
   *[other] { $items } items
 }
backups-open = Open
exports = Exports to S3
exports-none = Nothing was exported yet.
exports-need-recovery = Exports need point-in-time recovery: they read the recovery log and not the table, so they cost it nothing.
exports-bucket = Bucket
exports-full = Export all
exports-incremental = Export changes
exports-show-files = Files in buckets
exports-too-early = Changes can be exported once recovery has been on for 15 minutes: jump the clock an hour ahead.
exports-files = Export
exports-state = State
exports-items = Items
exports-kind-full = full
exports-kind-incremental = incremental
exports-read-back = Read back
exports-not-read-back = changes, which ImportTable does not read
imports-told = { $table }: { $status }, { $items } items imported, { $errors } errors.

picture-access = Access
access-used-root = Requests come from the account's root, who may do everything.
access-used = Requests come from { $name } now, in the workbench too.
access-table = The table's own policy
access-new = New principal
access-new-none = choose …
access-new-reader = reader: reads one table
access-new-own-keys = own-keys: one partition key (LeadingKeys)
access-new-columns = columns: some attributes only
access-new-one-table = one-table: everything with one table
access-new-no-deletes = no-deletes: everything, but deletes are denied
access-nobody = There is no principal yet. Make one with a policy, and see what it may do with this table and which statement decides.
access-of-table = Resource policy of the table
access-of-principal = Policies of { $name }
access-mistake-at = Line { $line }, column { $column }:
access-save = Save
access-delete = Delete
access-use = Send requests as this principal
access-use-root = Send requests as root again
access-matrix = Who may do what with this table
access-principal = Principal
access-allowed = allowed
access-denied = denied by a statement
access-implicit = allowed by nobody
access-about-matrix = Each cell is a request that the engine evaluates against all policies; choose one to try it. A statement that denies always wins, and what nobody allows is denied.
access-trial = Try a request
access-trial-as = As
access-trial-operation = Operation
access-trial-body = Request
access-no-statement = No statement allows it.
access-decided = Decided by { $statement }
access-edit = Send it from the workbench as this principal

picture-faults = Faults
faults-about = Real requests fail now and then, and what retries and what does not is found out late. Make them fail here, drawn from the seed, so that the same commands fail again.
faults-ready-throttled-writes = Throttle writes, 30 %
faults-ready-slow-answers = Lose answers of writes, 10 %
faults-ready-half-batches = Leave batch items, 50 %
faults-ready-server-errors = Server errors, 2 %
faults-ready-outage = Table unavailable
faults-zones = Availability zones
faults-none = No request fails on purpose. Switch a fault on, send requests or traffic, and see how often it struck and what retries make of it.
faults-share = Requests that fail
faults-with-retries = Calls that fail with retries
faults-attempts = { $attempts } attempts: { $share }
faults-struck = struck so far
faults-asked-for = asked for
faults-caption = { $struck } of { $asked } requests were struck. An SDK tries 3 times in its standard mode, and 10 times in the older one of DynamoDB clients; the shares take each attempt as drawn anew.
faults-caption-repeats = { $struck } of { $asked } requests were struck. An answer that is lost after the write was done is tried again by the SDK: without a condition, or with ADD, it is done twice.
faults-rule = Rule
faults-requests = Requests a call
faults-kind = Answer
faults-kind-THROTTLE = throttled
faults-kind-UNPROCESSED = items of batches left
faults-kind-TIMEOUT = no answer
faults-kind-INTERNAL_ERROR = internal error
faults-kind-SERVICE_UNAVAILABLE = service unavailable
faults-operations = Operations
faults-operations-all = all
faults-operations-reads = reads
faults-operations-writes = writes
faults-percent = Share in %
faults-this-table = This table only
faults-after-commit = The write is done all the same
faults-add = Add the rule
faults-all-tables = all tables
faults-remove = Remove
faults-remove-named = Remove { $name }

## family: metrics-comparison-
## family: metrics-state-
## family: clients-state-
## family: region-
## family: picture-
## family: advice-
## family: dial-
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
