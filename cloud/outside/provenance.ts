// Which texts of a team came from outside, read from its journal: it knows who wrote each field.
import { taskSource, type Write } from '../../shared/mcp/answers/fencing.ts'
import type { Task } from '../../shared/schema/task.ts'
import type { TeamAccess } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import { withWholeTexts } from '../journal/long-texts/whole-texts.ts'
import { outsideStore, writesBy } from './outside-store.ts'

export type Provenance = ReturnType<typeof createProvenance>
type Team = Pick<TeamAccess, 'id'>

export function createProvenance({ journal }: { journal: Pick<Journal, 'read'> }) {
  async function writesOfTasks(ids: readonly number[], team: Team): Promise<Map<number, Write[]>> {
    if (ids.length === 0) return new Map()
    const rows = await journal.read(team, (tx) => outsideStore.ofTasks(tx, team.id, ids))
    return writesBy(await withWholeTexts(rows, team.id, (work) => journal.read(team, work)), ({ task_id }) => task_id)
  }

  return {
    /** The writes of those tasks of which somebody from outside wrote something, oldest first. */
    writesOfTasks,

    /** The same of contacts. */
    writesOfContacts: async (ids: readonly number[], team: Team): Promise<Map<number, Write[]>> =>
      ids.length === 0 ? new Map() : journal.read(team, (tx) => outsideStore.ofContacts(tx, team.id, ids)),

    /** Who from outside wrote a text of these tasks, as they stand there. */
    async ofTasks(tasks: readonly Task[], team: Team): Promise<{ task: number; source: string }[]> {
      const writes = await writesOfTasks([...new Set(tasks.map(({ id }) => id))], team)
      return tasks.flatMap((task) => {
        const source = taskSource(writes.get(task.id) ?? [], task)
        return source ? [{ task: task.id, source: source.name }] : []
      })
    },

    /** Whether somebody from outside wrote anything that is, or was, in this team. */
    hasAny: (team: Team): Promise<boolean> => journal.read(team, (tx) => outsideStore.hasAny(tx, team.id)),
  }
}
