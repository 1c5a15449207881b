// What strangers' texts go through takes time that grows with their length and no faster: each parser is given texts of one piece again and
// again, twice as long, and the processor time is compared. Seeded: TANDEM_SEED=1 … repeats a run.
import { describe, expect, test } from 'vitest'
import { addressesOf } from '../../cloud/email/gmail/mail-text.ts'
import { findDue } from '../../electron/service/conversations/mail-dates.ts'
import { extractByRules } from '../../shared/domain/mail/extract-by-rules.ts'
import { decodeEntities, looksLikeHtml, textOfHtml } from '../../shared/domain/mail/html-text.ts'
import { draftOfBacklogTask, isBacklogTask } from '../../shared/domain/imports/import-backlog-md.ts'
import { RefusedRecord } from '../../shared/domain/imports/import-draft.ts'
import { draftOfFields } from '../../shared/domain/imports/import-fields.ts'
import { markdownOfHtml } from '../../shared/domain/imports/import-html.ts'
import { dueOfTodoist, splitLabels } from '../../shared/domain/imports/import-todoist.ts'
import { readCorrespondent } from '../../shared/domain/mail/mail-address.ts'
import { readSubject } from '../../shared/domain/mail/mail-subject.ts'
import { oneLine, ownText } from '../../shared/domain/mail/mail-text.ts'
import { mergeText, sharedText } from '../../shared/domain/history/merge-text.ts'
import { parseQuery } from '../../shared/domain/search/search-query.ts'
import { queryWords, stemsOf } from '../../shared/domain/search/search-words.ts'
import { slugFor } from '../../shared/domain/tasks/slug.ts'
import { snippetOf } from '../../shared/domain/search/snippet.ts'
import { phrasesOf } from '../../shared/domain/time/when/phrases.ts'
import { settingOf } from '../../shared/domain/time/when/setting.ts'
import { chooseSeed, randomFrom } from '../support/fuzz/random.ts'

const seed = chooseSeed()
console.log(`growth seed ${seed} (TANDEM_SEED=${seed} repeats it)`)

const now = new Date('2026-11-22T10:00:00Z')
const date = now.toISOString()

const everyOther = (text: string, by: string, step: number) =>
  text
    .split('\n')
    .map((line, at) => (at % step === 0 ? line + by : line))
    .join('\n')

/** All take text as long as an upload or a call may bring it; what is read by its beginning only is given the whole all the same. */
const parsers: Record<string, (text: string) => unknown> = {
  textOfHtml,
  decodeEntities,
  looksLikeHtml,
  markdownOfHtml,
  addressesOf,
  ownText,
  'a mail that is passed on': (text) => ownText(text, true),
  oneLine: (text) => oneLine(text, 500),
  readSubject,
  readCorrespondent,
  findDue: (text) => findDue(text, date, 'UTC', now),
  extractByRules: (text) => extractByRules(text, [{ from: readCorrespondent('a@example.com'), sent_at: date, text }], null),
  'fields of a record': (text) =>
    draftOfFields({ title: text, labels: text, due: text, status: text, priority: text, created_at: text, requesters: text, comments: text, done: text }),
  'a due text': (text) => [dueOfTodoist(text, text, 'UTC'), dueOfTodoist(`every ${text}`, undefined, 'UTC')],
  // A title has 1,000 characters: a quarter of the length says as much in a tenth of the time.
  'when, in words': (text) => phrasesOf(text.slice(0, text.length / 4), settingOf(now, 'Europe/Berlin')),
  splitLabels,
  draftOfBacklogTask,
  'body of a Markdown task': (text) => draftOfBacklogTask(`---\nid: 1\ntitle: x\n---\n${text}`),
  isBacklogTask,
  slugFor: (text) => slugFor(text, () => false),
  parseQuery,
  queryWords,
  stemsOf,
  snippetOf: (text) => snippetOf([text], queryWords('a x report')),
  mergeText: (text) => mergeText(everyOther(text, '!', 2), text, everyOther(text, '?', 3)),
  'mergeText of other texts': (text) => mergeText(everyOther(text, '!', 1), text, everyOther(text, '?', 1)),
  sharedText: (text) => sharedText(everyOther(text, '!', 2), text),
}

const pieces = [
  [...'a10 \n\t-<>&"\'()[]@,;:./|#{}%=+_é漢⟦⟧'],
  ['\r\n', '\u00a0', '\u200b', '\u0301', '👍', '- ', '> ', '* ', '- [ ] ', '- [ ]\n', '[x] ', '---\n', '```', '. ', ', ', ' and '],
  ['<p', '<p>', '</p>', '<br ', '<a href="', '<a href="x">', '<b>', '<li>', '<li data-checked="true"', '<label>', '<h1>', '<!--', '-->', '&#', '&amp;'],
  ['@a', 'a@b', 'a@b.c,', '<a@b.c>', 'On 1 ', 'wrote:', 'From: a\n', 'Re: ', 'Fwd: ', '## Comments\n<!-- COMMENTS:BEGIN -->', '<!-- COMMENT:BEGIN -->\n'],
  ['monday ', '1/2/', '12:', '9am ', 'at ', 'every day ', 'in 2 days ', 'Oct 5 ', '2026-', '2026-11-22T', 'und ', 'jeden ', 'morgen ', '1st ', 'rd,'],
  ['status:', 'label:"', '-a ', '"a" ', '[1,', '{"a":', '- a\n', '&a *a\n', 'title: '],
].flat()
const around = [
  ['', ''],
  ['<p>', ''],
  ['x ', ' x'],
  ['', '!'],
  ['---\nid: 1\ntitle: x\n', '\n---\n'],
] as const

function processorTime(parse: (text: string) => unknown, text: string): Promise<number> {
  const before = process.cpuUsage()
  const spent = () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  return Promise.resolve()
    .then(() => parse(text))
    .catch((error: unknown) => {
      if (!(error instanceof RefusedRecord)) throw error
    })
    .then(spent)
}

const length = 64_000
/** Milliseconds of processor time below which no time at this length can be the square of it to anybody's harm. */
const harmless = 60

/** Undefined: fine. */
async function growth(parse: (text: string) => unknown, make: (length: number) => string): Promise<string | undefined> {
  if ((await processorTime(parse, make(length))) < harmless) return undefined
  let told = ''
  // What else the process did counts, too: it has three tries.
  for (let attempt = 0; attempt < 3; attempt++) {
    const [one, two] = [await processorTime(parse, make(length)), await processorTime(parse, make(2 * length))]
    if (two < 3 * one || two < harmless) return undefined
    told = `${one.toFixed(0)} ms, twice as long ${two.toFixed(0)} ms`
  }
  return told
}

describe('[I7] twice the text takes about twice the time', () => {
  const random = randomFrom(seed)
  const of = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const isLong = process.env.TANDEM_LONG === '1'
  const every = pieces.flatMap((piece) => around.map(([before, after]) => ({ piece, before, after })))
  const some = () =>
    Array.from({ length: 24 }, () => {
      const [before, after] = of(around)
      return { piece: random() < 0.7 ? of(pieces) : of(pieces) + of(pieces), before, after }
    })

  test.each(Object.entries(parsers))('%s', async (_name, parse) => {
    for (const { piece, before, after } of isLong ? every : some()) {
      const make = (size: number) => before + piece.repeat(Math.ceil(size / piece.length)) + after
      const found = await growth(parse, make)
      expect(found, `TANDEM_SEED=${seed}: ${JSON.stringify(before)} + ${JSON.stringify(piece)} again and again + ${JSON.stringify(after)}`).toBeUndefined()
    }
  })
})
