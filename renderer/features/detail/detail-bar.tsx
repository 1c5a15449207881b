import { ArrowLeft, Ellipsis, X } from 'lucide-react'
import type { Task } from '../../../shared/schema/task.ts'
import { askForMenu } from '../../actions/requests.ts'
import { m } from '../../messages/late.ts'
import { Button } from '../../ui/button.tsx'
import { copyLinks } from '../../lib/copy-link.ts'
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
      <Button className="phone:hidden" onClick={() => void copyLinks([id])}>
        {m.actions.copyLinks(1)}
      </Button>
      {task && (
        <Button square aria-label={m.moreActions} aria-haspopup="menu" onClick={({ currentTarget }) => askForMenu({ ids: [id] }, currentTarget)}>
          <Ellipsis aria-hidden="true" size={16} />
        </Button>
      )}
      {isBeside && (
        <Button square aria-label={m.close} onClick={onClose}>
          <X aria-hidden="true" size={16} />
        </Button>
      )}
    </div>
  )
}
