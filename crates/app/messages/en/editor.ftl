# The request as text, in every form. These sentences are in the editor module, which a visit fetches when it opens one.
editor-label-json = Request as JSON
editor-label-cli = Request as an AWS CLI command
editor-label-sdk = Request as code
editor-label-partiql = Request as PartiQL
editor-hint = Paste a request in any format. To leave the editor, press Escape, then Tab.
editor-tidy = Format
editor-find = Find
editor-next = next
editor-previous = previous
editor-close = close
editor-mistakes = Problems
editor-completions = Suggestions
sdk-language = Language
copy = Copy
copied = Copied.
form-json = JSON
form-cli = AWS CLI
form-javascript = JavaScript (SDK v3)
form-python = Python (boto3)
form-rust = Rust
form-java = Java (SDK 2)
form-go = Go (SDK v2)
form-partiql = PartiQL
recognised = Recognized as { $form }: { $operation }.
use-placeholder = Use #{ $word }

completion-member = member
completion-table = table
completion-index = index
completion-attribute = attribute
completion-placeholder = placeholder
completion-function = function
completion-keyword = keyword
completion-value = value

script-found = { $requests ->
    [one] The pasted text has one request.
   *[other] The pasted text has { $requests } requests. The first one is in the editor.
}
script-skipped = Skipped:
script-run = Run all
script-leave = Close
script-ran = { $requests ->
    [one] One request run.
   *[other] All { $requests } requests run.
}
script-stopped = Run { $done } of { $requests } requests. Request { $place } ({ $operation }) failed. { $why }
offer-design = This is a key design: { $format }.
offer-open-design = Open in Design
offer-request = This is a request: { $form }.
offer-use-request = Read it as a request
unknown-values = These values of the code are known only when it runs. Write a number, a text, or a text in quotes.
keeps-last = Fix the text to run it.
left-out = Not in the statement: { $names }.
differs-PutItem = INSERT fails if the item exists. PutItem replaces it.
differs-UpdateItem = UPDATE fails if the item does not exist. UpdateItem creates it.

diagnostic-at = Line { $line }, column { $column }: { $sentence }
mistake-unfinished = Something is missing here.
mistake-unclosed = This is not closed.
mistake-unexpected = Unexpected text here.
mistake-too-deep = This is nested too deep.
mistake-object-expected = A request must be a JSON object in braces.
mistake-no-request = This text contains no DynamoDB request. Paste JSON, an AWS CLI command, SDK code or PartiQL.
mistake-unknown-operation = There is no operation { $name }.
mistake-wait-not-needed = This command is not needed. Requests run one after another.
mistake-unknown-member = { $owner } has no parameter { $name }.
mistake-unknown-option = { $operation } has no option { $name }.
mistake-value-missing = { $name } needs a value.
mistake-member-missing = { $name } is required.
mistake-known-elsewhere = The value of { $what } is known only at run time. Write the value instead.
mistake-not-understood = Cannot parse { $what }.
mistake-value-expected =
    { $expected ->
        [text] Expected a string.
        [number] Expected a number.
        [boolean] Expected true or false.
        [bytes] Expected binary data.
        [list] Expected a list.
        [map] Expected a map.
       *[other] Expected a typed attribute value such as { "{" }"S": "text"{ "}" }.
    }
mistake-not-one-of = { $value } is not valid. Use one of { $values }.
mistake-mixed-set = All elements of a set must be strings, all numbers or all binary.
mistake-not-base64 = This is not base64.
mistake-expression = { $sentence }
mistake-left-out = Ignored, because it is not part of the request: { $what }
mistake-reserved-word = { $word } is a reserved word. Use a placeholder, #{ $word }.
mistake-not-defined = { $name } is not defined.
mistake-not-used = { $name } is not used.

why-not-not-read = The draft is not valid JSON. Fix the JSON, or write a request here.
why-not-unknown-operation = There is no operation { $name }. Write a request here.
why-not-no-statement = PartiQL has no statement for { $operation }. A statement you write here replaces the draft.
why-not-no-words = PartiQL cannot express { $what }.
why-not-legacy = { $member } is a legacy parameter. PartiQL has no equivalent.
why-not-binary = A PartiQL statement cannot contain a binary literal. Pass the value as a parameter.
why-not-sort-key-unknown = ORDER BY needs the name of the sort key, and this request does not give it.
why-not-broken = The request has a problem: { $sentence }

## family: editor-label-
## family: form-
## family: completion-
## family: differs-
## family: mistake-
## family: why-not-
