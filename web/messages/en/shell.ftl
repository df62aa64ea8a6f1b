# What the home page says and what stands around every page, in English. The Japanese file has the same names; a test compares the two.

## The shell

skip-to-content = Skip to content
navigation = Main
place-home = Home
place-learn = Learn
place-design = Design
place-play = Workbench
place-capacity = Capacity
place-scale = Partition lab
place-about = About
title-home = Dynalab: DynamoDB in a browser tab
title-learn = Learn · Dynalab
title-design = Design · Dynalab
title-play = Workbench · Dynalab
title-capacity = Capacity · Dynalab
title-scale = Partition lab · Dynalab
title-about = About · Dynalab
title-not-found = No such page · Dynalab
palette = Search and commands
switch-theme = Colours: { $theme }. Switch.
theme-system = System
theme-light = Light
theme-dark = Dark
close = Close
cancel = Cancel
reload = Reload the page
loading = Loading …
part-missing = This part of the page did not load. Your tables are unchanged. Try again, or reload the page.
try-again = Try again
foot-private = Everything stays in this browser.
foot-not-affiliated = Dynalab is an independent project, not affiliated with AWS.
not-found-title = There is nothing at this address
not-found-lead = The link may be old, or a letter is missing. Your tables are where they were.
not-found-home = Go to the home page

## What is kept

storage-title = What is kept
storage-starting = Starting …
storage-stopped = Stopped
storage-saved = Saved
storage-full = Storage full
storage-failing = Not saving
storage-unreadable = Store not readable
storage-follower = Read only
storage-memory = Nothing kept
storage-sentence =
    Your tables are kept in this browser (IndexedDB) and survive a reload. At the start, { $items ->
        [0] nothing was stored yet
        [one] one item was read in { $ms } ms
       *[other] { $items } items were read in { $ms } ms
    }.
durability-title = When is a write acknowledged?
durability-strict = Strict.
durability-strict-about = When it is on the disk. Safe against a power failure.
durability-relaxed = Relaxed.
durability-relaxed-about = When the operating system has it. Faster; a power failure may cost the last moments.
delete-everything = Delete all my tables
delete-everything-question = All tables of this workspace and everything in them will be gone. There is no way back.
delete-everything-yes = Delete everything
banner-follower = Another tab is writing. This one shows the same tables and follows along, but cannot change them.
take-over = Write here instead
banner-memory-only = This browser blocks storage for this site (a private window or a site setting). You can use everything, but closing or reloading the tab deletes your tables. To store tables, allow site data for this site and open the page again.
banner-storage-full = The browser has no room left. Nothing that was acknowledged is lost and reading goes on; writes are refused, deleting here too, until there is room. Free space on the device or clear what other sites have stored.
banner-storage-failing = The browser's storage does not answer as it should. Nothing that was acknowledged is lost; writes are refused meanwhile. ({ $detail })
banner-storage-unreadable = What is stored here cannot be read by this version. It is left untouched; what you do now is kept in memory only. Reload the page: a newer version may read it. ({ $detail })
banner-engine-stopped = The engine cannot be started. Your stored tables are untouched. If Dynalab has just been updated, a reload brings the page and its engine together.
notice-engine-restarted = The engine stopped unexpectedly and was restarted from what is stored. A write that was under way may or may not have been kept: read it back.
notice-sample-loaded =
    { $items ->
        [one] “{ $name }” is loaded: one item.
       *[other] “{ $name }” is loaded: { $items } items.
    }
notice-fetch-failed = A file of this site could not be fetched. ({ $detail })
refusal-not-writer = Not done: another tab is writing. Take over to write here.
refusal-storage-full = Not done: the browser has no room left. The tables are as they were before this request.
refusal-storage-failed = Not done: the browser's storage refused. The tables are as they were before this request. ({ $detail })
refusal-unreadable = Not done: what is stored cannot be read by this version, and is not overwritten. ({ $detail })
refusal-needs-complete-engine = Not done: this needs a part of the engine that could not be fetched. Try again when you are online.
refusal-restarted = The engine was restarted before this was answered. A write may or may not have been kept: read it back.
refusal-too-large = Not run: the request has { $size }. DynamoDB accepts at most 16 MB and returns HTTP 413.
refusal-bad-request = Not done: the engine could not make sense of the message. ({ $detail })

## Workspaces

keep-copy = Keep this copy
banner-visiting = You are looking at a copy. Change it as you like; nothing is kept.
notice-workspace-deleted = Another tab has deleted the workspace that was open here.

## Home

home-title = DynamoDB, running in this tab
home-lead = The table below is live: a real engine answers real requests. Nothing leaves this page.
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
recent-work = Your tables
doors = Where to go
door-learn = Learn
door-learn-text = Short lessons on the real engine. You write requests, and each goal ticks when it is met.
door-design-text = Write key templates and access patterns. Each pattern runs on sample data and shows its result, units and cost.
door-play = Workbench
door-play-text = Make tables, load a sample, send requests as a form or as JSON, and see what each one read and what it cost.
door-capacity-text = Calculate item sizes, units, partitions, auto scaling and prices. Change any number, and share all of them in a link.
door-scale-text = A day of traffic to two designs: which partition reaches its limit, when, and what it costs.
demo-first = The first request is on its way.
demo-failed = The live table could not be loaded. ({ $detail })
demo-controls = Traffic
demo-pause = Pause
demo-resume = Resume
demo-step = Step
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

## Opening what somebody handed on

open-design = Open a file or link
open-drop = or drop a file anywhere on this page
arrival-untitled = A shared design

## Workbench: items

items = Items
table-facts =
    { $items ->
        [one] one item
       *[other] { $items } items
    } · { $size }

## Workbench: result

no-trace = No trace for this request.
cost-items =
    { $items ->
        [one] item
       *[other] items
    }
cost-read = read
cost-thrown-away = thrown away
spoken-result =
    { $items ->
        [0] { $operation } done, no items.
        [one] { $operation } done, one item.
       *[other] { $operation } done, { $items } items.
    }

## The trace

trace-received = { $operation } arrives and is decoded.
trace-planned-one-item = Plan: one item of { $source }, straight by its key { $key }.
trace-planned-query = Plan: query { $source }, partition { $key }. Sort key: { $condition }. Order: { $order }.
trace-planned-scan =
    { $segments ->
        [1] Plan: scan all of { $source }.
       *[other] Plan: scan { $source }, in { $segments } segments.
    }
trace-planned-batch = Plan: { $count } parts, one after the other.
trace-routed = The hash of the partition key, { $hash }, leads to partition { $partition } of { $table }.
trace-read = Read { $key } in { $source }: { $size } B.
trace-read-missing = Nothing at { $key } in { $source }.
trace-filtered-out = { $key } does not pass the filter: read, paid for, thrown away.
trace-page-ended =
    { $reason ->
        [limit] The page ends at its limit: { $evaluated } read, { $returned } returned.
        [size] The page ends at 1 MB: { $evaluated } read, { $returned } returned.
       *[other] The page ends with the data: { $evaluated } read, { $returned } returned.
    }
trace-condition-held = The condition holds: { $condition }
trace-condition-failed = The condition does not hold: { $condition }. Decided by: { $decided }
trace-wrote-new = New item { $key } in { $table }: { $size } B.
trace-wrote-changed = { $key } in { $table } changed: { $before } B before, { $after } B now.
trace-deleted = { $key } deleted from { $table }: { $size } B.
trace-index-put = Index { $index } gets an entry for { $key }: { $size } B.
trace-index-deleted = Index { $index } loses its entry for { $key }: { $size } B.
trace-planned-no-read = Plan: nothing has to be read.
trace-indexes-scheduled =
    { $delay ->
        [0] The global indexes of { $table } follow at once.
       *[other] The global indexes of { $table } follow in { $delay } ms.
    }
trace-transaction-prepared = Prepared: { $action } of { $key } in { $table } can be done. The item is held until the end.
trace-transaction-conflict = Another request is changing { $key } in { $table }.
trace-transaction-committed =
    { $count ->
        [1] The transaction is done: one item.
       *[other] The transaction is done: all { $count } items at once.
    }
trace-transaction-cancelled = The transaction is cancelled. Item by item: { $reasons }.
trace-table-created = Table { $table } is there.
trace-table-changed = Table { $table } is changed.
trace-table-dropped = Table { $table } is gone.
trace-charged = Charged to { $owner }: { $units } { $unit }.
trace-rejected = Refused: { $error }. { $message }
trace-responded = The answer leaves: { $size } B of JSON.
sort-test-any = any
order-ascending = ascending
order-descending = descending

## Why did I get this error?

error-whole = Show the whole message
error-page = What this error means
explain-condition-failed = The item was not as your condition demands, so nothing was written. The attempt still costs write units.
explain-transaction-cancelled = All or nothing: one part failed, so no part was written. The list below has one reason for each part, in order.
explain-transaction-conflict = Another request was changing the same item at this moment. Try again.
trace-read-from-leader = Answered by the leader of partition { $partition } of { $table }, in zone { $zone }: nothing is missing there.
trace-read-from-follower =
    { $missing ->
        [0] Answered by a follower of partition { $partition } of { $table }, in zone { $zone }: it has all of this.
        [1] Answered by a follower of partition { $partition } of { $table }, in zone { $zone }: one write has not reached it, made { $behind } ms ago.
       *[other] Answered by a follower of partition { $partition } of { $table }, in zone { $zone }: { $missing } writes have not reached it, the oldest made { $behind } ms ago.
    }
trace-index-behind =
    { $missing ->
        [1] One write has not reached the index { $index } yet, made { $behind } ms ago.
       *[other] { $missing } writes have not reached the index { $index } yet, the oldest made { $behind } ms ago.
    }
trace-underway = On its way from the leader of its partition in { $table }: { $followers }.
trace-fault = Injected fault “{ $fault }”: { $kind }.
trace-fault-after-commit = Injected fault “{ $fault }” after the write: { $kind }. The write succeeded, but the response was lost.
trace-cache-hit = The cache “{ $cache }” ({ $kind }) has it, for { $age } ms: no table is asked.
trace-cache-miss = The cache “{ $cache }” ({ $kind }) does not have it.
trace-region-followed = { $region } hears of the write to { $table } in { $from }, { $lag } ms later, and has it from now on.
trace-region-lost = { $region } hears of the write to { $table } in { $from }, { $lag } ms later, but has a later one, which stays.
trace-alarm = Alarm “{ $alarm }” changed from { $before } to { $after }.
trace-access-allowed = { $principal } may do { $action } on { $resource }: statement { $statement } of { $policy } allows it.
trace-access-denied = { $principal } may not do { $action } on { $resource }: statement { $statement } of { $policy } denies it.
trace-access-not-allowed = { $principal } may not do { $action } on { $resource }: no policy allows it.
trace-invoked =
    { $count ->
        [1] { $mapping }: the function is done with one record.
       *[other] { $mapping }: the function is done with { $count } records.
    }
trace-invocation-failed =
    { $count ->
        [1] { $mapping }: the function failed with one record, after { $retries } retries.
       *[other] { $mapping }: the function failed with a batch of { $count } records, after { $retries } retries.
    }
trace-lease-taken =
    { $count ->
        [0] { $workers }: { $worker } reads shard { $shard } from now on.
        [1] { $workers }: { $worker } takes over shard { $shard }. One record comes a second time.
       *[other] { $workers }: { $worker } takes over shard { $shard }. { $count } records come a second time.
    }
trace-swept =
    { $count ->
        [1] Time to live: one expired item of { $table } is deleted, free of charge: { $key }.
       *[other] Time to live: { $count } expired items of { $table } are deleted, free of charge. The first: { $key }.
    }
trace-throttled-partition = Throttled: partition { $partition } of { $owner } serves no more { $unit } in this second, whatever else is free.
trace-throttled-share = Throttled: partition { $partition } of { $owner } has used up its fixed share of the { $unit }, and all it had saved.
trace-throttled-provisioned = Throttled: { $owner } has used up its provisioned { $unit }, and all it had saved.
trace-throttled-peak = Throttled: { $owner } is asked for more than twice the { $unit } it has ever known.
trace-throttled-maximum = Throttled: { $owner } may not take more { $unit } in a second than the maximum that was set for it.
trace-throttled-quota = Throttled: the account's quota leaves { $owner } no more { $unit } in this second.
trace-split-size = Partition { $partition } of { $owner } was full. It became { $one } and { $other }.
trace-split-heat = Partition { $partition } of { $owner } had been busy for long. It became { $one } and { $other }.
trace-split-throughput = { $owner } needs more partitions for its throughput: { $partition } became { $one } and { $other }.
trace-scaled = Auto scaling: { $owner } goes from { $before } to { $after } { $unit }.
explain-not-found = There is no table or index of this name here. Names are case-sensitive.
explain-in-use = A table of this name exists already, or is being changed right now.
explain-serialization = The JSON has the wrong shape: for example, a number where text is wanted.
explain-unknown-operation = There is no operation of this name, or it is not part of Dynalab yet.
explain-throttled = More was asked in this second than the table or the key can give. Try again a little later; the SDKs do so by themselves.
explain-limit = A limit of the account or the table is reached.
explain-collection-size = All items with one partition key, with their local indexes, must stay under 10 GB.
explain-reserved-word = Some names are reserved in expressions. Write #name instead and say what it stands for in ExpressionAttributeNames.
explain-unused-placeholder = Every #name and every :value you define must be used in an expression.
explain-undefined-value = The expression uses a :value that ExpressionAttributeValues does not define.
explain-undefined-name = The expression uses a #name that ExpressionAttributeNames does not define.
explain-query-needs-partition-key = A query needs exactly one partition key, tested with "=". The sort key may have one more test; anything else belongs in a filter or in another index.
explain-key-schema = The key must have exactly the key attributes of the table, with their types: no more and no fewer.
explain-key-missing = The item lacks a key attribute of the table.
explain-key-type = A key attribute has another type than the table or the index declares.
explain-empty-key = A key attribute cannot be an empty text.
explain-item-size = An item, names included, can have at most 400 KB.
explain-filter-on-key = A filter cannot speak of key attributes; test them in the key condition.
waiting = A moment …

## family: theme-
## family: trace-
