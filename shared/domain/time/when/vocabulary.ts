// The words of "when", a table for each language. A language more is a table more: the grammar (days.ts, clock.ts, repeats.ts) reads senses,
// never words.

export const units = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export type Unit = (typeof units)[number]
export const parts = ['morning', 'noon', 'afternoon', 'evening', 'night', 'midnight'] as const
export type Part = (typeof parts)[number]

/** What joins the words that mean something: "every", "on", "at" … */
export const roles = [
  'every',
  'other',
  'on',
  'the',
  'at',
  'by',
  'in',
  'of',
  'and',
  'next',
  'this',
  'coming',
  'from',
  'until',
  'times',
  'for',
  'end',
  'half',
  'quarterOf',
  'past',
  'to',
  'before',
  'due',
  'oclock',
  'monthEnd',
  'workday',
  'workdays',
  'weekend',
  'hence',
  'ago',
  'between',
  'greeting',
  'numbered',
] as const
export type Role = (typeof roles)[number]

export interface Language {
  /** From Sunday on. */
  weekdays: readonly (readonly string[])[]
  /** Alone they are words of other things ("sat the exam"): they count after "on", or before a time. */
  shortWeekdays: readonly (readonly string[])[]
  /** "Mondays", "montags": each of them. */
  everyWeekday: readonly (readonly string[])[]
  months: readonly (readonly string[])[]
  shortMonths: readonly (readonly string[])[]
  numbers: Readonly<Record<string, number>>
  /** -1 is the last. */
  ordinals: Readonly<Record<string, number>>
  units: Readonly<Partial<Record<Unit, readonly string[]>>>
  /** Days counted from today. */
  days: Readonly<Record<string, number>>
  parts: Readonly<Partial<Record<Part, readonly string[]>>>
  /** "abends", "in the evening": after an hour, or alone each day's. */
  tonight: readonly string[]
  adverbs: Readonly<Record<string, readonly [n: number, Unit]>>
  roles: Readonly<Partial<Record<Role, readonly string[]>>>
}

export const english: Language = {
  weekdays: [['sunday'], ['monday'], ['tuesday'], ['wednesday'], ['thursday'], ['friday'], ['saturday']],
  shortWeekdays: [['sun'], ['mon'], ['tue', 'tues'], ['wed'], ['thu', 'thur', 'thurs'], ['fri'], ['sat']],
  everyWeekday: [['sundays'], ['mondays'], ['tuesdays'], ['wednesdays'], ['thursdays'], ['fridays'], ['saturdays']],
  months: [['january'], ['february'], ['march'], ['april'], ['may'], ['june'], ['july'], ['august'], ['september'], ['october'], ['november'], ['december']],
  shortMonths: [['jan'], ['feb'], ['mar'], ['apr'], [], ['jun'], ['jul'], ['aug'], ['sep', 'sept'], ['oct'], ['nov'], ['dec']],
  numbers: { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12 },
  ordinals: { first: 1, second: 2, third: 3, fourth: 4, fifth: 5, last: -1 },
  units: {
    minute: ['minute', 'minutes', 'min', 'mins'],
    hour: ['hour', 'hours', 'hr', 'hrs'],
    day: ['day', 'days'],
    week: ['week', 'weeks', 'wk', 'wks'],
    month: ['month', 'months'],
    quarter: ['quarter'],
    year: ['year', 'years'],
  },
  days: { today: 0, tomorrow: 1, tmrw: 1, tmr: 1, yesterday: -1 },
  parts: {
    morning: ['morning'],
    noon: ['noon', 'midday', 'noontime'],
    afternoon: ['afternoon'],
    evening: ['evening', 'night'],
    midnight: ['midnight'],
  },
  tonight: ['tonight'],
  adverbs: {
    daily: [1, 'day'],
    weekly: [1, 'week'],
    biweekly: [2, 'week'],
    fortnightly: [2, 'week'],
    monthly: [1, 'month'],
    quarterly: [1, 'quarter'],
    yearly: [1, 'year'],
    annually: [1, 'year'],
  },
  roles: {
    every: ['every', 'each'],
    other: ['other'],
    on: ['on'],
    the: ['the'],
    at: ['at', '@'],
    by: ['by', 'due', 'deadline'],
    in: ['in'],
    of: ['of', 'in'],
    and: ['and', '&'],
    next: ['next'],
    this: ['this'],
    coming: ['coming'],
    from: ['from', 'starting', 'beginning'],
    until: ['until', 'till', 'through', 'thru'],
    times: ['times'],
    for: ['for'],
    end: ['end'],
    half: ['half'],
    quarterOf: ['quarter'],
    past: ['past'],
    to: ['to'],
    before: ['before'],
    due: ['due'],
    oclock: ["o'clock", 'o’clock', 'oclock'],
    workday: ['weekday', 'workday'],
    workdays: ['weekdays', 'workdays'],
    weekend: ['weekend'],
    hence: ['now', 'today'],
    ago: ['ago'],
    between: ['between'],
    greeting: ['good'],
    numbered: ['section', 'chapter', 'version', 'step', 'item', 'part', 'release', 'no', 'v'],
  },
}

export const german: Language = {
  weekdays: [['sonntag'], ['montag'], ['dienstag'], ['mittwoch'], ['donnerstag'], ['freitag'], ['samstag', 'sonnabend']],
  shortWeekdays: [['so'], ['mo'], ['di'], ['mi'], ['do'], ['fr'], ['sa']],
  everyWeekday: [['sonntags'], ['montags'], ['dienstags'], ['mittwochs'], ['donnerstags'], ['freitags'], ['samstags', 'sonnabends']],
  months: [
    ['januar', 'jänner'],
    ['februar'],
    ['märz'],
    ['april'],
    ['mai'],
    ['juni'],
    ['juli'],
    ['august'],
    ['september'],
    ['oktober'],
    ['november'],
    ['dezember'],
  ],
  shortMonths: [['jan'], ['feb'], ['mär'], ['apr'], [], ['jun'], ['jul'], ['aug'], ['sep', 'sept'], ['okt'], ['nov'], ['dez']],
  numbers: {
    ein: 1,
    eine: 1,
    einem: 1,
    einer: 1,
    einen: 1,
    zwei: 2,
    drei: 3,
    vier: 4,
    fünf: 5,
    sechs: 6,
    sieben: 7,
    acht: 8,
    neun: 9,
    zehn: 10,
    elf: 11,
    zwölf: 12,
  },
  ordinals: {
    erste: 1,
    ersten: 1,
    erster: 1,
    erstes: 1,
    zweite: 2,
    zweiten: 2,
    zweiter: 2,
    zweites: 2,
    dritte: 3,
    dritten: 3,
    dritter: 3,
    drittes: 3,
    vierte: 4,
    vierten: 4,
    vierter: 4,
    viertes: 4,
    fünfte: 5,
    fünften: 5,
    fünfter: 5,
    letzte: -1,
    letzten: -1,
    letzter: -1,
    letztes: -1,
  },
  units: {
    minute: ['minute', 'minuten', 'min'],
    hour: ['stunde', 'stunden', 'std'],
    day: ['tag', 'tage', 'tagen', 'tages'],
    week: ['woche', 'wochen'],
    month: ['monat', 'monate', 'monaten', 'monats'],
    quarter: ['quartal', 'quartals', 'vierteljahr'],
    year: ['jahr', 'jahre', 'jahren', 'jahres'],
  },
  days: { heute: 0, heut: 0, morgen: 1, übermorgen: 2, gestern: -1, vorgestern: -2 },
  parts: {
    morning: ['morgen', 'früh', 'vormittag', 'morgens', 'vormittags'],
    noon: ['mittag', 'mittags'],
    afternoon: ['nachmittag', 'nachmittags'],
    evening: ['abend', 'abends'],
    night: ['nacht', 'nachts'],
    midnight: ['mitternacht'],
  },
  tonight: [],
  adverbs: {
    täglich: [1, 'day'],
    wöchentlich: [1, 'week'],
    zweiwöchentlich: [2, 'week'],
    vierzehntägig: [2, 'week'],
    monatlich: [1, 'month'],
    vierteljährlich: [1, 'quarter'],
    jährlich: [1, 'year'],
  },
  roles: {
    every: ['jeden', 'jede', 'jedes', 'jeder', 'jedem', 'alle'],
    on: ['am', 'an', 'jeweils', 'zum'],
    the: ['den', 'dem', 'der', 'des', 'die', 'das'],
    at: ['um', 'gegen'],
    by: ['bis', 'fällig', 'spätestens', 'frist'],
    in: ['in'],
    of: ['im', 'in', 'des', 'vom'],
    and: ['und'],
    next: ['nächste', 'nächsten', 'nächster', 'nächstes', 'nächstem'],
    this: ['diese', 'diesen', 'dieser', 'dieses', 'diesem'],
    coming: ['kommende', 'kommenden', 'kommender', 'kommendes'],
    from: ['ab', 'beginnend'],
    until: ['bis'],
    times: ['mal'],
    end: ['ende'],
    half: ['halb', 'halbe', 'halben', 'halber'],
    quarterOf: ['viertel'],
    past: ['nach'],
    to: ['vor'],
    before: ['vor', 'vorher', 'davor'],
    due: ['fälligkeit'],
    oclock: ['uhr'],
    monthEnd: ['monatsende', 'monatsletzten'],
    workday: ['werktag', 'wochentag', 'arbeitstag'],
    workdays: ['werktags', 'wochentags', 'werktagen', 'wochentagen', 'arbeitstagen'],
    weekend: ['wochenende'],
    between: ['zwischen'],
    greeting: ['guten', 'gute'],
    numbered: ['abschnitt', 'kapitel', 'punkt', 'ziffer', 'absatz', 'teil', 'schritt', 'nr', '§'],
  },
}

/** What a word can mean; many mean several things ("am", "second", "morgen"). */
export interface Sense {
  weekday?: number
  isShort?: true
  isEvery?: true
  month?: number
  isShortMonth?: true
  number?: number
  ordinal?: number
  unit?: Unit
  day?: number
  part?: Part
  isTonight?: true
  adverb?: readonly [n: number, Unit]
  roles?: ReadonlySet<Role>
}

function sensesOf(languages: readonly Language[]): Map<string, Sense> {
  const senses = new Map<string, Sense>()
  const add = (word: string, sense: Sense) =>
    senses.set(word, { ...senses.get(word), ...sense, roles: new Set([...(senses.get(word)?.roles ?? []), ...(sense.roles ?? [])]) })
  const each = (lists: readonly (readonly string[])[], sense: (index: number) => Sense) =>
    lists.forEach((words, index) => words.forEach((word) => add(word, sense(index))))
  for (const language of languages) {
    each(language.weekdays, (weekday) => ({ weekday }))
    each(language.shortWeekdays, (weekday) => ({ weekday, isShort: true }))
    each(language.everyWeekday, (weekday) => ({ weekday, isEvery: true }))
    each(language.months, (index) => ({ month: index + 1 }))
    each(language.shortMonths, (index) => ({ month: index + 1, isShortMonth: true }))
    for (const [word, number] of Object.entries(language.numbers)) add(word, { number })
    for (const [word, ordinal] of Object.entries(language.ordinals)) add(word, { ordinal })
    for (const [unit, words] of Object.entries(language.units)) for (const word of words) add(word, { unit: unit as Unit })
    for (const [word, day] of Object.entries(language.days)) add(word, { day })
    for (const [part, words] of Object.entries(language.parts)) for (const word of words) add(word, { part: part as Part })
    for (const word of language.tonight) add(word, { day: 0, part: 'evening', isTonight: true })
    for (const [word, adverb] of Object.entries(language.adverbs)) add(word, { adverb })
    for (const [role, words] of Object.entries(language.roles)) for (const word of words) add(word, { roles: new Set([role as Role]) })
    // "Freitagabend", "Montagmorgen".
    for (const [part, words] of Object.entries(language.parts))
      language.weekdays.forEach((names, weekday) => names.forEach((name) => words.forEach((word) => add(name + word, { weekday, part: part as Part }))))
  }
  return senses
}

const senses = sensesOf([english, german])
const nothing: Sense = {}

/** `word` in lower case. */
export const senseOf = (word: string): Sense => senses.get(word) ?? nothing
