# The course and the player of a lesson.

## The course

learn-title = Learn DynamoDB
learn-lead = Each lesson runs on the real engine: predict, run, see why.
learn-ready =
    { $ready ->
        [0] No lesson is ready yet. { $planned } are planned.
        [one] One of { $planned } lessons is ready.
       *[other] { $ready } of { $planned } lessons are ready.
    }
learn-all-ready = { $planned } lessons in { $chapters } chapters.
learn-not-loaded = The list of lessons did not load. ({ $detail })
learn-chapters = Chapters
learn-chapter-count = { $ready } of { $planned } ready, { $done } done
learn-chapter-none = No lesson of this chapter is ready yet.
learn-start = Start · lesson { $id }
learn-continue = Continue · lesson { $id }
learn-again = All ready lessons are done · lesson { $id }
learn-minutes =
    { $minutes ->
        [one] one minute
       *[other] { $minutes } minutes
    }
learn-done-of =
    { $ready ->
        [one] { $done } of one lesson done
       *[other] { $done } of { $ready } lessons done
    }
learn-start-lesson = Start
learn-continue-lesson = Continue
learn-open-lesson = Open the lesson
learn-state-new = not started
learn-state-opened = in progress
learn-state-solved = done
learn-state-changed = done before; the task has changed
learn-best =
    { $requests ->
        [one] one request
       *[other] { $requests } requests
    }, { $units ->
        [1] one unit
       *[other] { $units } units
    }
learn-kind-capstone = Capstone
learn-kind-test = Test-out
learn-kind-review = Review

## Search

learn-search = Search lessons, terms and errors
learn-search-none = Nothing found. Try another word, such as the name of an error.
learn-search-found =
    { $count ->
        [one] one result
       *[other] { $count } results
    }
learn-found-lesson = Lesson
learn-found-term = Term · lesson { $id }
learn-found-error = Error
learn-found-card = Reference card
learn-errors-not-loaded = The list of errors did not load. Lessons and terms are still found.
learn-card = Reference card

## A list of lessons as a link

learn-list-title = A list of lessons for you
learn-list-done = { $done } of { $count } done
learn-list-unknown = The link names lessons that do not exist. They are left out.
learn-list-all = Show the whole course
learn-list-make = For teachers: share a list of lessons
learn-list-about = Choose lessons, in the order of the course. The link opens this list. Each learner sees only their own progress.
learn-list-link = Link to the list
learn-list-copy = Copy link
learn-list-copied = Link copied.
learn-list-none = Choose at least one lesson.
learn-to-build = Write a lesson of your own

## Progress

learn-export = Export progress
learn-import = Import progress …
learn-imported =
    { $lessons ->
        [0] The file has no lessons. Your progress is unchanged.
        [one] Progress of one lesson imported.
       *[other] Progress of { $lessons } lessons imported.
    }
learn-import-unreadable = Not imported: the file is not a progress file. Your progress is unchanged.
learn-import-newer = Not imported: the file is from a newer version of Dynalab. Your progress is unchanged. Reload the page and try again.
learn-not-kept = The browser does not store your progress. Export it before you close this tab.

## The player

learn-crumb = { $number } { $chapter } · lesson { $id }
learn-crumb-other = { $number } { $chapter }
learn-chapter-done = { $done } of { $ready } lessons of this chapter done
learn-loading = Loading the lesson …
learn-lesson-missing = There is no lesson at this address
learn-lesson-missing-lead = The lesson is not written yet, or its address is wrong.
learn-to-course = Go to the list of lessons
learn-lesson-not-loaded = The lesson did not load. Your progress is unchanged. ({ $detail })
learn-not-opened = The engine could not prepare the lesson. Reset it, or reload the page. ({ $detail })
learn-task = Your task
learn-changed = This task has changed since you solved it.
learn-work = Request and result
learn-use-sample = Put it into the editor
learn-use-design = Put this design into the editor
learn-slider = Change the number
learn-undo = Undo
learn-reset = Reset
learn-run = Run
learn-predict-run = Predict and run
learn-solution = Show the solution
learn-solution-in-order = Run the requests in this order. This one takes a part of an earlier response, which is filled in then.
learn-skip = Skip
learn-copy = Copy as Markdown
learn-copied = Copied: the lesson, your goals and your attempts.
learn-copy-failed = The browser did not copy the text. Allow access to the clipboard and try again.
learn-share = Copy link with your work
learn-share-copied = Link copied. It opens this lesson with your requests, answers and draft.
learn-share-too-long = Not copied: your work is too long for a link. Copy it as Markdown.
learn-tables = Table
learn-diagram = Diagram
learn-views = Ways to see the tables

learn-bytes-name = name
learn-bytes-value = value
learn-bytes-total =
    { $bytes ->
        [one] one byte
       *[other] { $bytes } bytes
    } in all

## Predict

learn-predict = Predict first
learn-predict-note = A wrong prediction costs nothing.
learn-your-guess = your prediction
learn-engine-says = the engine
learn-other-request = You ran another request than the one in the question.

## Questions

learn-questions = Questions

## Goals

learn-goals = Goals
learn-par =
    { $requests ->
        [one] Par: one request
       *[other] Par: { $requests } requests
    }, { $units ->
        [1] one unit
       *[other] { $units } units
    }
learn-goal-open = not tried
learn-goal-met = met
learn-goal-failed = not met
learn-goals-met = { $met } of { $all } goals met.
learn-all-met = All goals are met.
learn-kind-answer = response
learn-kind-state = state
learn-kind-plan = plan
learn-kind-units = units
learn-kind-throttles = throttling
learn-kind-stream = stream
learn-kind-green = patterns
learn-kind-findings = findings
learn-not-checked = The goals could not be checked. ({ $detail })

## What differs

learn-differs = What differs in your last attempt
learn-differs-what = what
learn-differs-yours = yours
learn-differs-goal = goal
learn-differs-item = item in { $place }
learn-differs-missing-yours = missing
learn-differs-extra-goal = not there
learn-differs-attribute = { $key } in { $place }: { $attribute }
learn-differs-absent = absent
learn-differs-order = item { $number } in the response
learn-differs-item-count = items in { $place }
learn-differs-response-item = item in the response
learn-differs-response-attribute = { $key } in the response: { $attribute }
learn-differs-response-count = items in the response
learn-differs-step = { $step } · { $operation }
learn-differs-rejected-goal = succeeds
learn-differs-succeeded = succeeds
learn-differs-scan-yours = reads all of { $source }
learn-differs-scan-goal = reads by key
learn-differs-source = { $step } · reads
learn-differs-requests = requests
learn-differs-items-read = items read
learn-differs-items-read-yours = { $read }, of which { $returned } were returned
learn-differs-read-units = read units
learn-differs-write-units = write units
learn-differs-value = { $at }
learn-differs-not-equal = not { $value }
learn-differs-at-least = at least { $value }
learn-differs-at-most = at most { $value }
learn-differs-length = a list of { $count }
learn-differs-contains = contains { $value }
learn-differs-present = present
learn-differs-probe = check with { $operation }
learn-differs-given = your answer: { $question }
learn-differs-given-none = no answer
learn-differs-given-goal = another answer
learn-differs-order-of-steps = after the order of steps { $order }
learn-differs-throttled = throttled requests
learn-differs-throttled-yours = { $throttled } of { $requests } ({ $error })
learn-differs-throttled-goal = at most { $permille } per 1,000
learn-differs-pattern-goal = as expected, without a Scan
learn-differs-pattern-not-run = no request that fits
learn-differs-pattern-refused = DynamoDB rejects the request
learn-differs-pattern-scan = right, but by a Scan
learn-differs-pattern-pages = the first page only
learn-differs-pattern-outcome = not the expected error
learn-differs-pattern-result = another result
learn-differs-finding = finding { $rule }
learn-differs-design = part of the design
learn-differs-design-goal = can be used

## Hints

learn-hints = Hints
learn-hints-note = chosen by your last attempt
learn-hints-none = Run a request first. The hints fit what you tried.
learn-hints-none-design = Edit the design first. The hints fit what you tried.
learn-hint = { $number } · { $title }

## After success

learn-solved = Solved. All goals are met.
learn-why = Why it works
learn-yours = yours
learn-your-best = your best
learn-par-short = par
learn-golf-note = Rejected requests and operations of Dynalab are not counted as requests.
learn-units =
    { $units ->
        [1] one unit
       *[other] { $units } units
    }
learn-requests =
    { $requests ->
        [one] one request
       *[other] { $requests } requests
    }
learn-versus = What the first idea would have cost
learn-versus-attempt = attempt
learn-versus-requests = requests
learn-versus-read = items read
learn-versus-units = units
learn-versus-naive = the first idea
learn-versus-yours = your solution
learn-versus-solution = solution
learn-second = A second solution that is accepted
learn-rule = To remember
learn-terms = Terms of this lesson
learn-next = Next: { $title }
learn-next-none = This is the last lesson that is ready.

## Copied as Markdown

learn-md-goals = Goals
learn-md-request = Request in the editor
learn-md-design = Tables and requests of the design
learn-md-attempts = Attempts
learn-md-no-attempts = No request was run yet.
learn-md-solved = solved
learn-md-unsolved = not solved yet
learn-md-from = Lesson { $id } of Dynalab ({ $address }), { $state }.

## Tests with the AWS SDK

test-title = Test with the AWS SDK
test-about = The test runs in a sandbox. Its requests go to the tables of this lesson, and the goals check them.
test-code = Test in JavaScript
test-run = Run the test
test-stop = Stop
test-reset = Restore the text
test-output = Output of the test
test-passed =
    { $calls ->
        [one] The test passed. It sent one request.
       *[other] The test passed. It sent { $calls } requests.
    }
test-timeout = The test did not end within { $seconds } seconds.
test-stopped = You stopped the test.

## The page of authors

build-title = Lesson builder
build-lead = Write a lesson as one text. Dynalab reads it while you type, proves it on the engine, and opens it as a learner sees it.
build-to-list = To the course, and to lists of lessons as one link
build-sample = Load the sample
build-lesson = Lesson of the course
build-lesson-none = Choose a lesson …
build-file = Open a file
build-before = Restore the text before
build-format = The format in short
build-format-sections = Three sections: "=== lesson NUMBER-address", "=== en" and "=== ja". The number 9.1 is a lesson of your own.
build-format-facts = The section "lesson" is JSON: start, goals, hints, a naive attempt, solutions and par.
build-format-texts = The sections "en" and "ja" are Markdown. Each part begins with "# name". Both have the same parts.
build-format-proof = Dynalab plays the attempts: the naive attempt must fail on its goals, and each solution must meet all goals.
build-format-more = The file docs/lessons.md in the source of Dynalab documents the format and the rules.
build-text = The lesson as one text
build-check = Check
build-try = Try it
build-stop = Stop
build-reading = Reading the text …
build-checking = Playing the attempts …
build-proof = Proof
build-nothing-yet = The proof of your lesson appears here. Load the sample or type a text.
build-old = This is the result of an earlier text.
build-proved = All claims hold. The lesson is proved.
build-partly = No claim fails, but the page could not play all attempts.
build-read = The text has no problems. Select "Check" to play the attempts.
build-failing = { $claims ->
        [one] One claim fails. Select a line to see its place in the text.
       *[other] { $claims } claims fail. Select a line to see its place in the text.
    }
build-more = { $count ->
        [one] One more problem is not shown.
       *[other] { $count } more problems are not shown.
    }
build-line = Line { $line }
build-holds = holds
build-fails = fails
build-not-reached = not reached
build-not-played = not checked yet
build-not-here = not run here
build-not-here-why = The attempt starts a function. The proof in the page runs no functions. The check command in docs/lessons.md does.
build-claim-sections = The text has the three sections of a lesson.
build-claim-facts = The section "lesson" is readable, and what it refers to exists.
build-claim-start = Dynalab can open the start, and the lesson is not solved there.
build-claim-naive = The naive attempt fails on its goals, with its error, and gets a hint.
build-claim-solution = Solution { $place } meets all goals.
build-claim-par = A solution needs exactly the requests and units of "par".
build-claim-prediction = The engine confirms the answer of the prediction.
build-claim-english = The English text has all parts and follows the rules.
build-claim-japanese = The Japanese text has all parts and follows the rules.
build-claim-structure = Both texts have the same structure.
build-claim-size = The lesson fits into its file.
build-not-checked = Dynalab could not check the text: { $detail }
build-cannot-try = Dynalab cannot open the lesson yet. Fix the problems of the section "lesson" and try again.
build-unchanged = Your text is unchanged.
build-not-kept = The browser does not store your text. Save it as a file.
build-trial = You try your lesson as a learner sees it. Dynalab stores nothing of this trial.
build-back = Back to the text
build-share = Share
build-link = Create link
build-save = Save as file
build-link-label = Link to the lesson
build-link-copied = Link copied.
build-link-long = The link is long, and some programs cut it. A file is safer.
build-link-too-long = The lesson is too long for a link. Save it as a file.

## family: learn-kind-
## family: learn-state-
