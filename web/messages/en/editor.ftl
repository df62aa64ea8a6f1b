# The request as text, in every form. These sentences are in the editor module, which a visit fetches when it opens one.
editor-label-json = Request as JSON
editor-label-cli = Request as a line for the AWS CLI
editor-label-sdk = Request as code
editor-label-partiql = Request as PartiQL
editor-hint = Paste any form of a request. Escape, then Tab leaves the editor.
editor-tidy = Tidy up
editor-find = Find
editor-next = next
editor-previous = previous
editor-close = close
editor-mistakes = Mistakes
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
recognised = Recognised as { $form }: { $operation }.
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
script-skipped = Not understood and skipped: { $commands }
script-run = Run all
script-leave = Close
script-ran = { $done } of { $requests } requests run.
keeps-last = Fix the text to run it.
left-out = Not in the statement: { $names }.
differs-PutItem = INSERT refuses an item that is there already; PutItem replaces it.
differs-UpdateItem = UPDATE refuses an item that is not there; UpdateItem creates it.

diagnostic-at = Line { $line }, column { $column }: { $sentence }
mistake-unfinished = Something is missing here.
mistake-unclosed = Nothing closes this.
mistake-unexpected = This cannot stand here.
mistake-too-deep = This is nested too deep.
mistake-object-expected = A request is an object, in braces.
mistake-no-request = There is no request in this text.
mistake-unknown-operation = There is no operation { $name }.
mistake-unknown-member = { $owner } has no member { $name }.
mistake-unknown-option = { $operation } has no option { $name }.
mistake-value-missing = { $name } needs a value.
mistake-member-missing = { $name } is required.
mistake-known-elsewhere = { $what } is known only where it runs. Write the value itself.
mistake-not-understood = { $what } is not understood here.
mistake-value-expected = { $expected ->
    [text] A text is expected here.
    [number] A number is expected here.
    [boolean] true or false is expected here.
    [bytes] Binary data is expected here.
    [list] A list is expected here.
    [map] A map is expected here.
   *[other] The value of an attribute is expected here, under its type.
}
mistake-not-one-of = { $value } is none of { $values }.
mistake-mixed-set = A set holds texts, numbers or binary values, all of one type.
mistake-not-base64 = This is not base64.
mistake-expression = { $sentence }
mistake-left-out = Not part of the request, and left out: { $what }
mistake-reserved-word = { $word } is a reserved word. Use a placeholder, #{ $word }.
mistake-not-defined = { $name } is not defined.
mistake-not-used = { $name } is not used.

why-not-not-read = The draft is no JSON object yet. Finish it as JSON, or write a request here.
why-not-unknown-operation = There is no operation { $name }. Write a request here.
why-not-no-statement = { $operation } has no statement in PartiQL. Write one here, and it takes its place.
why-not-no-words = PartiQL has no words for { $what }.
why-not-legacy = { $member } is from the API's first years, and PartiQL has nothing like it.
why-not-binary = A binary value cannot be written out in a statement; it has to be a parameter.
why-not-sort-key-unknown = ORDER BY names the sort key, and the request does not say which attribute that is.
why-not-broken = The request is not right yet: { $sentence }

## family: editor-label-
## family: form-
## family: completion-
## family: differs-
## family: mistake-
## family: why-not-
