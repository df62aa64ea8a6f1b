# What a check of a design says: findings, problems, results and notes, for the page and the command line.

## Findings

rule-owner-not-in-key = The key does not contain the owner { $owner }. A caller can read items of other owners.
rule-owner-only-in-filter = The owner { $owner } is only in the filter. The request reads { $read ->
    [one] 1 item
   *[other] { $read } items
 } of all owners and returns { $returned }.
rule-low-cardinality-key = The partition key has { $values ->
    [one] 1 value
   *[other] { $values } values
 }. { $busiest } gets { $reads } RCU and { $writes } WCU per second. One key accepts { $most_reads } RCU and { $most_writes } WCU.
rule-time-key = The partition key is a time. All current writes go to one key: { $writes } WCU per second.
rule-hot-key = { $busiest } gets { $reads } RCU and { $writes } WCU per second, { $share } % of the load. DynamoDB throttles requests above the limit.
rule-of-patterns = This is the sum of { $patterns }.
rule-range-on-partition-key = { $attribute } is a partition key. A Query can only compare it by equality.
rule-scan = Only a Scan finds the items: { $now } RCU in the sample, { $full } RCU with all items.
rule-filter-drops-most = The filter removes { $removed } of { $read ->
    [one] 1 item
   *[other] { $read } items
 }. DynamoDB charges all of them.
rule-item-size = The largest item has { $bytes } bytes. The limit is { $limit } bytes.
rule-collection-size = The largest item collection grows to { $size }. A table with a local index accepts { $limit }.
rule-unused-index = No access pattern uses this index. It costs { $writes } WCU per second and { $amount } per month.
rule-over-indexed = The table has { $indexes ->
    [one] 1 index
   *[other] { $indexes } indexes
 }, and patterns use { $used }. Indexes write { $times ->
    [1] as much
   *[other] { $times } times as much
 } as the table.
rule-changing-index-key = The update changes the index key { $attribute } { $writes ->
    [1] once
   *[other] { $writes } times
 } per second. Each change deletes and inserts an entry: two writes.
rule-no-guard = The put has no condition, so it replaces an item that exists.
rule-no-paging = The result grows to { $size }. A page has at most { $limit }, and the pattern reads one page.
rule-generic-names = The table has one entity, but its keys have the generic names { $names }.
rule-several-key-attributes = The key of the table has { $count } attributes in one part. Only a global index accepts several.
rule-key-condition-gap = The key condition leaves out { $attribute }. A Query needs all attributes from the left, without a gap.
rule-no-expectation = The pattern has no expected result.
rule-no-rate = The pattern has no rate, so its cost and heat are 0.
rule-projection-keys = The patterns read only the keys. The index costs { $now } per month, then { $then }.
rule-projection = The patterns read only { $names }. The index costs { $now } per month, then { $then }.
rule-mixed-needs = Most records of the stream are of { $entities }, which { $readers } ignores.
rule-mixed-needs-recovery = Point-in-time recovery also covers short-lived items: { $entities }.
rule-single-item-transaction = A transaction with one write costs twice as much as the write alone.
rule-too-many-actions = The transaction has { $actions } actions. DynamoDB accepts { $most }.
rule-ttl-not-seconds = TTL reads { $attribute } as a number of epoch seconds. Other values never expire.
rule-unpadded-number = { $attribute } has no leading zeros in the sort key, so 10 sorts before 9.
rule-no-uniqueness-item = Two items can have the same { $attribute }: no item has it as its key.
rule-repeated-write = The update is not idempotent: a retry changes { $attribute } again. It is sent { $writes ->
    [1] once
   *[other] { $writes } times
 } per second.
rule-large-read = Each request reads up to { $size }. Above { $limit }, divide the item or the result.
rule-outgrows-page = One key grows to { $items } items of { $item }: { $size }. A page has at most { $limit }, so each read is { $requests } requests, one after another.
rule-expired-in-stream = The stream has the TTL deletes of { $entities }. Without a filter, { $reader } cannot tell them from other deletes.
rule-read-apart = The pattern reads { $items } together, but they are in different partitions.
rule-replaceable-index = The index { $index } has the same keys, so it can serve these queries.
rule-replaceable-index-table = The table has the same keys as the index, so it can serve these queries.
rule-index-is-the-key = All patterns find { $item } through this index, with the id of its { $parent }. No pattern uses the table’s key.
rule-leaves-final-state = The condition lets the write change { $attribute } from { $state } to { $becomes }. No pattern is meant to leave { $state }.
rule-error-from-missing-item = The expected error comes from a missing item: { $key } does not exist. The condition was not tested.
rule-ttl-not-written = No item of the table has { $attribute }, so TTL deletes nothing.
rule-mode-switches = The table switches to on-demand mode { $count } times per day. DynamoDB accepts { $most } switches in 24 hours.

## Fixes

fix-owner-first = Begin the partition key with { $owner }.
fix-spread-key = Spread the key over { $shards } values.
fix-add-index = Add the index { $index } with the partition key { $partition_key }.
fix-add-sorted-index = Add the index { $index } with the partition key { $partition_key } and the sort key { $sort_key }.
fix-use-index = Query the index { $index }.
fix-move-to-sort-key = Move the varying part of { $attribute } to the sort key.
fix-remove-index = Remove the index { $index }.
fix-shorten-projection-keys = Change the projection of { $index } to KEYS_ONLY.
fix-shorten-projection = Project only { $names } into { $index }.
fix-add-condition = Add the condition { $condition }.
fix-read-all-pages = Read all pages, or set a limit.
fix-split-item = Split the item, or store the large attribute in S3.
fix-use-global-index = Use a global index.
fix-join-key-attributes = Join the attributes in one key: { $template }.
fix-record-result = Write the expected result. The request returned { $count ->
    [one] one item
   *[other] { $count } items
 }.
fix-write-rate = Write how many requests arrive per second.
fix-split-table = Store { $entities } in a table of their own.
fix-send-alone = Send the write without a transaction.
fix-pad-number = Write { $attribute } with { $digits ->
    [one] 1 digit
   *[other] { $digits } digits
 }: { $template } in the key template.
fix-store-seconds = Store { $attribute } as a number of epoch seconds.
fix-add-uniqueness-item = Add an item with { $attribute } as its key, and write both in one transaction.
fix-rename-keys = Give { $names } names that say what they contain.
fix-add-version = Add a version to the item, and the condition that it did not change since the read.
fix-send-with-token = Send the update in a transaction. Its token makes retries safe for 10 minutes.
fix-limit-page = Read pages of { $count ->
    [one] 1 item
   *[other] { $count } items
 }.
fix-read-less = Split the item, read fewer attributes, or store a summary.
fix-divide-key = Add an attribute to the partition key, such as a section or a month, or read one page at a time.
fix-keep-state = Add { $attribute } <> { $state } to the condition.
fix-correct-key = Write the key of an item that exists, or a condition on the key alone.
fix-write-ttl = Add { $attribute } to an entity, or turn TTL off.
fix-filter-expired = Filter the expired items before { $reader }.
fix-store-together = Store { $items } in one partition, and read them with one Query.
fix-use-key = Query { $by }, and remove { $index }.
fix-use-key-table = Query the table, and remove { $index }.
fix-move-key = Give the table the keys of { $index }, and remove the index.
fix-limit-switches = Switch at most { $most } times per day, or use auto scaling.

## Trials of fixes

cure-figures = Tried on a copy: { $usd_before } per month becomes { $usd_after }, { $reads_before } RCU become { $reads_after } and { $writes_before } WCU { $writes_after } per second.
cure-rewrites = The key conditions of { $patterns } are rewritten.
cure-breaks-nothing = All green patterns stay green.
cure-breaks = It breaks { $patterns }.
cure-finding-stays = The finding stays.

## Problems

problem-no-entity = The design has no entity { $name }.
problem-no-attribute = There is no attribute { $name }.
problem-no-table = The design has no table { $name }.
problem-no-index = The table has no index { $name }.
problem-no-item = The table has no kind of item { $name }.
problem-no-region = There are no prices of the Region { $name }.
problem-no-parameter = The pattern has no parameter { $name }.
problem-same-name = The name { $name } is used twice.
problem-cycle = The relations of { $name } lead back to it.
problem-no-key-template = The item has no template for the key { $name }.
problem-batch-action = A batch can only put and delete items.
problem-fill = A key was not made: { $detail }
fill-no-value = { $attribute } has no value.
fill-not-a-key-value = { $attribute } is neither a string nor a number.
fill-wrong-form = { $attribute } has the value { $value }, which does not fit the format { $format }.
problem-too-many-rows = The sample has { $rows } rows. The limit is { $most }.
problem-range = { $member } is out of range.
problem-same-key = { $item } and { $other } have the same key { $key }. One replaces the other. Add an attribute to the key, or choose sample values that differ.
problem-refused = DynamoDB rejects { $operation }: { $error }. { $message }
too-much-bytes = The content would become larger than { $most } bytes.
too-much-steps = The content needs more than { $most } steps.
too-much-depth = The text is nested more than { $most } levels deep.
too-much-parts = The expression has more than { $most } parts.
too-much-repeats = A word or sign is repeated more than { $most } times.
too-much-words = The text has more than { $most } words and signs.
too-much-name-bytes = The name is longer than { $most } bytes.
too-much-tables = There are more than { $most } tables.
too-much-entities = There are more than { $most } entities.
too-much-attributes = There are more than { $most } attributes.
too-much-columns = There are more than { $most } columns.
too-much-indexes = The table has more than { $most } indexes.
too-much-keys = The table has more than { $most } keys.
too-much-patterns = There are more than { $most } access patterns or relations.
too-much-requests = The access pattern needs more than { $most } requests.
too-much-names = There are more than { $most } names.
too-much-at-line = Line { $line }: { $sentence }
too-much-at-member = { $member }: { $sentence }

## Results of access patterns

verdict-green = The result is as expected.
red-no-request = The pattern has no request. Choose one.
red-no-expectation = The pattern has no expected result. It is red until you write one.
red-not-run = The request could not be made. { $problem }
red-refused = DynamoDB rejects the request.
red-error-expected = The error { $expected } was expected. The request returned { $got }.
red-no-error = no error
red-empty = The request returned nothing. If this is meant, choose "empty" as the expected result.
red-not-empty = { $returned ->
    [one] 1 item was
   *[other] { $returned } items were
 } returned. None was expected.
red-count = Expected items: { $expected }. Returned items: { $returned }.
range-between = { $least } to { $most }
range-at-least = at least { $least }
range-at-most = at most { $most }
range-any = any number
red-rows-missing = { $count ->
    [one] 1 expected item is missing
   *[other] { $count } expected items are missing
 }: { $keys }.
red-rows-unexpected = { $count ->
    [one] 1 item is unexpected
   *[other] { $count } items are unexpected
 }: { $keys }.
red-value = { $attribute } of item { $place } is { $got }. Expected: { $expected }.
red-order = Item { $place } is not in the order of { $attribute }.
red-state = After the write, { $attribute } of { $key } is { $got }. Expected: { $expected }.
red-item-state = After the write, { $key } is { $got }. Expected: { $expected }.
red-nothing = nothing
red-scan = The result is as expected, but only a Scan serves the pattern.
red-more-pages = The result has more pages, and the pattern reads the first one.

## How a pattern reaches its items, and why

access-not-run = not run
access-get = GetItem on { $target }
access-query = Query on { $target }
access-queries = { $times ->
    [one] 1 Query
   *[other] { $times } Queries
 } on { $target }
access-scan = Scan of { $target }
access-batch = a batch of { $times } on { $target }
access-write = a write to { $target }
access-transaction = a transaction of { $times } on { $target }
access-search = SearchVectors on { $target }
access-other = a request to { $target }
index-of = { $index } of { $table }
why-not-run = the pattern did not run
why-whole-key = the whole key is known: { $attributes }
why-partition-key = the partition key is known: { $attributes }
why-sort-key-range = partition key and a range of the sort key: { $attributes }
why-sharded = one Query for { $count ->
    [one] 1 key
   *[other] each of { $count } keys
 }
why-no-key = no key begins with { $parameters }
why-no-parameters = reads every item
why-several = { $count ->
    [one] 1 item
   *[other] { $count } items
 } in one request
why-vector = nearest vectors
why-other = the request reads no items

## Places

place-pattern = pattern "{ $name }"
place-table = table "{ $name }"
place-index = index "{ $name }"
place-item = item "{ $name }"
place-entity = entity "{ $name }"
place-attribute = attribute "{ $name }"
place-relation = relation { $number }
place-design = the design

## Notes of files in other formats

note-no-results = The file has no expected results. Write what each access pattern returns.
note-keys-only = The file has tables only. Add entities and access patterns.
note-left-out = { $place }: a design has no { $member }, so it was left out.
note-unknown-value = { $place }: the value of { $expression } is not in the file, so it was left out.
note-placeholder = The file has no value for { $name }. Where a name can stand, “{ $shown }” stands for it.
note-other-resources = These resources are no part of a table, so they were left out: { $types }.
note-not-created = { $place } was left out: the file creates it only under the condition { $condition }.
note-other-files = The file also names { $files }. Open these files with it.
note-of-program = This is the source of a CDK program, of which only literal values can be read. For the rest, run cdk synth, and open the template that it writes.
note-repeated = { $place }: the file repeats this resource. The design has it once.
note-several-keys = { $table }: a table has one primary key. { $used } is the key, each other one is an index.
note-no-key = { $table }: there is no primary key. The attribute { $added } was added for it.
note-unique = { $table }: DynamoDB does not keep { $columns } unique. Write a second item with this value as its key, in the same transaction.
note-ignored = Statements that create no table: { $count }. They were left out.
note-skipped = { $kind }: { $count ->
    [one] 1 statement was left out, in line { $line }.
   *[other] { $count } statements were left out, the first one in line { $line }.
 }
note-not-parsed = { $statement } was left out, because it cannot be read in line { $line }: { $reason }
note-same-table = { $table }: the file creates this table again in line { $line }. The first definition applies.
note-key-as-text = { $table }: a key must be a text, a number or binary. { $attributes } became a text.
note-left-out-often = { $place }: a design has no { $member }, so it was left out. The same at { $more ->
    [one] 1 other place.
   *[other] { $more } other places.
 }
note-unknown-often = { $place }: the value of { $expression } is not in the file, so it was left out. The same at { $more ->
    [one] 1 other place.
   *[other] { $more } other places.
 }
note-more = There are { $count } more notes.
note-assumed = Assumed: { $items } items in each table, { $rate } requests per second for each access pattern. Write your own figures.
note-first-patterns = The file has no access patterns. Dynalab made them from the keys, with { $requests ->
    [one] 1 request
   *[other] { $requests } requests
 } per second each. Change them to yours, and write how many items each entity has.
note-changed-since = The file changed after Dynalab wrote it. Entities and keys are from the file, access patterns as they were.
note-key-chosen = { $table }: the file does not name its key. Dynalab chose { $key }. { $reason }
note-keys-shared = { $table }: { $sharing } of { $items } items have the same key as another. The last one of each key stays, { $left } in all.
note-key-usual = Keys usually have these names.
note-key-unique = Each item has another value.
note-key-not-unique = Several items have the same value, so one replaces the other.
note-kinds-by = { $table }: the value of { $attribute } divides the items into entities.
note-records-not-read = Records that cannot be read: { $count }. The first one is in line { $line }.
note-value-converted = { $table }, item { $item }: the value of { $attribute } is not DynamoDB JSON, so it was converted. { $more ->
    [0] {""}
    [one] The same in 1 other item.
   *[other] The same in { $more } other items.
 }
note-value-left-out = { $table }, item { $item }: the value of { $attribute } is not a value of DynamoDB, so it was left out. { $more ->
    [0] {""}
    [one] The same in 1 other item.
   *[other] The same in { $more } other items.
 }
note-no-items = { $table }: { $count ->
    [one] 1 element of its items is no item, number { $item }. It was left out.
   *[other] { $count } elements of its items are no items, the first one is number { $item }. They were left out.
 }
note-kept = { $place }: a design has no { $member }. It is kept for files of the format { $format }.
note-no-column-names = The first line of the sheet is a record, so its columns have numbers as names. Write a line with names above it.
note-not-puts = Requests that put no item: { $count }. They were left out.
note-items-cut = { $table }: the sample has { $kept } of { $found } items.
note-rows-replaced = { $table }: the items are now the sample of { $count ->
    [one] 1 entity
   *[other] { $count } entities
 }. Check the expected results that have a number of items.
note-items-of-no-entity = { $table }: { $count ->
    [one] 1 item has the keys of no entity. It was left out.
   *[other] { $count } items have the keys of no entity. They were left out.
 }
note-no-request = { $pattern }: the file has no request.
note-write-request = Write the request of { $operation }.
note-command-left-out = { $command }: this command cannot be read, so it was left out. { $detail }
note-command-not-read = The command line cannot be read: { $detail }

## Files that are opened

file-read = { $file }: { $format }. Added: tables { $tables }, entities { $entities }, access patterns { $patterns }, items { $items }.
file-compared = { $file }: { $format }. It is compared with the designs, and adds nothing to them.
file-helped = { $file }: { $format }. It gives values or names to the other files.
file-refused = { $file } was not opened. { $reason }
file-second = { $file }: { $format }. { $differs } So this file is a second design, B. Compare it with A.
refused-third = There is a second design, B, already. Open this file alone.
refused-has-entities = No item has the keys of an entity in the table { $table }, so no item was added. Compare the key templates, or open the file alone.
refused-without-keys = No record has the keys of the table { $table }, with their types.
refused-several-designs = The items could belong to several of these designs. Open each design with its items alone.
refused-too-many = Dynalab opens at most { $count } files at once.
differs-table = The table { $name } is not the same in another file.
differs-index = The index { $name } is not the same in another file.
differs-item = The keys of { $name } are not the same in another file.
differs-entity = The entity { $name } is not the same in another file.
differs-pattern = The access pattern { $name } is not the same in another file.
differs-seed = The sample has another seed ({ $name }) than in another file.
differs-member = The member { $name } is not the same in another file.
error-not-json = The text is not valid JSON at line { $line }, column { $column }.
error-too-long = The text has { $bytes } bytes. The limit is { $limit }.
error-member = { $place } must be { $wanted }.
wanted-text = a text
wanted-object = an object
wanted-list = a list
wanted-item = an item
wanted-attribute = an attribute
wanted-texts = a list of texts
wanted-data-type = a type of DynamoDB
wanted-key-type = S, N or B
wanted-hash-key = a list with a HASH key
wanted-key-template = a text with attributes in braces
wanted-primary-index = an index that is the table’s key
wanted-alike-items = a file with items that have an attribute in common
wanted-few-entities = a file with at most { $most } entities
wanted-one-of-entities = one of at most { $most } entities
wanted-one-of-models = one of at most { $most } models
wanted-one-of-tables = one of at most { $most } tables with items
wanted-one-of-facets = one of at most { $most } facets with items
error-syntax = { $language }: line { $line }, column { $column }: { $detail }
error-in-other-files = The file has no DynamoDB table itself. Open it together with { $files }.
error-no-table = The file has no DynamoDB table.
error-other-statements = The statements of the file create no table. They are { $found }. Open the schema, with its CREATE TABLE.
error-unknown-format = The text has no format that Dynalab can read. It reads its own designs, CloudFormation, Terraform, SQL schemas and dumps, CreateTable and DescribeTable, lines of the AWS CLI, NoSQL Workbench, OneTable, ElectroDB, and items as JSON or CSV.
found-nothing = The file is empty.
found-answer = This is the answer of { $operation }. It does not describe the keys of a table. Open the answer of DescribeTable.
found-members = This is JSON that Dynalab does not know. Its members are { $names }. Open a design, a template, the answer of DescribeTable, or items.
found-cdk-code = This is source code of CDK. Run cdk synth, and open the template that it writes.
found-pulumi-code = This is source code of Pulumi. Open the answer of aws dynamodb describe-table for each of its tables.
found-code = This is code that uses { $library }. Dynalab does not run code. Open the answer of aws dynamodb describe-table, or items of the table.
found-graphql = This is a GraphQL schema with @model. Open the CloudFormation template that Amplify makes of it.
found-terraform-parts = These are blocks of Terraform without an aws_dynamodb_table. Open the file with the table too, and the files of the modules that it calls.
found-sql = These are statements of SQL without CREATE TABLE. Open the schema, or a dump that has it.
error-write-only = Dynalab can write the format { $format }, but not read it.
error-design-not-json = The design is not valid JSON at line { $line }, column { $column }: { $detail }
error-design-member = { $place } at line { $line }, column { $column }: { $detail }
error-design-version = The design has version { $version }. This version of Dynalab reads version 1.
error-design-too-long = The design has { $bytes } bytes. The limit is { $limit }.

## The report of a check

mark-green = green
mark-red = RED
mark-problem = problem
mark-error = error
mark-warning = warning
mark-advice = advice
mark-file = file
mark-format = format
mark-note = note
mark-differs = differs
mark-table = table
mark-failed = failed
report-pattern = { $access }; in the sample { $read } read, { $returned } returned, { $units }; in production { $full }, { $amount } per month
report-patterns = { $green } of { $patterns ->
    [one] 1 access pattern is
   *[other] { $patterns } access patterns are
 } as expected, { $scans ->
    [one] 1 Scan
   *[other] { $scans } Scans
 }, { $hot_keys ->
    [one] 1 hot key
   *[other] { $hot_keys } hot keys
 }, { $findings ->
    [one] 1 finding
   *[other] { $findings } findings
 }
report-no-index = no index
report-index = index { $name } ({ $key }, { $projection })
report-local-index = local index { $name } ({ $key }, { $projection })
report-vector-index = vector index { $name } ({ $key }, { $projection })
report-key = key { $key }
report-ttl = TTL { $attribute }
report-no-ttl = no TTL
report-stream = stream { $view }
report-no-stream = no stream
report-table-units = { $reads } RCU and { $writes } WCU per second on average
fail-no-patterns = The design has no access pattern, so the check proves nothing. Write one with its expected result.
fail-red = { $count ->
    [one] 1 access pattern is not as expected.
   *[other] { $count } access patterns are not as expected.
 }
fail-problems = { $count ->
    [one] 1 part of the design cannot be used.
   *[other] { $count } parts of the design cannot be used.
 }
fail-differences = { $count ->
    [one] 1 difference from { $files }.
   *[other] { $count } differences from { $files }.
 }
fail-elsewhere = At { $url }, an access pattern differs: { $sentence }
fail-denied = { $count ->
    [one] 1 finding of the denied rule { $rule }.
   *[other] { $count } findings of the denied rule { $rule }.
 }
fail-monthly = { $amount } per month is more than the limit of { $limit }.
fail-monthly-unknown = The monthly amount is not known: no price is known for { $names }.
compared-with = { $left } compared with { $right }: { $count ->
    [0] no difference
    [one] 1 difference
   *[other] { $count } differences
 }.
report-costs = { $amount } per month in production: { $requests } requests, { $storage } storage ({ $region }, prices of { $date })
report-other-prices = No prices of { $region } are known. The sums have the prices of { $used }.
report-no-price = No price is known for { $names }, so the sums are without it.

## Differences between two designs, or a design and a stack

difference-only = Only in { $file }.
difference-changed = Not the same in { $left } and { $right }.
difference-setting = { $setting }: { $one } in { $left }, { $other } in { $right }.
difference-not-set = not set
difference-left-out = Not compared, because one of the files cannot have it: { $settings }.
setting-partition-key = Partition key
setting-sort-key = Sort key
setting-index-kind = Kind of index
setting-projection = Projection
setting-vector-index = Vector index
setting-ttl = TTL
setting-stream = Stream
setting-mode = Capacity mode
setting-scaling = Auto scaling
setting-class = Table class
setting-recovery = Point-in-time recovery
setting-deletion-protection = Deletion protection
setting-replicas = Replicas
setting-replica-consistency = Consistency of replicas
setting-units = Provisioned units
setting-warm-throughput = Warm throughput
setting-maximum-throughput = Maximum on-demand throughput
setting-recovery-days = Recovery period in days
setting-tags = Tags
setting-encryption = Encryption
setting-deletion-policy = Deletion policy
setting-policy = Resource-based policy
setting-contributor-insights = Contributor insights
setting-seed = Seed of the sample
setting-region = Region

## The document of a design (Markdown)

document-table = Table { $name }
document-partition-key = Partition key: { $key }
document-sort-key = Sort key: { $key }
document-no-key = none
document-on-demand = on demand, billed by request
document-scaling = Auto scaling, { $units } of { $target }: { $least } to { $most }, target utilization { $percent } %
document-provisioned = provisioned for the peak and { $percent } % more
document-mode = Capacity mode: { $mode }
document-ttl = TTL: { $attribute }
document-stream = Stream: { $stream }
document-recovery = Point-in-time recovery: on
document-indexes = | index | kind | partition key | sort key | projection |
document-local = local
document-global = global
document-items = | item | items | mean bytes |
document-patterns = Access patterns
document-pattern-columns = | # | access pattern | per second | served by | why | RCU in the sample | RCU in production | WCU | per month in production | result |
document-units = All patterns in production: { $reads } RCU and { $writes } WCU on average, { $peak_reads } RCU and { $peak_writes } WCU at the peak.
document-findings = Findings
document-cost = Cost
document-costs = { $amount } per month in production: { $requests } requests, { $storage } storage. Prices of { $region } on { $date }.
