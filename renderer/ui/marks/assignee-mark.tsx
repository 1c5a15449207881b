import type { Assignee } from '../../lib/plan/assignee.ts'
import { m } from '../../lib/messages.ts'
import { ActorMark } from '../actor-mark.tsx'

/** Who does it, on a row or a card: whoever asked for it stands in a circle without a name. */
export function AssigneeMark({ assignee }: { assignee: Assignee }) {
  const { kind, name } = assignee
  return (
    <span
      title={m.assign.isAssigned(name)}
      className={`flex h-5 max-w-32 min-w-0 shrink items-center gap-1 rounded-control border pe-1.5 text-meta leading-[18px] font-medium ${kind === 'agent' ? 'border-agent/40 text-agent' : 'border-line text-muted'} bg-surface`}
    >
      <ActorMark actor={assignee} size={18} />
      <bdi className="min-w-0 truncate">
        <span className="sr-only">{m.assign.isAssigned(name)}</span>
        <span aria-hidden="true">{name}</span>
      </bdi>
    </span>
  )
}
