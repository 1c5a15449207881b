import type { Task } from '../../shared/schema/task.ts'
import { tick } from '../data/tasks/task-steps.ts'
import { m } from '../lib/messages.ts'
import { usePress } from '../lib/press/use-press.ts'
import { cx } from '../ui/class-names.ts'
import { StatusGlyph } from '../ui/glyphs.tsx'
import { askFor } from './requests.ts'

/** A press completes the task, or takes that back; a long one asks for any other status. */
export function StatusRing({ task, className }: { task: Task; className: string }) {
  const { id, status } = task
  const press = usePress({ onPress: () => tick(task), onLong: (element) => askFor('status', [id], element) })
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`${m.status[status]}. ${status === 'done' ? m.links.reopen(id) : m.links.finish(id)}`}
      title={m.status[status]}
      className={cx('relative z-10 grid shrink-0 place-items-center', className)}
      {...press}
    >
      <StatusGlyph status={status} />
    </button>
  )
}
