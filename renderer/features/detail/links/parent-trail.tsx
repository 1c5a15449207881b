import { useQuery } from '@tanstack/react-query'
import { ChevronRight, FolderInput, Unlink } from 'lucide-react'
import type { Task } from '../../../../shared/schema/task.ts'
import { askFor } from '../../../actions/requests.ts'
import { taskById } from '../../../data/tasks/task-queries.ts'
import { detach } from '../../../data/tasks/task-steps.ts'
import { m } from '../../../messages/late.ts'
import { linksOf } from '../../../lib/plan/links.ts'
import { Button } from '../../../ui/button.tsx'

/** Parts are nested no deeper. */
const maxDepth = 5

const quietButton =
  '!h-[max(24px,var(--tap))] !w-[max(24px,var(--tap))] shrink-0 opacity-0 group-hover/trail:opacity-100 focus-visible:opacity-100 data-[popup-open]:opacity-100 pointer-coarse:opacity-100'

interface TrailProps {
  task: Task
  onOpen: (id: number) => void
}

/** Of what it is a part, from the whole down to the last task above it. */
export function ParentTrail({ task, onOpen }: TrailProps) {
  const { parent_id } = linksOf(task)
  if (parent_id === null) return null
  return (
    <nav aria-label={m.links.partOf} className="group/trail -mt-1.5 mb-1 flex min-w-0 items-center text-meta text-quiet">
      <ol className="-ms-1.5 flex min-w-0 flex-wrap items-center">
        <Above id={parent_id} left={maxDepth} onOpen={onOpen} />
      </ol>
      <Button
        square
        aria-label={m.links.attach}
        aria-haspopup="dialog"
        title={m.links.attach}
        data-pick="whole"
        className={quietButton}
        onClick={({ currentTarget }) => askFor('whole', [task.id], currentTarget)}
      >
        <FolderInput aria-hidden="true" size={12} />
      </Button>
      <Button square aria-label={m.links.detach(task.id)} title={m.links.detach(task.id)} className={quietButton} onClick={() => detach(task, parent_id)}>
        <Unlink aria-hidden="true" size={12} />
      </Button>
    </nav>
  )
}

function Above({ id, left, onOpen }: { id: number; left: number; onOpen: (id: number) => void }) {
  const { data: task } = useQuery(taskById(id))
  const above = task && left > 1 ? linksOf(task).parent_id : null
  return (
    <>
      {above !== null && <Above id={above} left={left - 1} onOpen={onOpen} />}
      <li className="flex min-w-0 items-center">
        <a
          href={`/task/${id}`}
          className="flex h-[max(24px,var(--tap))] min-w-0 items-center gap-1.5 rounded-control px-1.5 hover:bg-raised hover:text-text"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            onOpen(id)
          }}
        >
          <span className="tabular">{id}</span>
          <bdi className="max-w-64 truncate phone:max-w-40">{task?.title}</bdi>
        </a>
        <ChevronRight aria-hidden="true" size={12} className="shrink-0 rtl:-scale-x-100" />
      </li>
    </>
  )
}
