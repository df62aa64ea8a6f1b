# What the home page says and what stands around every page, in English. The Japanese file has the same names; a test compares the two.

## The shell

skip-to-content = Skip to content
navigation = Main
place-home = Home
place-learn = Learn
place-learn-build = Lesson builder
place-design = Design
place-play = Workbench
place-capacity = Capacity
place-scale = Partition lab
notices-title = Last messages
notices-none = No message was shown yet in this visit.
navigation-lab = Lab
place-about = About
title-home = Dynalab: DynamoDB in a browser tab
title-learn = Learn · Dynalab
title-learn-build = Lesson builder · Dynalab
title-design = Design · Dynalab
title-play = Workbench · Dynalab
title-capacity = Capacity · Dynalab
title-scale = Partition lab · Dynalab
title-about = About · Dynalab
title-not-found = Page not found · Dynalab
palette = Search and commands
switch-theme = Theme: { $theme }. Change theme.
language-offer = This page is also available in English.
language-accept = Read in English
language-decline = Stay in Japanese
embed-open = Open in Dynalab
theme-system = System
theme-light = Light
theme-dark = Dark
close = Close
cancel = Cancel
reload = Reload the page
loading = Loading …
part-missing = This part of the page did not load. Your tables are unchanged. Try again, or reload the page.
try-again = Try again
foot-private = Your data stays in this browser.
foot-not-affiliated = Dynalab is an independent project, not affiliated with AWS.
not-found-title = Page not found
not-found-lead = The link may be outdated or mistyped. Your tables are unchanged.
not-found-home = Go to the home page

## What is kept

storage-title = Saved data
storage-starting = Starting …
storage-stopped = Engine stopped
storage-saved = Saved
storage-full = Storage full
storage-failing = Cannot save
storage-unreadable = Saved data unreadable
storage-follower = Read only
storage-memory = Not saved
storage-sentence =
    This browser (IndexedDB) stores your tables, and they survive a reload. { $items ->
        [0] No stored items were found at startup.
        [one] Loaded one item in { $ms } ms at startup.
       *[other] Loaded { $items } items in { $ms } ms at startup.
    }
durability-title = When is a write acknowledged?
durability-strict = Strict.
durability-strict-about = After the data is on disk. Survives a power failure.
durability-relaxed = Relaxed.
durability-relaxed-about = After the operating system has the data. Faster, but a power failure can lose the latest writes.
offline-keep = Keep this site for offline use
offline-keep-about = It downloads about 9 MB once. This browser saves data, so it waits for you.
offline-kept = The site is kept for offline use.
delete-everything = Delete all my tables
delete-everything-question = This deletes all tables and items in this workspace. You cannot undo this.
delete-everything-yes = Delete everything
banner-follower = Another tab is editing this workspace. This tab shows the same tables, read-only.
take-over = Edit in this tab
banner-memory-only = This browser blocks storage (private window or site setting). You can use everything, but closing the tab deletes your data.
banner-storage-full = The browser's storage is full. Reads still work and saved writes are safe. New writes and deletes fail until you free space on this device or clear data of other sites.
banner-storage-failing = The browser's storage reports an error. Saved writes are safe. New writes fail until storage recovers. ({ $detail })
banner-storage-unreadable = This version of Dynalab cannot read the saved data. Dynalab leaves that data unchanged and keeps new changes in memory only. ({ $detail })
banner-storage-damaged = Part of the saved data is damaged. Dynalab leaves that data unchanged and keeps new changes in memory only. ({ $detail })
banner-storage-not-read = The browser did not return the saved data. Dynalab leaves that data unchanged and keeps new changes in memory only. Reload the page to try again. ({ $detail })
open-readable = Open a copy of what is readable
banner-engine-stopped = The engine did not start. Your saved tables are unchanged. If Dynalab was just updated, reload the page.
banner-does-not-fit = The saved tables need more memory than the engine can have, so it stopped while it loaded them. They are unchanged. Open another workspace, or save a backup.
banner-clock-ahead = The clock of this device shows { $device }, more than a year after the last change. Dynalab continues from { $engine }.
clock-trust = Use the clock of this device
clock-keep = Keep Dynalab's time
working = The engine works on a request. Other requests wait.
working-jump = The clock jumps, and Dynalab runs the work that is due. Other requests wait.
working-document = Dynalab opens the design. Other requests wait.
working-progress = Progress of the request
working-stop = Stop
working-unanswered = The engine does not respond. Restart it: saved writes are safe.
working-unanswered-memory = The engine does not respond. A restart deletes tables that are not saved.
working-restart = Restart the engine
reading = Reading { $name } …
reading-link = Reading the link …
notice-jump-stopped = Stopped. The clock shows how far the jump came. Undo reverts the jump.
notice-engine-restarted = The engine stopped and restarted from saved data. A write in progress may be missing: read the item to check.
notice-discarded-tail = The browser closed while Dynalab was saving your last change. That change is not in your tables. Earlier changes are safe.
notice-sample-loaded =
    { $items ->
        [one] Loaded “{ $name }”: one item.
       *[other] Loaded “{ $name }”: { $items } items.
    }
notice-fetch-failed = Could not download part of this site. Check your connection and reload. ({ $detail })
refusal-not-writer = Not run: another tab is editing. Choose “Edit in this tab” to run requests here.
refusal-storage-full = Not run: the browser's storage is full. Your tables are unchanged. Free space and try again.
refusal-storage-failed = Not run: the browser's storage failed. Your tables are unchanged. ({ $detail })
refusal-unreadable = Not run: this version cannot read the saved data, so it does not overwrite it. ({ $detail })
refusal-needs-complete-engine = Not run: part of the engine could not be downloaded. Try again when you are online.
refusal-restarted = The engine restarted before it responded. The write may be missing: read the item to check.
refusal-stopped = Stopped. Your tables are unchanged.
refusal-memory-full = Not run: the engine's memory is nearly full. Your tables are unchanged. Delete items or tables, then reload the page.
refusal-no-worker = Not run: the engine has stopped. Reload the page.
refusal-too-large = Not run: the request has { $size }. DynamoDB accepts at most 16 MB and returns HTTP 413.
refusal-bad-request = Not run: the engine could not parse the message. ({ $detail })
ask-needs-memory = This needs more than 1 GB of memory, so Dynalab stopped it. Your tables are unchanged.
ask-panicked = Dynalab stopped this work because of an error in Dynalab. Your tables are unchanged.
ask-not-fetched = Part of the page could not be downloaded. Reload when you are online.

## Workspaces

keep-copy = Save this copy
banner-visiting = This is a temporary copy. Edit freely: your changes are lost when you leave, unless you save the copy.
notice-workspace-deleted = Another tab deleted this workspace.

## Home

home-title = DynamoDB, running in this tab
home-lead = This table is live. Select a row, drag the time bar, or try your own requests. Nothing leaves your browser.
home-new = New to DynamoDB?
home-first-lesson = Start the first lesson
open-in-workbench = Open in the workbench
stage-request = request { $number }
stage-traffic = traffic
stage-sale = { $title }: { $writes } writes per second to one key
stage-sale-rises = All of them go to partition { $partition }. One partition accepts { $limit } write units per second.
stage-sale-throttled = One partition accepts { $limit } write units per second, so DynamoDB throttles { $throttled } of the writes. The other partitions have capacity left.
stage-unlimited = The limits are off, so every write is accepted. In DynamoDB, one partition accepts { $limit } write units per second.
stage-why = Why it happens
stage-limits = Limits
stage-limits-off = off
stage-limits-on = as in DynamoDB
stage-seconds = last { $seconds } s
stage-writes = writes/s
stage-partitions = Partitions
stage-partitions-counted = partitions
stage-throttled = { $writes } writes per second throttled
stage-ring = Hash space of { $table } with { $partitions } partitions.
stage-ring-hot = { $key } is a hot key in { $partition }: { $writes } writes per second, { $throttled } throttled.
stage-trace = How the last request was answered
stage-units = What is an RCU?
stage-units-about = One read capacity unit (RCU) reads up to 4 KB with strong consistency. An eventually consistent read uses half of it. One write capacity unit (WCU) writes up to 1 KB.
stage-model = The requests are real. The writes per second come from a traffic model with DynamoDB's limits.
door-art-read = 3 read, 3 returned
door-art-query = 7 × Query
door-art-scan = 1 × Scan
door-art-branch = a branch
door-art-break-even = break-even
door-art-on-demand = on demand
door-art-provisioned = provisioned
foot-about = Fidelity and limits
open-your-table = Open your copy
recent-work = Recent work
recent-lesson = Lesson
recent-design = Key design
recent-table = Table
recent-solved = done
recent-in-progress = in progress
recent-progress = { $solved } of { $lessons } lessons done
recent-patterns =
    { $patterns ->
        [one] one access pattern
       *[other] { $patterns } access patterns
    }
recent-green = { $green } of { $patterns } as expected
doors = Explore
door-learn = Learn
door-learn-text = Short lessons on the real engine. You write requests, and each goal ticks when it is met.
door-design-text = Write key templates and access patterns. Each pattern runs on sample data and shows its result, units and cost.
door-play = Workbench
door-play-text = Create tables, load sample data, send requests, and see what each request reads and consumes.
door-capacity-text = Calculate item sizes, units, partitions, auto scaling and prices. Change any number, and share all of them in a link.
door-scale-text = A day of traffic to two designs: which partition reaches its limit, when, and what it costs.
demo-first = Sending the first request …
demo-failed = Could not load the live table. Reload the page to try again. ({ $detail })
demo-controls = Traffic
demo-pause = Pause
demo-resume = Resume
demo-step = Step
demo-back = One moment back
demo-slider = Moments of the table
demo-now = the latest moment
demo-past = request { $number } of { $last }
demo-sums =
    { $requests ->
        [one] One request
       *[other] { $requests } requests
    } · { $read } RCU · { $write } WCU
item = Item
index-count =
    { $indexes ->
        [0] no index
        [one] one index
       *[other] { $indexes } indexes
    }

## Workbench: tables

item-count =
    { $items ->
        [one] one item
       *[other] { $items } items
    }

## Opening what another person handed on

open-design = Open a file or link
open-drop = or drop a file anywhere on this page
arrival-untitled = Shared tables

## Workbench: items

items = Items
table-facts =
    { $items ->
        [one] one item
       *[other] { $items } items
    } · { $size }

## Workbench: result

no-trace = This request has no trace.
cost-items =
    { $items ->
        [one] item
       *[other] items
    }
cost-read = read
cost-thrown-away = filtered out
spoken-result =
    { $items ->
        [0] { $operation } succeeded: no items.
        [one] { $operation } succeeded: one item.
       *[other] { $operation } succeeded: { $items } items.
    }

## The trace

trace-received = Received and decoded { $operation }.
trace-planned-one-item = Plan: get one item from { $source } by key { $key }.
trace-planned-query = Plan: query { $source }, partition key { $key }. Sort key: { $condition }. Order: { $order }.
trace-planned-scan =
    { $segments ->
        [1] Plan: scan all of { $source }.
       *[other] Plan: scan { $source }, in { $segments } segments.
    }
trace-planned-batch = Plan: { $count } operations, one after another.
trace-routed = The hash of the partition key, { $hash }, maps to partition { $partition } of { $table }.
trace-read = Read { $key } in { $source }: { $size } B.
trace-read-missing = { $source } has no item with key { $key }.
trace-filtered-out = The filter rejected { $key }: read and charged, not returned.
trace-page-ended =
    { $reason ->
        [limit] Page ended at Limit: { $evaluated } read, { $returned } returned.
        [size] Page ended at 1 MB: { $evaluated } read, { $returned } returned.
       *[other] Page ended at the last item: { $evaluated } read, { $returned } returned.
    }
trace-condition-held = Condition is true: { $condition }
trace-condition-failed = Condition is false: { $condition }. Failed at: { $decided }
trace-wrote-new = Added item { $key } to { $table }: { $size } B.
trace-wrote-changed = Updated { $key } in { $table }: { $before } B before, { $after } B after.
trace-deleted = Deleted { $key } from { $table }: { $size } B.
trace-index-put = Wrote an entry for { $key } to index { $index }: { $size } B.
trace-index-deleted = Deleted the entry for { $key } from index { $index }: { $size } B.
trace-planned-no-read = Plan: no read needed.
trace-indexes-scheduled =
    { $delay ->
        [0] The global indexes of { $table } update immediately.
       *[other] The global indexes of { $table } update in { $delay } ms.
    }
trace-transaction-prepared = Prepared { $action } of { $key } in { $table }. The transaction locks the item until it ends.
trace-transaction-conflict = Conflict: another request is writing { $key } in { $table }.
trace-transaction-committed =
    { $count ->
        [1] Transaction committed: one item.
       *[other] Transaction committed: { $count } items at once.
    }
trace-transaction-cancelled = Transaction canceled. Reasons, in item order: { $reasons }.
trace-table-created = Created table { $table }.
trace-table-changed = Updated table { $table }.
trace-table-dropped = Deleted table { $table }.
trace-charged = { $owner } consumed { $units } { $unit }.
trace-rejected-until = DynamoDB rejects this request until { $until }.
trace-rejected = Error: { $error }. { $message }
trace-responded = Response: { $size } B of JSON.
sort-test-any = all values
order-ascending = ascending
order-descending = descending

## Why did I get this error?

error-whole = Show the whole message
error-page = About this error
explain-condition-failed = The item did not meet the condition, so nothing was written. The attempt still consumes write capacity.
explain-transaction-cancelled = A transaction succeeds or fails as a whole. One action failed, so nothing was written. The reasons below follow the order of the actions.
explain-transaction-conflict = Another request was writing the same item. Try again.
trace-read-from-leader = The leader of partition { $partition } of { $table } (zone { $zone }) served the read. It has every write.
trace-read-from-follower =
    { $missing ->
        [0] A follower of partition { $partition } of { $table } (zone { $zone }) served the read. It is up to date.
        [1] A follower of partition { $partition } of { $table } (zone { $zone }) served the read. It is missing one write, made { $behind } ms ago.
       *[other] A follower of partition { $partition } of { $table } (zone { $zone }) served the read. It is missing { $missing } writes. The oldest was made { $behind } ms ago.
    }
trace-index-behind =
    { $missing ->
        [1] Index { $index } is missing one write, made { $behind } ms ago.
       *[other] Index { $index } is missing { $missing } writes. The oldest was made { $behind } ms ago.
    }
trace-underway = Replicating from the partition leader in { $table } to: { $followers }.
trace-fault = Injected fault “{ $fault }”: { $kind }.
trace-fault-after-commit = Injected fault “{ $fault }” after the write: { $kind }. The write succeeded, but the response was lost.
trace-cache-hit = Cache hit in “{ $cache }” ({ $kind }), { $age } ms old. The table was not read.
trace-cache-miss = Cache miss in “{ $cache }” ({ $kind }).
trace-region-followed = { $region } applied the write to { $table } from { $from } after { $lag } ms.
trace-region-lost = { $region } received the write to { $table } from { $from } after { $lag } ms and discarded it: a later write exists.
trace-alarm = Alarm “{ $alarm }” changed from { $before } to { $after }.
trace-access-allowed = Allowed: { $principal } can call { $action } on { $resource } (statement { $statement } of { $policy }).
trace-access-denied = Denied: { $principal } cannot call { $action } on { $resource } (statement { $statement } of { $policy }).
trace-access-not-allowed = Denied: no policy allows { $principal } to call { $action } on { $resource }.
trace-invoked =
    { $count ->
        [1] { $mapping }: the function processed one record.
       *[other] { $mapping }: the function processed { $count } records.
    }
trace-invocation-failed =
    { $count ->
        [1] { $mapping }: the function failed on one record after { $retries } retries.
       *[other] { $mapping }: the function failed on a batch of { $count } records after { $retries } retries.
    }
trace-lease-taken =
    { $count ->
        [0] { $workers }: { $worker } starts reading shard { $shard }.
        [1] { $workers }: { $worker } takes over shard { $shard } and reprocesses one record.
       *[other] { $workers }: { $worker } takes over shard { $shard } and reprocesses { $count } records.
    }
trace-swept =
    { $count ->
        [1] TTL deleted one expired item of { $table } at no cost: { $key }.
       *[other] TTL deleted { $count } expired items of { $table } at no cost. First item: { $key }.
    }
trace-throttled-partition = Throttled: partition { $partition } of { $owner } reached its { $unit } limit for this second.
trace-throttled-share = Throttled: partition { $partition } of { $owner } used its fixed share of the { $unit } and its burst capacity.
trace-throttled-provisioned = Throttled: { $owner } used its provisioned { $unit } and its burst capacity.
trace-throttled-peak = Throttled: { $owner } received more than twice its previous peak of { $unit }.
trace-throttled-maximum = Throttled: { $owner } reached its configured maximum { $unit } per second.
trace-throttled-quota = Throttled: { $owner } reached the account quota for { $unit } in this second.
trace-split-size = Partition { $partition } of { $owner } reached its maximum size and split into { $one } and { $other }.
trace-split-heat = Sustained load split partition { $partition } of { $owner } into { $one } and { $other } (split for heat).
trace-split-throughput = { $owner } needs more partitions for its throughput: { $partition } split into { $one } and { $other }.
trace-scaled = Auto scaling changed { $owner } from { $before } to { $after } { $unit }.
explain-not-found = There is no table or index with this name. Names are case-sensitive.
explain-scaling-provisioned = Auto scaling needs a table in provisioned mode. Change the capacity mode first.
explain-stream-not-found = No stream has this ARN. DescribeTable shows the ARN of a table's stream (LatestStreamArn).
explain-other-account = The ARN is of another Region or account. The diagram "Settings" shows those of this workspace. Change them there, before the first table.
explain-in-use = A table with this name exists, or DynamoDB is changing it right now.
explain-serialization = The JSON has the wrong type, for example a number where a string is expected.
explain-unknown-operation = There is no operation with this name, or Dynalab does not support it yet.
explain-throttled = The table or the key received more requests this second than it can serve. Retry with backoff. The SDKs do this automatically.
explain-limit = The account or the table reached a quota.
explain-collection-size = All items with one partition key, with their local indexes, must stay under 10 GB.
explain-reserved-word = This name is a reserved word. Use a placeholder such as #name and define it in ExpressionAttributeNames.
explain-unused-placeholder = Use every #name and :value you define in an expression, or remove it.
explain-undefined-value = The expression uses a :value that ExpressionAttributeValues does not define.
explain-undefined-name = The expression uses a #name that ExpressionAttributeNames does not define.
explain-query-needs-partition-key = A query needs exactly one partition key, compared with "=". You can add one sort key condition. Use a filter or another index for the rest.
explain-key-schema = Give exactly the key attributes of the table, with the right types.
explain-key-missing = The item is missing a key attribute.
explain-key-type = A key attribute has a different type from the table or index definition.
explain-empty-key = A key attribute cannot be an empty string.
explain-item-size = An item can be up to 400 KB, including attribute names.
explain-filter-on-key = A filter cannot use key attributes. Move the test to the key condition.
waiting = Loading …

## family: theme-
## family: trace-
