// When completed tasks with a repeating reminder come back, as the cloud would say it: worked out on the device, so that it is known offline, too.
import type { Schedule } from '../../../../shared/schema/schedule.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import { nextFire, type Recurrence } from '../../../../shared/domain/time/recurrence.ts'
import { comesBackAt, firstOfEach } from '../../../../shared/domain/time/returning.ts'
import { createRuleDays, type RuleLibrary } from '../../../../shared/domain/time/rule-library.ts'

let library: RuleLibrary | undefined
const ruleDays = createRuleDays(() => library as RuleLibrary)

/** By the ids of the tasks. The library for rules is large, and loaded for the first rule. */
export async function momentsOfReturn(repeating: readonly { task: Task; schedule: Schedule }[]): Promise<Map<number, string>> {
  if (repeating.some(({ schedule }) => schedule.type === 'rule')) library ??= await import('rrule-temporal')
  const now = new Date().toISOString()
  return firstOfEach(
    repeating.map(({ task, schedule }) => {
      const { next_fire_at: known, created_at } = schedule
      const rule: Recurrence = { ...schedule, anchor: known ?? created_at }
      // What the cloud said last may have passed since.
      const next = known !== null && known > now ? known : nextFire(rule, now, ruleDays)
      return [task.id, comesBackAt(task, rule, next, ruleDays)] as const
    }),
  )
}
