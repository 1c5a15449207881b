// When: one reading of a text for a due date, reminders and repetitions, in English and German, the same wherever somebody types one. Pure, in
// time that grows with the length of the text. It would rather leave a text alone than guess: what it doubts stays text, and is said.
import { Temporal } from 'temporal-polyfill'
import type { NewSchedule } from '../../../schema/schedule.ts'
import { atWallClock, utc } from '../recurrence.ts'
import { type Coming, coming } from './moments.ts'
import { type DoubtfulPhrase, type Phrase, phrasesOf, type Place } from './phrases.ts'
import { isAnchored, scheduleOf } from './schedules.ts'
import type { Habits } from './habits.ts'
import { type Doubt, type Setting, settingOf } from './setting.ts'

/** What the text is for: a line with a task in it, or a field that holds nothing but a due date, a reminder or a moment. */
export type Purpose = 'task' | 'due' | 'reminder' | 'moment'

export interface WhenSpan extends Place {
  kind: 'due' | 'date' | 'repeat' | 'before'
}

/** What could say when and is not clear, or cannot be. */
export interface Unsure extends Place, Doubt {
  text: string
}

export interface When {
  /** A day, or a moment in UTC. */
  due?: string
  /** It is due whenever its first schedule comes, the first time at that one's first day. */
  isDueRepeating?: true
  /** The one moment that was named, in UTC. */
  once?: string
  schedules: NewSchedule[]
  /** What was understood, in order. */
  spans: WhenSpan[]
  /** The text without it. */
  rest: string
  unsure: Unsure[]
}

export interface Reader extends Habits {
  now: Date
  /** IANA. */
  timezone: string
  purpose?: Purpose
}

/** What is longer is no line that somebody typed. */
const longest = 2000

type MomentPhrase = Extract<Phrase, { kind: 'moment' }> & { coming: Coming }
type RepeatPhrase = Extract<Phrase, { kind: 'repeat' }>

const wall = (day: Temporal.PlainDate, time: string) => day.toPlainDateTime(Temporal.PlainTime.from(time))
const instantOf = ({ day, time, exact }: Coming, otherwise: string, { timezone }: Setting): Temporal.Instant =>
  exact ? exact.toInstant() : atWallClock(wall(day, time ?? otherwise), timezone)

/** A day without a time is meant in the morning; today, when that is over, in the evening; then, in an hour. */
function reminderAt(moment: Coming, setting: Setting): string {
  const { morning, evening } = setting.partTimes
  if (moment.exact || moment.time !== undefined || !moment.day.equals(setting.today)) return utc(instantOf(moment, morning, setting))
  const clock = setting.now.toPlainTime().toString().slice(0, 5)
  const time = [morning, evening].find((one) => one > clock)
  return time === undefined ? utc(setting.now.toInstant().add({ hours: 1 }).round('minute')) : utc(atWallClock(wall(moment.day, time), setting.timezone))
}

const dueOf = (moment: Coming, setting: Setting) =>
  moment.exact || moment.time !== undefined ? utc(instantOf(moment, '00:00', setting)) : moment.day.toString()

interface Chosen {
  repeat: RepeatPhrase | undefined
  due: MomentPhrase | undefined
  dated: MomentPhrase | undefined
  /** A time of its own, for the date or the repetition that has none. */
  timed: MomentPhrase | undefined
  before: Extract<Phrase, { kind: 'before' }>[]
  unsure: DoubtfulPhrase[]
}

/** One of each kind; of several the first, and the others are said. */
function choose(phrases: readonly Phrase[], purpose: Purpose, setting: Setting): Chosen {
  const unsure: DoubtfulPhrase[] = []
  const doubt = ({ start, end }: Place, why: Doubt['why']) => unsure.push({ start, end, why, options: [] })
  const moments = phrases.flatMap((phrase): MomentPhrase[] => {
    if (phrase.kind !== 'moment') return []
    const next = coming(phrase.moment, setting, purpose === 'due')
    if (!next) doubt(phrase, 'passed')
    return next ? [{ ...phrase, coming: next }] : []
  })
  const isTime = ({ moment }: MomentPhrase) => moment.day === undefined && moment.moment === undefined
  const repeats = phrases.filter((phrase) => phrase.kind === 'repeat')
  const [first] = repeats
  // Where a moment is asked for, "by Friday" is one.
  const named = purpose === 'moment' ? undefined : moments.find(({ isDue }) => isDue)
  // "Each month by 9": it is due then each time.
  const isEach = first !== undefined && named !== undefined && isTime(named) && first.repeat.time === undefined
  const repeat = isEach ? { ...first, isDue: true } : first
  const due = isEach ? undefined : named
  const others = moments.filter((one) => one !== due)
  const dated = others.find((one) => !isTime(one))
  const needsTime =
    (dated !== undefined && dated.moment.time === undefined && dated.moment.moment === undefined) || (repeat !== undefined && repeat.repeat.time === undefined)
  const isFree = dated === undefined && repeat === undefined
  const timed = needsTime || isFree ? others.find(isTime) : undefined
  for (const one of [...repeats.filter((other) => other !== first), ...others.filter((other) => other !== dated && other !== timed)]) doubt(one, 'second_date')
  const before = phrases.filter((phrase) => phrase.kind === 'before' && (phrase.isSaid || purpose === 'reminder'))
  return { repeat, due, dated, timed, before: before as Chosen['before'], unsure }
}

function merged(dated: MomentPhrase | undefined, timed: MomentPhrase | undefined, setting: Setting, purpose: Purpose): Coming | undefined {
  if (!dated) return timed?.coming
  if (!timed || dated.coming.time !== undefined || dated.coming.exact) return dated.coming
  return coming({ ...dated.moment, ...(timed.moment.time === undefined ? {} : { time: timed.moment.time }) }, setting, purpose === 'due')
}

const spanOf = (kind: WhenSpan['kind'], phrase: Phrase | undefined): WhenSpan[] => (phrase ? [{ kind, start: phrase.start, end: phrase.end }] : [])

/** "now" and the zone decide what words mean; the same reader and text give the same answer. Never throws for a text. */
export function readWhen(text: string, reader: Reader): When {
  const setting = settingOf(reader.now, reader.timezone, reader)
  const purpose = reader.purpose ?? 'task'
  const { phrases, doubts } = phrasesOf(text.slice(0, longest), setting)
  const { repeat, due, dated, timed, before, unsure } = choose(phrases, purpose, setting)
  const moment = merged(dated, timed, setting, purpose)
  const more: DoubtfulPhrase[] = [...doubts, ...unsure]
  if ((dated || timed) && !moment) more.push({ start: (dated ?? timed)?.start as number, end: (dated ?? timed)?.end as number, why: 'passed', options: [] })
  const once = moment && !(repeat && (dated === undefined || isAnchored(repeat.repeat))) ? moment : undefined
  const isForDue = purpose === 'due' || (repeat?.isDue ?? false)
  const time = repeat?.repeat.time ?? moment?.time ?? setting.partTimes.morning
  const repeating = repeat ? [scheduleOf(repeat.repeat, time, dated && moment?.day, setting)] : []
  const dueMoment = due?.coming ?? (purpose === 'due' ? once : undefined)
  const reminded = once && purpose !== 'due' ? reminderAt(once, setting) : undefined
  const { timezone } = setting
  const spans = [
    ...spanOf('due', due),
    ...(moment || repeat
      ? [...spanOf(purpose === 'due' ? 'due' : 'date', moment && dated), ...spanOf(purpose === 'due' ? 'due' : 'date', moment && timed)]
      : []),
    ...spanOf('repeat', repeat),
    ...before.flatMap((one) => spanOf('before', one)),
  ].sort((a, b) => a.start - b.start)
  return {
    ...(dueMoment ? { due: dueOf(dueMoment, setting) } : {}),
    ...(repeat && isForDue && !dueMoment ? { isDueRepeating: true as const } : {}),
    ...(reminded ? { once: reminded } : {}),
    schedules: [
      ...(reminded && purpose !== 'moment' ? [{ type: 'one_time' as const, fire_at: reminded, timezone }] : []),
      ...repeating,
      ...before.map(({ minutes }) => ({ type: 'one_time' as const, before_due_minutes: minutes, timezone })),
    ],
    spans,
    rest: restOf(text, spans),
    unsure: more.map((one) => ({ ...one, text: text.slice(one.start, one.end) })).sort((a, b) => a.start - b.start),
  }
}

function restOf(text: string, spans: readonly Place[]): string {
  let at = 0
  const parts = spans.map(({ start, end }) => {
    const part = text.slice(at, start)
    at = end
    return part
  })
  return [...parts, text.slice(at)].join(' ').replaceAll(/\s+/g, ' ').trim()
}
