import { describe, expect, test } from 'vitest'
import { readQuickAdd } from './read-quick-add.ts'
import { readWhen } from '../../../shared/domain/time/when/read-when.ts'

// A Friday.
const now = new Date(2026, 10, 20, 10, 0)
const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
const at = (text: string) => readWhen(text, { now, timezone })
const read = (line: string, dismissed?: ReadonlySet<string>) => readQuickAdd(line, dismissed, at)
const local = (iso: string | null | undefined) => {
  const date = new Date(iso as string)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
}
const schedulesOf = (line: string) =>
  read(line).schedules.map((schedule) =>
    schedule.type === 'one_time'
      ? local(schedule.fire_at)
      : schedule.type === 'weekly'
        ? `weekly ${schedule.day_of_week} ${schedule.time}`
        : schedule.type === 'monthly'
          ? `monthly ${schedule.day_of_month} ${schedule.time}`
          : schedule.type === 'rule'
            ? [schedule.rule?.replace('FREQ=', ''), schedule.time, ...(schedule.starts_on ? ['from', schedule.starts_on] : [])].join(' ')
            : `days ${schedule.interval_days} ${schedule.time}`,
  )

describe('quick add', () => {
  test('takes labels and a priority out of the line', () => {
    expect(readQuickAdd('checksum file not synced !high #bug #s3a')).toMatchObject({
      title: 'checksum file not synced',
      priority: 'high',
      labels: ['bug', 's3a'],
    })
  })

  test.each([
    'fix C# build',
    'see #12 first',
    'a#b stays',
    'this is !important',
    'wow!',
    'mail to ana#example',
    '# heading',
    '!',
    'mail a@b.c',
    'the @media/print rule',
    'see https://x.org/2026-12-01 at once',
  ])('leaves "%s" as it is', (line) => {
    expect(readQuickAdd(line, undefined, at)).toMatchObject({ title: line, priority: undefined, labels: [], requesters: [], tokens: [], schedules: [] })
  })

  test('a dismissed token is plain text again', () => {
    const line = 'rename #bug to #defect'
    expect(readQuickAdd(line, new Set(['#bug']))).toMatchObject({ title: 'rename #bug to', labels: ['defect'] })
  })

  test('a longer one that begins like a dismissed one is still read', () => {
    expect(readQuickAdd('name #a or #ab', new Set(['#a']))).toMatchObject({ title: 'name #a or', labels: ['ab'] })
  })

  test('of several priorities the last counts, and labels are not repeated', () => {
    expect(readQuickAdd('x !low !high #a #a')).toMatchObject({ title: 'x !low', priority: 'high', labels: ['a'], tokens: [{ raw: '!high' }, { raw: '#a' }] })
  })

  test('a line of tokens alone is its own title', () => {
    expect(readQuickAdd('#bug !high')).toMatchObject({ title: '#bug !high', priority: undefined, labels: [], tokens: [] })
  })

  test('labels in any script', () => {
    expect(readQuickAdd('שלום #דחוף 東京 #仕事')).toMatchObject({ title: 'שלום 東京', labels: ['דחוף', '仕事'] })
  })
})

describe('when', () => {
  test('the whole of it', () => {
    expect(read('pay rent tomorrow 9am !high #home @ana every month on the 1st')).toMatchObject({
      title: 'pay rent',
      priority: 'high',
      labels: ['home'],
      requesters: ['ana'],
      tokens: [{ raw: 'tomorrow 9am' }, { raw: '!high' }, { raw: '#home' }, { raw: '@ana' }, { raw: 'every month on the 1st' }],
    })
    expect(schedulesOf('pay rent tomorrow 9am !high #home @ana every month on the 1st')).toEqual(['2026-11-21 09:00', 'monthly 1 09:00'])
  })

  test.each([
    ['call tomorrow', 'call', ['2026-11-21 09:00']],
    ['call tomorrow at 5pm', 'call', ['2026-11-21 17:00']],
    ['call today', 'call', ['2026-11-20 18:00']],
    ['call at 9:30', 'call', ['2026-11-21 09:30']],
    ['call at 14:30', 'call', ['2026-11-20 14:30']],
    ['call in 2 hours', 'call', ['2026-11-20 12:00']],
    ['call in 3 days', 'call', ['2026-11-23 09:00']],
    ['call on monday 8am', 'call', ['2026-11-23 08:00']],
    ['call 2026-12-01 10:00', 'call', ['2026-12-01 10:00']],
    ['call on Dec 24', 'call', ['2026-12-24 09:00']],
    ['tonight: call', 'call', ['2026-11-20 18:00']],
    ['call next week', 'call', ['2026-11-23 09:00']],
    ['Miete zahlen morgen um 9', 'Miete zahlen', ['2026-11-21 09:00']],
    ['Anruf übermorgen 14:30 Uhr', 'Anruf', ['2026-11-22 14:30']],
    ['Anruf am Montag', 'Anruf', ['2026-11-23 09:00']],
    ['Anruf in 3 Tagen', 'Anruf', ['2026-11-23 09:00']],
    ['Anruf heute Abend', 'Anruf', ['2026-11-20 18:00']],
    ['water every day', 'water', ['days 1 09:00']],
    ['water every day at 7', 'water', ['days 1 07:00']],
    ['water daily 7:15', 'water', ['days 1 07:15']],
    ['water every other day', 'water', ['days 2 09:00']],
    ['water every 3 days at 6pm', 'water', ['days 3 18:00']],
    ['water every 2 weeks', 'water', ['days 14 09:00']],
    ['stand-up every weekday 9:30', 'stand-up', ['WEEKLY;BYDAY=MO,TU,WE,TH,FR 09:30']],
    ['review every week', 'review', ['weekly 5 09:00']],
    ['review every week tomorrow', 'review', ['weekly 6 09:00']],
    ['review every friday', 'review', ['weekly 5 09:00']],
    ['review every Mon and Thu at 4pm', 'review', ['WEEKLY;BYDAY=MO,TH 16:00']],
    ['9am review every monday', 'review', ['weekly 1 09:00']],
    ['rent every month', 'rent', ['monthly 20 09:00']],
    ['rent monthly on the 15th', 'rent', ['monthly 15 09:00']],
    ['rent every month on the last day', 'rent', ['monthly 31 09:00']],
    ['rent on the 3rd of every month', 'rent', ['monthly 3 09:00']],
    ['Blumen jeden Tag um 7', 'Blumen', ['days 1 07:00']],
    ['Blumen täglich', 'Blumen', ['days 1 09:00']],
    ['Blumen alle 3 Tage', 'Blumen', ['days 3 09:00']],
    ['Blumen jeden zweiten Tag', 'Blumen', ['days 2 09:00']],
    ['Müll jeden Dienstag um 6:30 Uhr', 'Müll', ['weekly 2 06:30']],
    ['Müll dienstags', 'Müll', ['weekly 2 09:00']],
    ['Bericht werktags', 'Bericht', ['WEEKLY;BYDAY=MO,TU,WE,TH,FR 09:00']],
    ['Miete jeden Monat am 1.', 'Miete', ['monthly 1 09:00']],
    ['Miete monatlich am letzten Tag', 'Miete', ['monthly 31 09:00']],
  ])('reads "%s"', (line, title, schedules) => {
    expect([read(line).title, schedulesOf(line)]).toEqual([title, schedules])
  })

  test.each([
    'buy 3 apples',
    'read chapter 9',
    'sat the exam',
    'march on',
    'may I go',
    'look at 5 options',
    'upgrade to 2.10.3',
    'ratio 1/2',
    'plan for 3 days',
    'fix it now',
    'the everyday things',
    'every man for himself',
    'monthly report',
    'the daily stand-up at home',
    'für 3 Tage',
    'say "tomorrow 9am" to Bob',
    'rename `every day` to `daily`',
    'sag „morgen um 9“',
    'so do mi fr',
    'second of three',
    'yesterday at 9am',
    'every month on the 42nd',
    'http://a.b/tomorrow',
    'pre-tomorrow things',
  ])('leaves "%s" as it is', (line) => expect(read(line)).toMatchObject({ title: line, tokens: [], schedules: [] }))

  test('a dismissed date is text again, and nothing else is made of its words', () => {
    expect(read('pay rent every month on the 1st', new Set(['every month on the 1st']))).toMatchObject({
      title: 'pay rent every month on the 1st',
      tokens: [],
      schedules: [],
    })
    expect(read('pay rent tomorrow 9am #home', new Set(['tomorrow 9am']))).toMatchObject({ title: 'pay rent tomorrow 9am', labels: ['home'], schedules: [] })
  })
})

describe('repetitions by a rule', () => {
  test.each([
    ['sprint every other friday at 9', 'sprint', ['WEEKLY;INTERVAL=2;BYDAY=FR 09:00 from 2026-11-27']],
    ['sprint every other friday at 17:00', 'sprint', ['WEEKLY;INTERVAL=2;BYDAY=FR 17:00 from 2026-11-20']],
    ['sprint every 2nd friday', 'sprint', ['WEEKLY;INTERVAL=2;BYDAY=FR 09:00 from 2026-11-27']],
    ['sprint every other friday 2026-12-04', 'sprint', ['WEEKLY;INTERVAL=2;BYDAY=FR 09:00 from 2026-12-04']],
    ['bins every 2 weeks on tuesday', 'bins', ['WEEKLY;INTERVAL=2;BYDAY=TU 09:00 from 2026-11-24']],
    ['gym every 3 weeks on Mon and Thu at 7am', 'gym', ['WEEKLY;INTERVAL=3;BYDAY=MO,TH 07:00 from 2026-11-23']],
    ['first monday of every month meet', 'meet', ['MONTHLY;BYDAY=1MO 09:00']],
    ['meet on the first Monday of the month at 10:00', 'meet', ['MONTHLY;BYDAY=1MO 10:00']],
    ['meet every last friday', 'meet', ['MONTHLY;BYDAY=-1FR 09:00']],
    ['meet every 3rd friday of the month', 'meet', ['MONTHLY;BYDAY=3FR 09:00']],
    ['invoices last workday of the month', 'invoices', ['MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1 09:00']],
    ['party every year on 5 May', 'party', ['YEARLY;BYMONTH=5;BYMONTHDAY=5 09:00']],
    ['party every year on May 5th at 18:00', 'party', ['YEARLY;BYMONTH=5;BYMONTHDAY=5 18:00']],
    ['party every 5 may', 'party', ['YEARLY;BYMONTH=5;BYMONTHDAY=5 09:00']],
    ['tax every year', 'tax', ['YEARLY;BYMONTH=11;BYMONTHDAY=20 09:00']],
    ['tax yearly 2027-03-01', 'tax', ['YEARLY;BYMONTH=3;BYMONTHDAY=1 09:00 from 2027-03-01']],
    ['filter every 3 months', 'filter', ['MONTHLY;INTERVAL=3;BYMONTHDAY=20 09:00 from 2026-11-20']],
    ['filter every quarter', 'filter', ['MONTHLY;INTERVAL=3;BYMONTHDAY=20 09:00 from 2026-11-20']],
    ['filter every 2 months on the 15th', 'filter', ['MONTHLY;INTERVAL=2;BYMONTHDAY=15 09:00 from 2026-11-20']],
    ['jeden zweiten Dienstag treffen', 'treffen', ['WEEKLY;INTERVAL=2;BYDAY=TU 09:00 from 2026-11-24']],
    ['Müll alle 2 Wochen am Freitag um 6:30 Uhr', 'Müll', ['WEEKLY;INTERVAL=2;BYDAY=FR 06:30 from 2026-11-27']],
    ['jeden ersten Montag im Monat treffen', 'treffen', ['MONTHLY;BYDAY=1MO 09:00']],
    ['Treffen jeden zweiten Dienstag im Monat um 18 Uhr', 'Treffen', ['MONTHLY;BYDAY=2TU 18:00']],
    ['Stammtisch am letzten Freitag jedes Monats', 'Stammtisch', ['MONTHLY;BYDAY=-1FR 09:00']],
    ['Rechnungen am letzten Werktag im Monat', 'Rechnungen', ['MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1 09:00']],
    ['Feier jedes Jahr am 5. Mai', 'Feier', ['YEARLY;BYMONTH=5;BYMONTHDAY=5 09:00']],
    ['Feier jährlich am 24.12. um 18 Uhr', 'Feier', ['YEARLY;BYMONTH=12;BYMONTHDAY=24 18:00']],
    ['Filter alle 3 Monate', 'Filter', ['MONTHLY;INTERVAL=3;BYMONTHDAY=20 09:00 from 2026-11-20']],
  ])('%s', (line, title, schedules) => {
    expect([read(line).title, schedulesOf(line)]).toEqual([title, schedules])
  })
})

describe('dates and times that are easily misread', () => {
  test.each([
    ['silvester 31.12.', 'silvester', ['2026-12-31 09:00']],
    ['silvester am 31.12. 18:00', 'silvester', ['2026-12-31 18:00']],
    ['zahnarzt 3.12. um 14.30 Uhr', 'zahnarzt', ['2026-12-03 14:30']],
    ['geburtstag 5.5.', 'geburtstag', ['2027-05-05 09:00']],
    ['29.2. feiern', 'feiern', ['2028-02-29 09:00']],
    ['am Montag um 9 Uhr 30 abfahrt', 'abfahrt', ['2026-11-23 09:30']],
    ['am Montag um 9 Uhr abfahrt', 'abfahrt', ['2026-11-23 09:00']],
    ['treffen kommenden montag', 'treffen', ['2026-11-23 09:00']],
    ['call in half an hour', 'call', ['2026-11-20 10:30']],
    ['meet on the last day of every month', 'meet', ['monthly 31 09:00']],
    ['miete am 1. jedes Monats um 8 Uhr', 'miete', ['monthly 1 08:00']],
  ])('%s', (line, title, schedules) => {
    expect([read(line).title, schedulesOf(line)]).toEqual([title, schedules])
  })

  test.each([
    'fix section 3.2.',
    '31.11. x',
    'every may 5 people meet',
    'every year on the 31st of february',
    'jeden dritten Dienstag treffen',
    'a quarterly report',
    'between 9am and 10am call',
    'a second look',
    'half an hour walk',
    'Guten Morgen sagen',
  ])('"%s" stays text', (line) => expect(read(line)).toMatchObject({ title: line, tokens: [], schedules: [] }))
})

test.each([
  ['call Ana, tomorrow', 'call Ana'],
  ['fix login; friday #bug', 'fix login'],
  ['tomorrow: call Ana', 'call Ana'],
  ['call Ana - tomorrow', 'call Ana'],
  ['a, b tomorrow', 'a, b'],
  ['learn C- tomorrow', 'learn C-'],
  ['keep this comma,', 'keep this comma,'],
])('what only joined a chip to the text leaves with it: %s', (line, title) => {
  expect(readQuickAdd(line, new Set(), at).title).toBe(title)
})

describe('[W60] one chip for one date, and what is doubted', () => {
  test('a date and its time are one chip, also apart', () => {
    expect(read('Zahnarzt 15.1. 10:30')).toMatchObject({ title: 'Zahnarzt', tokens: [{ kind: 'date', raw: '15.1. 10:30' }] })
    const apart = read('tomorrow call Ana 9am')
    expect(apart).toMatchObject({ title: 'call Ana', tokens: [{ kind: 'date', raw: 'tomorrow', also: ['9am'] }] })
    expect(read('tomorrow call Ana 9am', new Set(['tomorrow', '9am']))).toMatchObject({ title: 'tomorrow call Ana 9am', tokens: [] })
  })
  test('what is not sure stays in the title, and its place in the line is known', () => {
    const line = 'pay rent #home every third Friday'
    const { title, unsure } = read(line)
    expect(title).toBe('pay rent every third Friday')
    expect(unsure.map(({ start, end, why }) => [line.slice(start, end), why])).toEqual([['every third Friday', 'every_nth']])
    expect(read(line, new Set(['every third Friday'])).unsure).toEqual([])
  })
})

describe('until when, and who', () => {
  test.each([
    ['send report by friday', 'send report', '2026-11-20'],
    ['send report due Monday #work', 'send report', '2026-11-23'],
    ['due tomorrow: call Ana', 'call Ana', '2026-11-21'],
    ['Bericht schicken bis Montag', 'Bericht schicken', '2026-11-23'],
    ['Bericht schicken, fällig am Montag', 'Bericht schicken', '2026-11-23'],
    ['Bericht bis 3.12. schicken', 'Bericht schicken', '2026-12-03'],
  ])('[W48] %s', (line, title, due) => {
    expect(read(line)).toMatchObject({ title, due, schedules: [] })
  })
  test('[W48] with a time it is a moment; beside it stands a reminder; dismissed, it is text', () => {
    expect(local(read('send report by Monday 5pm').due)).toBe('2026-11-23 17:00')
    expect(read('call Ana tomorrow 9am due Monday')).toMatchObject({ title: 'call Ana', due: '2026-11-23' })
    expect(schedulesOf('call Ana tomorrow 9am due Monday')).toEqual(['2026-11-21 09:00'])
    expect(read('send report by Monday', new Set(['by Monday']))).toMatchObject({ title: 'send report by Monday', due: undefined })
  })
  test('[W48] +name says who does it; sums and numbers stay text', () => {
    expect(read('bake rye +ana #bread')).toMatchObject({ title: 'bake rye', assignee: 'ana' })
    expect(read('bake rye +agent:claude +me')).toMatchObject({ title: 'bake rye +agent:claude', assignee: 'me' })
    for (const line of ['2 + 2', 'call +49 30 1234', 'C++ and more', 'passed by the shop', 'the bus is due'])
      expect(read(line)).toMatchObject({ title: line, assignee: undefined, due: undefined })
  })
})
