// Several lines at once, each made into a task like a line of quick add; one key takes all of them back.
import type { NewTask } from '../../../shared/schema/task.ts'
import { can } from '../../backend/abilities.ts'
import { once } from '../../backend/api.ts'
import { temporaryIdOf } from '../../backend/unnumbered.ts'
import type { PastedItem } from '../../lib/quick-add/pasted-lines.ts'
import { m } from '../../messages/late.ts'
import { loadWhen, type WhenReader } from '../../lib/when/use-when.ts'
import { type ListValues, withListValues } from '../lists/list-values.ts'
import { didAction, willBeDone } from '../tasks/own-actions.ts'
import { addQuietly } from '../tasks/task-writes.ts'
import { addReminders, meantBy } from './add-line.ts'

/** The last first, since lists begin with the newest: there they stand as they were pasted. A whole comes before its parts. How many were added; a refusal is explained. */
export const addLines = (items: readonly PastedItem[], given: ListValues = {}): Promise<number> => willBeDone(addAndSay(items, given))

async function addAndSay(items: readonly PastedItem[], given: ListValues): Promise<number> {
  const reader = await loadWhen()
  const added: Promise<number | undefined>[] = []
  await addAll({ items, reader, given, whole: undefined, added })
  const ids = (await Promise.all(added)).filter((id) => id !== undefined)
  if (ids.length === 0) return 0
  didAction({
    said: m.pasted.added(ids.length),
    writes: ids.map((taskId) => ({ taskId, is: (entry) => entry.entity === 'task' && entry.action === 'created' })),
  })
  return ids.length
}

interface Adding {
  items: readonly PastedItem[]
  reader: WhenReader | undefined
  /** What they get from the list that they are made in. */
  given: ListValues
  whole: number | undefined
  added: Promise<number | undefined>[]
}

async function addAll({ items, reader, given, whole, added }: Adding): Promise<void> {
  for (const { line, isDone, parts } of items.toReversed()) {
    const { input, schedules } = await meantBy(line, reader)
    const body: NewTask = { ...withListValues(input, given), ...(isDone ? { status: 'done' } : {}), ...(whole === undefined ? {} : { parent_id: whole }) }
    const options = once()
    const adding = addQuietly(body, options)
    added.push(
      adding.then((task) => {
        if (task) void addReminders(task.id, schedules)
        return task?.id
      }),
    )
    // Where writes wait on the device, a part names its whole before that has its number.
    const id = can.writeOffline ? temporaryIdOf(options.headers['Idempotency-Key']) : (await adding)?.id
    const { parent_uid: _parent, ...ofParts } = given
    await addAll({ items: parts, reader, given: ofParts, whole: id, added })
  }
}
