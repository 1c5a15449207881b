import { expect, test } from 'vitest'
import { type Reader, readWhen, type When } from './read-when.ts'

// A Friday, ten in the morning in Berlin.
const reader: Reader = { now: new Date('2026-11-20T09:00:00Z'), timezone: 'Europe/Berlin' }

const local = (moment: string) => {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' })
  return parts.format(new Date(moment))
}

/** What was understood, in one line. */
function said({ due, isDueRepeating, schedules }: When): string {
  const reminders = schedules.map((one) => {
    if (one.type === 'one_time') return typeof one.before_due_minutes === 'number' ? `${one.before_due_minutes} min before` : local(one.fire_at as string)
    if (one.type === 'interval') return `days ${one.interval_days} ${one.time}`
    if (one.type === 'weekly') return `weekly ${one.day_of_week} ${one.time}`
    if (one.type === 'monthly') return `monthly ${one.day_of_month} ${one.time}`
    return [one.rule?.replace('FREQ=', ''), one.time, ...(one.starts_on ? ['from', one.starts_on] : [])].join(' ')
  })
  return [...(due ? [`due ${due.length === 10 ? due : local(due)}`] : []), ...(isDueRepeating ? ['due each'] : []), ...reminders].join(', ')
}

const read = (text: string, more: Partial<Reader> = {}) => readWhen(text, { ...reader, ...more })

/** The same in English and in German: each pair means the same. Nothing else may be left of the text. */
const pairs: [en: string, de: string, meaning: string][] = [
  ['today', 'heute', '2026-11-20 18:00'],
  ['tomorrow', 'morgen', '2026-11-21 09:00'],
  ['day after tomorrow', 'übermorgen', '2026-11-22 09:00'],
  ['tomorrow morning', 'morgen früh', '2026-11-21 09:00'],
  ['tomorrow afternoon', 'morgen Nachmittag', '2026-11-21 15:00'],
  ['tomorrow evening', 'morgen Abend', '2026-11-21 18:00'],
  ['tomorrow noon', 'morgen Mittag', '2026-11-21 12:00'],
  ['tonight', 'heute Abend', '2026-11-20 18:00'],
  ['this evening', 'heute abend', '2026-11-20 18:00'],
  ['tomorrow evening at 7', 'morgen Abend um 7', '2026-11-21 19:00'],
  ['tomorrow at 9', 'morgen um 9', '2026-11-21 09:00'],
  ['tomorrow 9:30', 'morgen 9:30', '2026-11-21 09:30'],
  ['tomorrow at 14:30', 'morgen um 14:30 Uhr', '2026-11-21 14:30'],
  ['tomorrow, 14:30', 'morgen, 14:30 Uhr', '2026-11-21 14:30'],
  ['tomorrow 0930', 'morgen um 0930', '2026-11-21 09:30'],
  ['25 Dec 14h', '25. Dez 14h', '2026-12-25 14:00'],
  ['9:30 tomorrow', '9:30 Uhr morgen', '2026-11-21 09:30'],
  ['tomorrow at 8 in the evening', 'morgen um 8 Uhr abends', '2026-11-21 20:00'],
  ['tomorrow at half past 8', 'morgen um halb neun', '2026-11-21 08:30'],
  ['tomorrow quarter past 8', 'morgen Viertel nach 8', '2026-11-21 08:15'],
  ['tomorrow quarter to 9', 'morgen Viertel vor 9', '2026-11-21 08:45'],
  ['tomorrow at noon', 'morgen mittags', '2026-11-21 12:00'],
  ['monday', 'Montag', '2026-11-23 09:00'],
  ['on monday', 'am Montag', '2026-11-23 09:00'],
  ['on mon 8:00', 'am Mo 8:00', '2026-11-23 08:00'],
  ['friday 9:00', 'Freitag 9 Uhr', '2026-11-27 09:00'],
  ['friday at 17:00', 'Freitag um 17 Uhr', '2026-11-20 17:00'],
  ['monday morning', 'Montagmorgen', '2026-11-23 09:00'],
  ['monday evening', 'Montagabend', '2026-11-23 18:00'],
  ['monday evening at 8', 'Montagabend um 8', '2026-11-23 20:00'],
  ['coming monday', 'kommenden Montag', '2026-11-23 09:00'],
  ['next monday', 'nächsten Montag', '2026-11-23 09:00'],
  ['next friday', 'nächsten Freitag', '2026-11-27 09:00'],
  ['friday next week', 'am Freitag nächster Woche', '2026-11-27 09:00'],
  ['next week on tuesday at 8:00', 'nächste Woche am Dienstag um 8', '2026-11-24 08:00'],
  ['friday in 2 weeks', 'Freitag in zwei Wochen', '2026-12-04 09:00'],
  ['the 3rd of next month', 'am 3. nächsten Monats', '2026-12-03 09:00'],
  ['next month on the 3rd', 'nächsten Monat am 3.', '2026-12-03 09:00'],
  ['in 2 hours and 30 minutes', 'in 2 Stunden 30 Minuten', '2026-11-20 12:30'],
  ['in an hour and a half', 'in anderthalb Stunden', '2026-11-20 11:30'],
  ['in 1.5 hours', 'in 1,5 Stunden', '2026-11-20 11:30'],
  ['tonight at 2am', 'heute Nacht um 2', '2026-11-21 02:00'],
  ['tonight at 12', 'heute Abend um 12', '2026-11-21 00:00'],
  ['at 1 tonight', 'heute Abend um 1', '2026-11-21 01:00'],
  ['next week', 'nächste Woche', '2026-11-23 09:00'],
  ['next month', 'nächsten Monat', '2026-12-01 09:00'],
  ['next year', 'nächstes Jahr', '2027-01-01 09:00'],
  ['this weekend', 'dieses Wochenende', '2026-11-21 09:00'],
  ['end of the month', 'Ende des Monats', '2026-11-30 09:00'],
  ['in 3 days', 'in 3 Tagen', '2026-11-23 09:00'],
  ['in 3 weeks', 'in drei Wochen', '2026-12-11 09:00'],
  ['in a week', 'in einer Woche', '2026-11-27 09:00'],
  ['in 2 months', 'in zwei Monaten', '2027-01-20 09:00'],
  ['in 2 hours', 'in 2 Stunden', '2026-11-20 12:00'],
  ['in half an hour', 'in einer halben Stunde', '2026-11-20 10:30'],
  ['in 90 minutes', 'in 90 Minuten', '2026-11-20 11:30'],
  ['in 3 days at 16:00', 'in 3 Tagen um 16 Uhr', '2026-11-23 16:00'],
  ['24 December', '24. Dezember', '2026-12-24 09:00'],
  ['on 24 Dec at 18:00', 'am 24. Dez. um 18 Uhr', '2026-12-24 18:00'],
  ['5 May', '5. Mai', '2027-05-05 09:00'],
  ['5 May 2028', '5. Mai 2028', '2028-05-05 09:00'],
  ['on the 15th', 'am 15.', '2026-12-15 09:00'],
  ['2026-12-01 10:00', '1.12.2026 10:00', '2026-12-01 10:00'],
  ['at 14:30', 'um 14:30', '2026-11-20 14:30'],
  ['at 9', 'um 9', '2026-11-21 09:00'],
  ['by friday', 'bis Freitag', 'due 2026-11-20'],
  ['due monday', 'fällig am Montag', 'due 2026-11-23'],
  ['by tomorrow', 'bis morgen', 'due 2026-11-21'],
  ['by monday 17:00', 'bis Montag 17 Uhr', 'due 2026-11-23 17:00'],
  ['by 5 May', 'bis 5. Mai', 'due 2027-05-05'],
  ['by next week', 'bis nächste Woche', 'due 2026-11-23'],
  ['by the end of the month', 'bis Ende des Monats', 'due 2026-11-30'],
  ['by 17:00', 'bis 17 Uhr', 'due 2026-11-20 17:00'],
  ['every day', 'jeden Tag', 'days 1 09:00'],
  ['daily', 'täglich', 'days 1 09:00'],
  ['daily 7:15', 'täglich 7:15', 'days 1 07:15'],
  ['every morning', 'jeden Morgen', 'days 1 09:00'],
  ['every evening', 'jeden Abend', 'DAILY 18:00'],
  ['every evening at 8', 'jeden Abend um 8', 'DAILY 20:00'],
  ['every other day', 'jeden zweiten Tag', 'days 2 09:00'],
  ['every 3 days at 18:00', 'alle 3 Tage um 18 Uhr', 'days 3 18:00'],
  ['every third day', 'jeden dritten Tag', 'days 3 09:00'],
  ['every week', 'jede Woche', 'weekly 5 09:00'],
  ['every 2 weeks', 'alle 2 Wochen', 'days 14 09:00'],
  ['every other week', 'jede zweite Woche', 'days 14 09:00'],
  ['every friday', 'jeden Freitag', 'weekly 5 09:00'],
  ['every friday at 9', 'jeden Freitag um 9', 'weekly 5 09:00'],
  ['every friday 9:00', 'jeden Freitag 9 Uhr', 'weekly 5 09:00'],
  ['every friday evening', 'jeden Freitagabend', 'weekly 5 18:00'],
  ['every mon and thu at 16:00', 'jeden Mo und Do um 16 Uhr', 'WEEKLY;BYDAY=MO,TH 16:00'],
  ['every monday, wednesday and friday', 'jeden Montag, Mittwoch und Freitag', 'WEEKLY;BYDAY=MO,WE,FR 09:00'],
  ['on mondays', 'montags', 'weekly 1 09:00'],
  ['on mondays and thursdays', 'montags und donnerstags', 'WEEKLY;BYDAY=MO,TH 09:00'],
  ['every weekday', 'jeden Werktag', 'WEEKLY;BYDAY=MO,TU,WE,TH,FR 09:00'],
  ['weekdays', 'werktags', 'WEEKLY;BYDAY=MO,TU,WE,TH,FR 09:00'],
  ['weekdays at 8:15', 'werktags um 8:15', 'WEEKLY;BYDAY=MO,TU,WE,TH,FR 08:15'],
  ['every other friday', 'jeden zweiten Freitag', 'WEEKLY;INTERVAL=2;BYDAY=FR 09:00 from 2026-11-27'],
  ['every 2nd friday', 'jeden 2. Freitag', 'WEEKLY;INTERVAL=2;BYDAY=FR 09:00 from 2026-11-27'],
  ['every other friday at 17:00', 'jeden zweiten Freitag um 17 Uhr', 'WEEKLY;INTERVAL=2;BYDAY=FR 17:00 from 2026-11-20'],
  ['every 2 weeks on monday', 'alle 2 Wochen am Montag', 'WEEKLY;INTERVAL=2;BYDAY=MO 09:00 from 2026-11-23'],
  ['every 3 weeks on Mon and Thu at 7:00', 'alle 3 Wochen am Mo und Do um 7 Uhr', 'WEEKLY;INTERVAL=3;BYDAY=MO,TH 07:00 from 2026-11-23'],
  ['weekly on monday', 'wöchentlich am Montag', 'weekly 1 09:00'],
  ['first monday of every month', 'am ersten Montag jedes Monats', 'MONTHLY;BYDAY=1MO 09:00'],
  ['every first monday of the month', 'jeden ersten Montag im Monat', 'MONTHLY;BYDAY=1MO 09:00'],
  ['every second tuesday of the month', 'jeden zweiten Dienstag im Monat', 'MONTHLY;BYDAY=2TU 09:00'],
  ['every month on the first monday', 'jeden Monat am ersten Montag', 'MONTHLY;BYDAY=1MO 09:00'],
  ['every last friday', 'jeden letzten Freitag', 'MONTHLY;BYDAY=-1FR 09:00'],
  ['last friday of the month at 15:00', 'letzten Freitag im Monat um 15 Uhr', 'MONTHLY;BYDAY=-1FR 15:00'],
  ['last workday of the month', 'am letzten Werktag im Monat', 'MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1 09:00'],
  ['every month', 'jeden Monat', 'monthly 20 09:00'],
  ['every month on the 1st', 'jeden Monat am 1.', 'monthly 1 09:00'],
  ['on the 1st of every month at 8:00', 'am 1. jeden Monat 8 Uhr', 'monthly 1 08:00'],
  ['on the 1st of every month', 'am 1. jedes Monats', 'monthly 1 09:00'],
  ['on the 1st and 15th of every month', 'am 1. und 15. jeden Monats', 'MONTHLY;BYMONTHDAY=1,15 09:00'],
  ['monthly on the 15th', 'monatlich am 15.', 'monthly 15 09:00'],
  ['every 15th', 'jeden 15.', 'monthly 15 09:00'],
  ['every month on the last day', 'monatlich am letzten Tag', 'monthly 31 09:00'],
  ['on the last day of every month', 'am letzten Tag jedes Monats', 'monthly 31 09:00'],
  ['every 2 months on the 15th', 'alle 2 Monate am 15.', 'MONTHLY;INTERVAL=2;BYMONTHDAY=15 09:00 from 2026-11-20'],
  ['every 3 months', 'alle 3 Monate', 'MONTHLY;INTERVAL=3;BYMONTHDAY=20 09:00 from 2026-11-20'],
  ['every quarter', 'jedes Quartal', 'MONTHLY;INTERVAL=3;BYMONTHDAY=20 09:00 from 2026-11-20'],
  ['quarterly', 'vierteljährlich', 'MONTHLY;INTERVAL=3;BYMONTHDAY=20 09:00 from 2026-11-20'],
  ['every year', 'jedes Jahr', 'YEARLY;BYMONTH=11;BYMONTHDAY=20 09:00'],
  ['every year on 5 May', 'jedes Jahr am 5. Mai', 'YEARLY;BYMONTH=5;BYMONTHDAY=5 09:00'],
  ['every 5 may', 'jeden 5. Mai', 'YEARLY;BYMONTH=5;BYMONTHDAY=5 09:00'],
  ['yearly on Dec 24 at 18:00', 'jährlich am 24.12. um 18 Uhr', 'YEARLY;BYMONTH=12;BYMONTHDAY=24 18:00'],
  ['every 2 years on 5 May', 'alle 2 Jahre am 5. Mai', 'YEARLY;INTERVAL=2;BYMONTH=5;BYMONTHDAY=5 09:00'],
  ['every year on the second sunday of May', 'jedes Jahr am zweiten Sonntag im Mai', 'YEARLY;BYMONTH=5;BYDAY=2SU 09:00'],
  ['every day until 24 Dec', 'jeden Tag bis 24. Dez.', 'DAILY;UNTIL=20261224 09:00'],
  ['every friday for 10 times', 'jeden Freitag 10 mal', 'WEEKLY;BYDAY=FR;COUNT=10 09:00 from 2026-11-20'],
  ['every monday starting 7 Dec', 'jeden Montag ab 7. Dez.', 'WEEKLY;BYDAY=MO 09:00 from 2026-12-07'],
  ['30 minutes before due', '30 Minuten vor Fälligkeit', '30 min before'],
  ['1 day before due', '1 Tag vor Fälligkeit', '1440 min before'],
  ['tomorrow 9:00 by monday', 'morgen 9 Uhr bis Montag', 'due 2026-11-23, 2026-11-21 09:00'],
  ['Friday, 4 December', 'Freitag, den 4. Dezember', '2026-12-04 09:00'],
  ['Fri 4 Dec at 18:00', 'Fr, 4.12., 18 Uhr', '2026-12-04 18:00'],
  ['by Friday, 4 December', 'bis Freitag, 4.12.', 'due 2026-12-04'],
  ['in 1h 30m', 'in 1h 30min', '2026-11-20 11:30'],
  ['tomorrow at 3am', 'morgen 3 Uhr nachts', '2026-11-21 03:00'],
  ['tomorrow at midnight', 'morgen 12 Uhr nachts', '2026-11-21 00:00'],
  ['tomorrow in the morning', 'morgen in der Früh', '2026-11-21 09:00'],
  ['deadline Friday', 'Frist: Freitag', 'due 2026-11-20'],
  ['Monday at nine', 'Montag um neun', '2026-11-23 09:00'],
  ['at 8pm', 'abends um 8', '2026-11-20 20:00'],
  ['at 3am', 'nachts um 3', '2026-11-21 03:00'],
  ['in 2 wks', 'heut in 2 Wochen', '2026-12-04 09:00'],
  ['2026/12/01', '2026-12-01', '2026-12-01 09:00'],
  ['on weekdays at 8:00', 'an Werktagen um 8', 'WEEKLY;BYDAY=MO,TU,WE,TH,FR 08:00'],
  ['no later than Friday', 'spätestens Freitag', 'due 2026-11-20'],
  ['this coming Friday', 'kommenden Freitag', '2026-11-27 09:00'],
  ['every Mon-Fri at 9:00', 'jeden Mo-Fr um 9', 'WEEKLY;BYDAY=MO,TU,WE,TH,FR 09:00'],
  ['every Monday through Friday', 'montags bis freitags', 'WEEKLY;BYDAY=MO,TU,WE,TH,FR 09:00'],
  ['every Friday through 25 Dec', 'jeden Freitag bis 25.12.', 'WEEKLY;BYDAY=FR;UNTIL=20261225 09:00'],
]

test.each(pairs)('[S15] %s = %s', (en, de, meaning) => {
  const [inEnglish, inGerman] = [read(en), read(de)]
  expect([said(inEnglish), said(inGerman)]).toEqual([meaning, meaning])
  // Nothing is left over, and nothing doubted.
  expect([inEnglish.rest, inGerman.rest, inEnglish.unsure, inGerman.unsure]).toEqual(['', '', [], []])
})

test.each([
  ['pay rent tomorrow 9am', 'pay rent', '2026-11-21 09:00'],
  ['tomorrow at 5pm', '', '2026-11-21 17:00'],
  ['tomorrow at 5 p.m.', '', '2026-11-21 17:00'],
  ['tomorrow 12am', '', '2026-11-21 00:00'],
  ['tomorrow 12pm', '', '2026-11-21 12:00'],
  ['9am tomorrow call Ana', 'call Ana', '2026-11-21 09:00'],
  ['call Ana tomorrow, at 9am please', 'call Ana please', '2026-11-21 09:00'],
  ['call at 8 tonight', 'call', '2026-11-20 20:00'],
  ['call May 5', 'call', '2027-05-05 09:00'],
  ['call on may 5 please', 'call please', '2027-05-05 09:00'],
  ['call May 5, 2028', 'call', '2028-05-05 09:00'],
  ['call the 24th of December', 'call', '2026-12-24 09:00'],
  ['call at 9 o’clock tomorrow', 'call', '2026-11-21 09:00'],
  ['call 3 weeks from now', 'call', '2026-12-11 09:00'],
  ['ship by end of year', 'ship', 'due 2026-12-31'],
  ['ship by noon tomorrow', 'ship', 'due 2026-11-21 12:00'],
  ['Zahnarzt 15.1. 10:30', 'Zahnarzt', '2027-01-15 10:30'],
  ['Zahnarzt am 3.12 um 14.30 Uhr', 'Zahnarzt', '2026-12-03 14:30'],
  ['Zahnarzt 9 Uhr 30 am Montag', 'Zahnarzt', '2026-11-23 09:30'],
  ['Zahnarzt um 12 am Montag', 'Zahnarzt', '2026-11-23 12:00'],
  ['Anruf heute Nacht', 'Anruf', '2026-11-20 22:00'],
  ['Anruf Fr 14:30', 'Anruf', '2026-11-20 14:30'],
  ['Abgabe bis zum 3.12.', 'Abgabe', 'due 2026-12-03'],
  ['Abgabe spätestens am Montag', 'Abgabe', 'due 2026-11-23'],
  ['Miete monatlich am Monatsletzten', 'Miete', 'monthly 31 09:00'],
  ['Bericht Ende des Monats', 'Bericht', '2026-11-30 09:00'],
  ['9am review every monday', 'review', 'weekly 1 09:00'],
  ['review every week tomorrow', 'review', 'weekly 6 09:00'],
  ['tax yearly 2027-03-01', 'tax', 'YEARLY;BYMONTH=3;BYMONTHDAY=1 09:00 from 2027-03-01'],
  ['sprint every other friday 2026-12-04', 'sprint', 'WEEKLY;INTERVAL=2;BYDAY=FR 09:00 from 2026-12-04'],
  ['water every 2 weeks starting monday', 'water', 'WEEKLY;INTERVAL=2;BYDAY=MO 09:00 from 2026-11-23'],
  ['review every 2 fridays', 'review', 'WEEKLY;INTERVAL=2;BYDAY=FR 09:00 from 2026-11-27'],
  ['call Ana tomorrow 9am due Monday', 'call Ana', 'due 2026-11-23, 2026-11-21 09:00'],
  ['invoice due every friday', 'invoice', 'due each, weekly 5 09:00'],
  ['call Friday Dec 4 at 9am', 'call', '2026-12-04 09:00'],
  ['party Friday the 4th', 'party', '2026-12-04 09:00'],
  // The weekday says which of them is the month.
  ['call Fri 4/12', 'call', '2026-12-04 09:00'],
  ['send by EOD', 'send', 'due 2026-11-20'],
  ['send by the end of the day', 'send', 'due 2026-11-20'],
  ['report due: Friday 17:00', 'report', 'due 2026-11-20 17:00'],
  ['meet Friday week at 9', 'meet', '2026-11-27 09:00'],
  ['Anruf nächste Woche Mi', 'Anruf', '2026-11-25 09:00'],
  ['Anruf übernächste Woche Mittwoch', 'Anruf', '2026-12-02 09:00'],
  // A comma ends "Friday morning".
  ['Bericht bis Freitag, morgen 9 Uhr', 'Bericht ,', 'due 2026-11-20, 2026-11-21 09:00'],
])('"%s"', (text, rest, meaning) => {
  const when = read(text)
  expect([when.rest, said(when)]).toEqual([rest, meaning])
})

test.each([
  'buy 3 apples',
  'read chapter 9',
  'sat the exam',
  'march on',
  'may I go',
  'look at 5 options',
  'look at 9 options tomorrowish',
  'upgrade to 2.10.3',
  'ratio 1/2',
  'plan for 3 days',
  'fix it now',
  'the everyday things',
  'every man for himself',
  'monthly report',
  'the daily stand-up at home',
  'a quarterly report',
  'cover Sat and Sun',
  'für 3 Tage',
  'so do mi fr',
  'Do at once',
  'second of three',
  'a second look',
  'half an hour walk',
  'Guten Morgen sagen',
  'good morning',
  'pre-tomorrow things',
  'fix section 3.2.',
  'the bus is due',
  'end of day report',
  'a so-so day',
  'look at two options',
  'at one of them',
  'passed by the shop',
  'every may 5 people meet',
  'the 3rd floor',
  'on the 3rd floor',
  'the 2nd Friday band',
  'Teil 2 am Rand',
  'an in at by bis am um',
  'every',
  'every every every',
  'jeden',
  'alle 3',
  'in 3',
  '2 + 2',
  'room 9:99',
  'half',
  'quarter',
])('"%s" says nothing about when', (text) => expect(read(text)).toMatchObject({ rest: text, spans: [], schedules: [] }))

/** What is not sure stays text, says why, and offers what is clear. */
test.each([
  ['pay on 5/6', 'on 5/6', 'month_or_day', ['2027-05-06', '2027-06-05']],
  ['pay 5/6/2027 17:00', '5/6/2027 17:00', 'month_or_day', ['2027-05-06 17:00', '2027-06-05 17:00']],
  ['every third Friday meet', 'every third Friday', 'every_nth', ['every 3 weeks on Friday', 'third Friday of every month']],
  ['jeden dritten Dienstag treffen', 'jeden dritten Dienstag', 'every_nth', ['alle 3 Wochen am Dienstag', 'jeden dritten Dienstag im Monat']],
  ['gym Mon, Wed and Fri at 7', 'Mon, Wed and Fri at 7', 'which_days', ['every Mon, Wed and Fri at 7']],
  ['Sport Mo, Mi und Fr um 7', 'Mo, Mi und Fr um 7', 'which_days', ['jeden Mo, Mi und Fr um 7']],
  ['water on Monday and Thursday', 'on Monday and Thursday', 'which_days', ['every Monday and Thursday']],
  ['31.11. x', '31.11.', 'no_such_day', []],
  ['x every year on the 31st of february', 'every year on the 31st of february', 'no_such_day', []],
  ['x every month on the 42nd', 'every month on the 42nd', 'no_such_day', []],
  ['call today 8am', 'today 8am', 'passed', []],
  ['call yesterday at 9am', 'yesterday at 9am', 'passed', []],
  ['drink every 2 hours', 'every 2 hours', 'too_often', []],
  ['call Ana tomorrow, Bob Monday', 'Monday', 'second_date', []],
  ['meet tomorrow 9am to 10am', 'tomorrow 9am to 10am', 'range', []],
  ['call Thursday, Dec 4', 'Thursday, Dec 4', 'no_such_day', ['2026-12-04']],
  ['meet the Friday after next', 'the Friday after next', 'which_week', ['2026-11-27', '2026-12-04']],
  ['Treffen übernächsten Freitag', 'übernächsten Freitag', 'which_week', ['2026-11-27', '2026-12-04']],
  ['gym Mon-Fri 9am', 'Mon-Fri 9am', 'which_days', ['every Mon-Fri 9am']],
  ['Sport Mo-Fr 9 Uhr', 'Mo-Fr 9 Uhr', 'which_days', ['jeden Mo-Fr 9 Uhr']],
  ['meet on the second and fourth Monday of every month', 'on the second and fourth Monday of every month', 'not_read', []],
  ['Treffen jeden 1. und 3. Montag im Monat', 'jeden 1. und 3. Montag im Monat', 'not_read', []],
  ['gym every Tuesday at 5pm and Thursday at 6pm', 'Thursday at 6pm', 'second_date', []],
  ['pills every day at 9 and 17', '17', 'second_date', []],
  ['call after Friday', 'after Friday', 'not_read', []],
  ['Anruf Mittwoch nach 9 Uhr', 'nach 9 Uhr', 'not_read', []],
])('[S16] "%s" doubts "%s": %s', (text, doubted, why, options) => {
  const { unsure, rest } = read(text)
  expect(unsure).toMatchObject([{ text: doubted, why, options }])
  expect(rest).toContain(doubted)
  for (const option of options) expect(read(option)).toMatchObject({ unsure: [], rest: '' })
})

test('next Friday is clear unless this week has one, too; the week begins where the person says', () => {
  const monday = { now: new Date('2026-11-16T09:00:00Z') }
  expect(read('call next Friday', monday).unsure).toMatchObject([{ text: 'next Friday', why: 'which_week', options: ['2026-11-20', '2026-11-27'] }])
  expect(read('Anruf nächsten Freitag', monday).unsure).toMatchObject([{ text: 'nächsten Freitag', why: 'which_week' }])
  expect(said(read('call Friday', monday))).toBe('2026-11-20 09:00')
  expect(said(read('next week', { firstWeekday: 0 }))).toBe('2026-11-22 09:00')
  expect(said(read('next Sunday', { firstWeekday: 0 }))).toBe('2026-11-22 09:00')
  expect(read('next Sunday').unsure).toMatchObject([{ why: 'which_week' }])
})

test('on a clock of twelve hours "at 5" may be either; an hour that is said, or a part of the day, is clear', () => {
  const twelve = { clock: 12 } as const
  expect(read('call tomorrow at 5', twelve).unsure).toMatchObject([{ text: 'tomorrow at 5', why: 'hour', options: ['tomorrow 05:00', 'tomorrow 17:00'] }])
  expect(said(read('tomorrow 17:00', twelve))).toBe('2026-11-21 17:00')
  expect(said(read('tomorrow at 9', twelve))).toBe('2026-11-21 09:00')
  expect(said(read('tomorrow evening at 5', twelve))).toBe('2026-11-21 17:00')
  expect(said(read('tomorrow at 5', { clock: 24 }))).toBe('2026-11-21 05:00')
})

test('morning and evening are the person’s own', () => {
  const habits = { morning: '07:30', evening: '20:15' }
  const meant = ['tomorrow', 'tomorrow morning', 'tonight', 'every evening', 'morgen früh', 'by tomorrow evening'].map((text) => said(read(text, habits)))
  expect(meant).toEqual(['2026-11-21 07:30', '2026-11-21 07:30', '2026-11-20 20:15', 'DAILY 20:15', '2026-11-21 07:30', 'due 2026-11-21 20:15'])
})

test('in a field for a due date every day is one; in one for a reminder "before" is enough', () => {
  expect(read('friday', { purpose: 'due' })).toMatchObject({ due: '2026-11-20', schedules: [] })
  expect(said(read('friday 17:00', { purpose: 'due' }))).toBe('due 2026-11-20 17:00')
  expect(said(read('every friday', { purpose: 'due' }))).toBe('due each, weekly 5 09:00')
  // What is late already may be written down as such.
  expect(read('2026-11-02', { purpose: 'due' })).toMatchObject({ due: '2026-11-02', unsure: [] })
  expect(said(read('2 hours before', { purpose: 'reminder' }))).toBe('120 min before')
  expect(said(read('eine Stunde vorher', { purpose: 'reminder' }))).toBe('60 min before')
  expect(read('2 hours before', { purpose: 'task' })).toMatchObject({ schedules: [], rest: '2 hours before' })
  expect(local(read('in 2 hours', { purpose: 'moment' }).once as string)).toBe('2026-11-20 12:00')
  // A snooze goes on until then.
  expect(read('by Monday', { purpose: 'moment' })).toMatchObject({ once: '2026-11-23T08:00:00.000Z', rest: '', unsure: [] })
})

test('the wall clock holds where the person is, also over a change of the clocks', () => {
  expect(read('28.3.2027 9:00').once).toBe('2027-03-28T07:00:00.000Z')
  expect(read('27.3.2027 9:00').once).toBe('2027-03-27T08:00:00.000Z')
  expect(read('tomorrow 9am', { timezone: 'America/New_York' }).once).toBe('2026-11-21T14:00:00.000Z')
})

test('what limits a repetition and is not kept is said, and its days are no dates', () => {
  expect(read('water every day except Sunday')).toMatchObject({ unsure: [{ text: 'except Sunday', why: 'not_read' }], schedules: [{ type: 'interval' }] })
  expect(read('every Friday until December').unsure).toMatchObject([{ text: 'until December', why: 'not_read' }])
  expect(read('jeden Freitag bis Dezember').unsure).toMatchObject([{ text: 'bis Dezember', why: 'not_read' }])
})

test.each([
  ['tonight at 25', '25'],
  ['call Ana tomorrow at 31 #home', '31'],
  ['heute Abend um 25 Uhr', '25 Uhr'],
  ['every Friday at 99', '99'],
  ['morgen um 24 uhr anrufen', '24 uhr'],
  ['tonight at 25 Main Street', undefined],
  ['meet at 25', undefined],
])('%s: an hour that no clock shows is said, a place is not', (text, said) => {
  expect(read(text).unsure.map((one) => one.text)).toEqual(said === undefined ? [] : [said])
})

test.each(['tomorrow 25:00', 'tomorrow 9:75', 'morgen 24:00'])('%s: a time that no clock shows is said', (text) => {
  expect(read(text).unsure).toMatchObject([{ text: text.split(' ')[1], why: 'not_read' }])
})

test('[S16] a span of days or hours is no due date, and what limits a repetition is said', () => {
  const doubtsOf = (text: string) => read(text).unsure.map(({ why, text: of }) => [why, of])
  expect([said(read('von Montag bis Freitag')), doubtsOf('von Montag bis Freitag')]).toEqual(['', [['range', 'von Montag bis Freitag']]])
  expect(said(read('Move it from Monday to Friday'))).toBe('')
  expect([said(read('morgen von 9 bis 10 Uhr')), doubtsOf('morgen von 9 bis 10 Uhr')]).toEqual(['2026-11-21 09:00', [['range', 'von 9 bis 10 Uhr']]])
  expect(read('Kapitel 5 bis Freitag')).toMatchObject({ due: '2026-11-20', rest: 'Kapitel 5' })
  expect(doubtsOf('every day for 2 weeks')).toEqual([['not_read', 'for 2 weeks']])
  // The coming Monday and a week, or the Monday of next week.
  expect(read('Montag in einer Woche').unsure).toMatchObject([{ why: 'which_week', options: ['2026-11-23', '2026-11-30'] }])
})

test.each([
  ['send it before Friday', 'before Friday'],
  ['keep the parcel until tomorrow', 'until tomorrow'],
  ['ship by the end of next week', 'by the end of next week'],
  ['fertig bis Ende nächster Woche', 'bis Ende nächster Woche'],
  ['call back a week from tomorrow', 'a week from tomorrow'],
  ['Angebot vor Freitag', 'vor Freitag'],
])('a day beside the one that is meant is said, and stays: %s', (text, said) => {
  expect(read(text)).toMatchObject({ schedules: [], rest: text, unsure: [{ text: said, why: 'not_read' }] })
  expect(read(text).due).toBeUndefined()
})

test('how long something takes is said behind its day; a time by which it is due each time is that of the repetition', () => {
  expect(read('workshop monday 9am-10am')).toMatchObject({ unsure: [{ text: '9am-10am', why: 'range' }] })
  expect(said(read('pay rent on the 1st of each month by 8am'))).toBe('due each, monthly 1 08:00')
  expect(said(read('jeden Montag Bericht bis 8 Uhr'))).toBe('due each, weekly 1 08:00')
})
