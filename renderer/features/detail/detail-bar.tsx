import { ArrowLeft, Copy, Ellipsis, Trash2, X } from 'lucide-react'
import type { Task } from '../../../shared/schema/task.ts'
import { deleteTasks } from '../../data/tasks/many-writes.ts'
import { m } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { copyLink } from '../../lib/copy-link.ts'
import { CloudId } from './cloud-id.tsx'

interface BarProps {
  id: number
  task: Task | undefined
  isBeside: boolean
  onClose: () => void
}

export function DetailBar({ id, task, isBeside, onClose }: BarProps) {
  return (
    <div className="flex h-(--bar) shrink-0 items-center gap-1 border-b border-line ps-4 pe-3 phone:ps-1 phone:pe-1">
      {!isBeside && (
        <Button square aria-label={m.back} onClick={onClose} className="-ms-1.5 phone:ms-0">
          <ArrowLeft aria-hidden="true" size={16} className="rtl:-scale-x-100" />
        </Button>
      )}
      <span className="flex min-w-0 flex-1 items-center gap-3">
        <span className="tabular text-muted">{id}</span>
        {task && <CloudId taskId={id} />}
      </span>
      <Button className="phone:hidden" onClick={() => void copyLink(id)}>
        {m.copyLink}
      </Button>
      <Menu
        align="end"
        trigger={
          <Button square aria-label={m.moreActions}>
            <Ellipsis aria-hidden="true" size={16} />
          </Button>
        }
        groups={[
          {
            choices: [
              { id: 'link', label: m.copyLink, glyph: <Copy aria-hidden="true" size={16} />, keys: 'y' },
              { id: 'delete', label: m.deleteTask, glyph: <Trash2 aria-hidden="true" size={16} />, keys: 'mod+backspace', danger: true },
            ],
          },
        ]}
        onChoose={(choice) => {
          if (choice === 'link') void copyLink(id)
          else if (task) {
            onClose()
            void deleteTasks([task])
          } else notify({ kind: 'problem', text: m.taskFailed(id) })
        }}
      />
      {isBeside && (
        <Button square aria-label={m.close} onClick={onClose}>
          <X aria-hidden="true" size={16} />
        </Button>
      )}
    </div>
  )
}
