// "every month on the 1st", "every other day at 9", "jeden Freitag um 9": a small grammar of our own, in English and German. What it does
// not know it does not touch.
type Repeat =
  | { every: 'days'; days: number }
  /** 0 is Sunday. Without days: the day of the date that stands beside it, else today's. */
  | { every: 'week'; days: number[] }
  /** 31 stands for the last day. */
  | { every: 'month'; day: number | undefined }
  /** Every `n` weeks, 2 or more. */
  | { every: 'weeks'; n: number; days: number[] }
  | { every: 'months'; n: number; day: number | undefined }
  /** Of each month the first, second … of a weekday; -1 is the last. Without a weekday: of Monday to Friday. */
  | { every: 'nth'; nth: number; weekday: number | undefined }
  /** Without a month: on the date that stands beside it, else today's. */
  | { every: 'year'; month?: number; day?: number }

export interface RepeatSpan {
  start: number
  end: number
  repeat: Repeat
  /** HH:MM. */
  time: string | undefined
}

const english = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const german = ['sonntag', 'montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag']
const shortEnglish = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const weekdayNames = [...english.map((name, day) => `${name}s?|${shortEnglish[day]}`), 'tues', 'thurs', ...german, 'sonnabend'].join('|')
const numberWords: Record<string, number> = {
  other: 2,
  second: 2,
  third: 3,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  ten: 10,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  zehn: 10,
  zweiten: 2,
  zweite: 2,
  dritten: 3,
  dritte: 3,
}

const nths: Record<string, number> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  last: -1,
  ersten: 1,
  erster: 1,
  zweiten: 2,
  dritten: 3,
  vierten: 4,
  letzten: -1,
}
const nth = `(?<nth>[1-4](?:st|nd|rd|th|\\.)|${Object.keys(nths).join('|')})`
const months = [
  ['january', 'januar', 'jan'],
  ['february', 'februar', 'feb'],
  ['march', 'märz', 'mar'],
  ['april', 'apr'],
  ['may', 'mai'],
  ['june', 'juni', 'jun'],
  ['july', 'juli', 'jul'],
  ['august', 'aug'],
  ['september', 'sept', 'sep'],
  ['october', 'oktober', 'oct'],
  ['november', 'nov'],
  ['december', 'dezember', 'dec', 'dez'],
]
const monthName = `(?<month>${months.flat().join('|')})`
const workday = 'weekday|workday|werktag|arbeitstag'

const n = `\\d{1,3}|${Object.keys(numberWords).join('|')}`
const dayOfMonth = '(?<day>\\d{1,2})(?:st|nd|rd|th|\\.)?'
const time = '(?:\\s+(?:(?<at>at|um|@)\\s*)?(?<hour>\\d{1,2})(?:[:.](?<minute>[0-5]\\d))?(?:\\s*(?<half>am|pm|uhr)(?![\\p{L}\\p{N}]))?)?'
const and = '\\s*(?:,|&|and\\b|und\\b)\\s*'

const rules: { phrase: string; read: (groups: Record<string, string | undefined>) => Repeat | undefined }[] = [
  { phrase: 'every\\s+(?:weekday|workday)s?|on\\s+weekdays|jeden\\s+(?:werktag|wochentag)|werktags', read: () => ({ every: 'week', days: [1, 2, 3, 4, 5] }) },
  {
    phrase: `(?:every|each)\\s+(?:other|second|2nd)\\s+(?<list>${weekdayNames})|jeden\\s+zweiten\\s+(?<liste>${weekdayNames})`,
    read: ({ list, liste }) => ({ every: 'weeks', n: 2, days: daysOf(list ?? liste ?? '') }),
  },
  {
    phrase: `(?:every|alle|jede)\\s+(?<weeks>${n})\\s*(?:weeks?|wochen?)\\s+(?:(?:on|am|jeweils)\\s+)?(?<list>(?:${weekdayNames})(?:${and}(?:${weekdayNames}))*)`,
    read: ({ weeks, list }) => everyWeeks(numberOf(weeks), daysOf(list ?? '')),
  },
  {
    phrase: `(?:on\\s+|am\\s+)?(?:the\\s+|(?:every|each|jeden)\\s+)?${nth}\\s+(?:(?<weekday>${weekdayNames})|${workday})\\s+(?:(?:of|in)\\s+(?:the|each|every|a)\\s+month|im\\s+monat|(?:des|jedes|jeden)\\s+monats?)`,
    read: ({ nth: which, weekday }) => nthOf(which, weekday),
  },
  // "Every second Friday" is every other one; of the others it is the month's.
  {
    phrase: `(?:every|each)\\s+(?<nth>first|third|fourth|last|1st|3rd|4th)\\s+(?<weekday>${weekdayNames})|jeden\\s+(?<erste>ersten|letzten)\\s+(?<tag>${weekdayNames})`,
    read: ({ nth: which, weekday, erste, tag }) => nthOf(which ?? erste, weekday ?? tag),
  },
  {
    phrase: `(?:every\\s+year|yearly|annually|jedes\\s+jahr|jährlich)\\s+(?:on|am)\\s+(?:the\\s+)?(?:${dayOfMonth}\\s*(?:of\\s+)?(?:${monthName}|(?<monthNumber>\\d{1,2})\\.)|${monthName.replace('<month>', '<before>')}\\s+(?<after>\\d{1,2})(?:st|nd|rd|th)?)`,
    read: ({ day, month, monthNumber, before, after }) => yearly(month ?? before ?? monthNumber, Number(day ?? after)),
  },
  {
    phrase: `(?:every|each|jeden)\\s+(?:${dayOfMonth}\\s*(?:of\\s+)?${monthName}|${monthName.replace('<month>', '<before>')}\\s+(?<after>\\d{1,2})(?:st|nd|rd|th))`,
    read: ({ day, month, before, after }) => yearly(month ?? before, Number(day ?? after)),
  },
  { phrase: '(?:every|each)\\s+year(?!\\s+on\\s)|jedes\\s+jahr(?!\\s+am\\s)', read: () => ({ every: 'year' }) },
  {
    phrase: `(?:every|alle)\\s+(?<months>${n})\\s*(?:months?|monate?)(?:\\s+(?:on|am)\\s+(?:the\\s+)?(?:(?<last>last\\s+day|letzten(?:\\s+tag)?)|${dayOfMonth}))?`,
    read: ({ months: count, last, day }) => everyMonths(numberOf(count), last === undefined ? day && Number(day) : 31),
  },
  { phrase: '(?:every|each)\\s+quarter|jedes\\s+(?:quartal|vierteljahr)', read: () => everyMonths(3, undefined) },
  { phrase: 'every\\s+day|jeden\\s+tag', read: () => ({ every: 'days', days: 1 }) },
  {
    phrase: `(?:every|alle|jeden|jede)\\s+(?<days>${n})\\s*(?:days?|tage?n?)`,
    read: ({ days }) => repeated(numberOf(days)),
  },
  {
    phrase: `(?:every|alle|jede)\\s+(?<weeks>${n})\\s*(?:weeks?|wochen?)(?!\\s+(?:on|am|jeweils)?\\s*(?:${weekdayNames})(?![\\p{L}]))`,
    read: ({ weeks }) => repeated(numberOf(weeks) * 7),
  },
  { phrase: 'every\\s+week|jede\\s+woche', read: () => ({ every: 'week', days: [] }) },
  {
    phrase: `(?:every|each|jeden)\\s+(?<list>(?:${weekdayNames})(?:${and}(?:${weekdayNames}))*)`,
    read: ({ list }) => ({ every: 'week', days: daysOf(list ?? '') }),
  },
  {
    phrase: `(?<list>(?:${german.map((name) => `${name}s`).join('|')})(?:${and}(?:${german.map((name) => `${name}s`).join('|')}))*)`,
    read: ({ list }) => ({ every: 'week', days: daysOf(list ?? '') }),
  },
  {
    phrase: `(?:(?:every\\s+month|monthly)(?:\\s+on)?|(?:jeden\\s+monat|monatlich)(?:\\s+am)?)\\s+(?:(?:the\\s+)?(?<last>last\\s+day(?:\\s+of\\s+the\\s+month)?|letzten(?:\\s+tag)?|monatsletzten)|(?:the\\s+|day\\s+)?${dayOfMonth})(?![:\\d]|\\.\\d|\\s*(?:am|pm|uhr)(?![\\p{L}\\p{N}]))`,
    read: ({ last, day }) => monthly(last === undefined ? Number(day) : 31),
  },
  { phrase: `(?:on\\s+)?(?:the\\s+)?${dayOfMonth}\\s+(?:of\\s+)?(?:every|each)\\s+month`, read: ({ day }) => monthly(Number(day)) },
  {
    phrase: `(?:on\\s+)?(?:the\\s+)?(?<last>last\\s+day)\\s+of\\s+(?:every|each)\\s+month|am\\s+(?:(?<letzten>letzten(?:\\s+tag)?|monatsletzten)|${dayOfMonth})\\s+(?:jedes|jeden)\\s+monats`,
    read: ({ day }) => monthly(day === undefined ? 31 : Number(day)),
  },
  { phrase: '(?<!(?:of|in|im)\\s+)(?:every\\s+month|jeden\\s+monat)(?!\\s+(?:on|am)\\s)', read: () => ({ every: 'month', day: undefined }) },
]

// "A daily report" is no repetition, "a report, daily" is one.
const adverbs: Record<string, Repeat> = {
  daily: { every: 'days', days: 1 },
  weekly: { every: 'week', days: [] },
  monthly: { every: 'month', day: undefined },
  täglich: { every: 'days', days: 1 },
  wöchentlich: { every: 'week', days: [] },
  monatlich: { every: 'month', day: undefined },
  yearly: { every: 'year' },
  annually: { every: 'year' },
  jährlich: { every: 'year' },
  quarterly: { every: 'months', n: 3, day: undefined },
  vierteljährlich: { every: 'months', n: 3, day: undefined },
}
for (const [word, repeat] of Object.entries(adverbs)) {
  rules.push({ phrase: `${word}(?=\\s*(?:$|[,;)!?\uFFFC])|\\s+(?:at|um|@)?\\s*\\d)`, read: () => repeat })
}

const patterns = rules.map(({ phrase, read }) => ({
  // Whole words that stand alone.
  pattern: new RegExp(`(?<=^|[\\s(])(?:${phrase})(?![\\p{L}\\p{N}_'’-])${time}(?=$|[\\s,;)!?]|[.:](?:\\s|$))`, 'iu'),
  bare: new RegExp(`(?<=^|[\\s(])(?:${phrase})(?=$|[\\s,;)!?]|[.:](?:\\s|$))`, 'iu'),
  read,
}))

function numberOf(text: string | undefined): number {
  return numberWords[text?.toLowerCase() ?? ''] ?? Number(text)
}

const repeated = (days: number): Repeat | undefined => (days >= 1 && days <= 1000 ? { every: 'days', days } : undefined)
const monthly = (day: number): Repeat | undefined => (day >= 1 && day <= 31 ? { every: 'month', day } : undefined)

const everyWeeks = (count: number, days: number[]): Repeat | undefined =>
  count === 1 ? { every: 'week', days } : count >= 2 && count <= 100 ? { every: 'weeks', n: count, days } : undefined
function everyMonths(count: number, day: number | '' | undefined): Repeat | undefined {
  if (day !== undefined && (day === '' || day < 1 || day > 31)) return undefined
  return count === 1 ? { every: 'month', day } : count >= 2 && count <= 100 ? { every: 'months', n: count, day } : undefined
}

function nthOf(which: string | undefined, weekday: string | undefined): Repeat {
  const word = which?.toLowerCase() ?? ''
  return { every: 'nth', nth: nths[word] ?? Number.parseInt(word, 10), weekday: weekday === undefined ? undefined : daysOf(weekday)[0] }
}

function yearly(month: string | undefined, day: number): Repeat | undefined {
  const word = month?.toLowerCase() ?? ''
  const number = /^\d/.test(word) ? Number(word) : months.findIndex((names) => names.includes(word)) + 1
  const date = new Date(Date.UTC(2028, number - 1, day))
  return number >= 1 && date.getUTCMonth() === number - 1 && date.getUTCDate() === day ? { every: 'year', month: number, day } : undefined
}

function daysOf(list: string): number[] {
  const days = list
    .toLowerCase()
    .split(new RegExp(and, 'u'))
    .map((name) => {
      if (name === 'sonnabend') return 6
      const inGerman = german.findIndex((day) => name.startsWith(day))
      return inGerman >= 0 ? inGerman : shortEnglish.findIndex((short) => name.startsWith(short))
    })
  return [...new Set(days)].sort((a, b) => a - b)
}

/** HH:MM of "9am", "14:30", "9 Uhr", "at 9"; a bare number is no time. */
function timeOf({ at, hour, minute, half }: Record<string, string | undefined>): string | undefined {
  if (hour === undefined || (at === undefined && minute === undefined && half === undefined)) return undefined
  const twelve = half && /[ap]m/i.test(half)
  if (twelve && (Number(hour) < 1 || Number(hour) > 12)) return undefined
  const hours = twelve ? (Number(hour) % 12) + (/pm/i.test(half) ? 12 : 0) : Number(hour)
  return hours < 24 ? `${String(hours).padStart(2, '0')}:${minute ?? '00'}` : undefined
}

/** The first repetition in the text that is understood. */
export function findRepeat(text: string): RepeatSpan | undefined {
  let found: RepeatSpan | undefined
  for (const { pattern, bare, read } of patterns) {
    const whole = pattern.exec(text)
    const withTime = whole && whole.groups?.hour !== undefined && timeOf(whole.groups) !== undefined
    const match = withTime ? whole : bare.exec(text)
    const repeat = match && read(match.groups ?? {})
    if (!match || !repeat) continue
    const span = { start: match.index, end: match.index + match[0].length, repeat, time: withTime ? timeOf(whole.groups ?? {}) : undefined }
    // Of those that begin together the longer one has understood more.
    if (!found || span.start < found.start || (span.start === found.start && span.end > found.end)) found = span
  }
  return found
}
