import { Inbox } from 'lucide-react'
import { isInInbox } from '../../../../shared/domain/tasks/triage.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import { keepInOpen } from '../../../data/tasks/set-fields.ts'
import { m } from '../../../messages/late.ts'
import { Button } from '../../../ui/button.tsx'
import { Kbd } from '../../../ui/kbd.tsx'

/** For whoever has no keyboard: the one decision that sets no value. */
export function InboxNote({ task }: { task: Task }) {
  if (!isInInbox(task)) return null
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      <Inbox aria-hidden="true" size={16} className="shrink-0" />
      <span className="min-w-0 flex-1">{m.inInbox}</span>
      <Button look="outlined" onClick={() => keepInOpen([task.id])}>
        {m.actions.keep(1)}
        <Kbd keys="i" plain />
      </Button>
    </div>
  )
}
