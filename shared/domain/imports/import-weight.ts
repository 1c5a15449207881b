// How long records take to write, which their number does not say: a task may bring thousands of comments and reminders.
import type { ImportRecord } from '../../schema/import.ts'
import { AppError } from '../app-error.ts'

/** What is written in one go makes every other call wait: this much is about 200 ms, as are 500 tasks. */
export const heaviestBatch = 5000

/** A reminder's moments are computed, and a rule's days are looked for, in hostile ones for a hundredth of a second. */
const weights = { comment: 1, reminder: 15, rule: 200, file: 100 }

/** So many characters weigh as much as a comment: of text, which is stored, and of a message's body, which is read first. */
const perWeight = { text: 1400, body: 400 }

export function weightOf({ task, message, attachment }: ImportRecord): number {
  if (attachment) return weights.file + attachment.data.length / perWeight.text
  if (message) return message.text === undefined ? message.body.length / perWeight.body : (message.body.length + message.text.length) / perWeight.text
  const { comments = [], schedules = [], description } = task ?? {}
  const rules = schedules.filter(({ type }) => type === 'rule').length
  const characters = comments.reduce((sum, { body }) => sum + body.length, description?.length ?? 0)
  return comments.length * weights.comment + (schedules.length - rules) * weights.reminder + rules * weights.rule + characters / perWeight.text
}

/** Why one task brings more repetitions than can be computed while others wait; undefined when it does not. Of what comes only once there may be many. */
export function tooManyRepetitions({ task }: ImportRecord): string | undefined {
  const repeating = (task?.schedules ?? []).filter(({ type }) => type !== 'one_time')
  const rules = repeating.filter(({ type }) => type === 'rule').length
  const others = repeating.length - rules
  if (rules * weights.rule + others * weights.reminder <= heaviestBatch) return undefined
  const [most, mostOfRules] = [Math.floor(heaviestBatch / weights.reminder), heaviestBatch / weights.rule]
  return `a task may bring at most ${most} reminders that repeat, of which each RRULE counts as ${Math.ceil(most / mostOfRules)}; this one brings ${repeating.length}`
}

/** Throws `too_large` for records that would keep others waiting. One alone is taken whatever it brings: it cannot be divided. */
export function requireLight(records: readonly ImportRecord[]): void {
  const weight = records.reduce((sum, record) => sum + weightOf(record), 0)
  if (records.length > 1 && weight > heaviestBatch)
    throw new AppError(
      'too_large',
      `These ${records.length} records are too much to be written at once, in number or in length. Send fewer in each request; one alone is always taken.`,
    )
}
