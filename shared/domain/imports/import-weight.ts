// How long records take to write, which their number does not say: a task may bring thousands of comments and reminders.
import type { ImportRecord } from '../../schema/import.ts'

/** What is written in one go makes every other call wait: this much is about 200 ms, as are 500 tasks. */
export const heaviestBatch = 5000

/** A reminder's moments are computed, and a rule's days are looked for, in hostile ones for a hundredth of a second. */
const weights = { comment: 1, reminder: 15, rule: 200 }

export function weightOf({ task: { comments = [], schedules = [] } = { title: '' } }: ImportRecord): number {
  const rules = schedules.filter(({ type }) => type === 'rule').length
  return comments.length * weights.comment + (schedules.length - rules) * weights.reminder + rules * weights.rule
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
