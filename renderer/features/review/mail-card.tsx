import { useQuery } from '@tanstack/react-query'
import { type Card, readOf } from '../../actions/review/cards.ts'
import { withoutAddresses } from '../../../shared/domain/attachments/attachment-link.ts'
import { attachTo, conversationById } from '../../data/conversations.ts'
import { taskById } from '../../data/tasks/task-queries.ts'
import { calendarMoment, fullTime, percent, shortTime } from '../../lib/dates.ts'
import { dueText } from '../../lib/plan/due.ts'
import { m } from '../../messages/late.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { ActorMark } from '../../ui/actor-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { StatusGlyph } from '../../ui/glyphs.tsx'
import { CardButtons } from './card-buttons.tsx'
import { CardShell } from './card-shell.tsx'

const says = m.cloud.mail

interface MailProps {
  card: Card & { kind: 'mail' }
  isSelected: boolean
  nav: Navigation
  onSelect: () => void
}

/** Somebody wrote, and a person says what becomes of it. Their words are shown as text from outside, and as nothing else. */
export function MailCard({ card, isSelected, nav, onSelect }: MailProps) {
  const { proposal } = card
  const { as, why, task, candidates, message_ids, mail } = readOf(proposal)
  const id = proposal.conversation_id
  const { data: conversation } = useQuery({ ...conversationById(id ?? 0), enabled: id !== null })
  const message = conversation?.messages.find((one) => message_ids.includes(one.id))
  const text = withoutAddresses(message?.text ?? (mail?.body || task.description) ?? '')
  const known = proposal.task_id ?? undefined
  return (
    <CardShell card={card} isSelected={isSelected} onSelect={onSelect}>
      <header className="flex items-center gap-2.5">
        <ActorMark actor={{ kind: 'email', name: proposal.agent }} />
        <h3 className="min-w-0 flex-1 text-read">
          <bdi className="font-semibold break-words">{proposal.agent}</bdi> {says.maybe[as]}
        </h3>
        <time className="shrink-0 text-meta text-quiet" dateTime={proposal.created_at} title={fullTime(proposal.created_at)}>
          {shortTime(proposal.created_at)}
        </time>
      </header>
      {known !== undefined && <TaskLink id={known} nav={nav} />}
      <p dir="auto" className="mt-2 font-medium break-words">
        {task.title}
      </p>
      {text && (
        <blockquote
          dir="auto"
          aria-label={says.outside}
          className="mt-1.5 max-h-48 overflow-y-auto border-s-2 border-line-strong ps-3 break-words whitespace-pre-line text-muted"
        >
          {text}
        </blockquote>
      )}
      <dl className="mt-2 grid grid-cols-[110px_minmax(0,1fr)] gap-y-1 phone:grid-cols-1">
        <dt className="text-quiet">{says.why}</dt>
        <dd>{says.whyText(why)}</dd>
        {task.deadline && (
          <>
            <dt className="text-quiet">{m.fields.due}</dt>
            <dd>{dueText(task.deadline)}</dd>
          </>
        )}
        {task.due && (
          <>
            <dt className="text-quiet">{says.due}</dt>
            <dd>{Number.isNaN(Date.parse(task.due)) ? task.due : calendarMoment(new Date(task.due))}</dd>
          </>
        )}
        {candidates.length > 0 && as === 'create' && (
          <>
            <dt className="text-quiet">{says.alike}</dt>
            <dd className="flex flex-col items-start gap-1">
              {candidates.map((one) => (
                <span key={one.id} className="flex max-w-full flex-wrap items-center gap-x-3">
                  <TaskLink id={one.id} nav={nav} likely={percent(one.score)} />
                  <Button look="outlined" className="h-[max(24px,var(--tap))] px-2" onClick={() => void attachTo(proposal, one.id)}>
                    {says.addTo(one.id)}
                  </Button>
                </span>
              ))}
            </dd>
          </>
        )}
      </dl>
      <CardButtons card={card} nav={nav} />
    </CardShell>
  )
}

function TaskLink({ id, nav, likely }: { id: number; nav: Navigation; likely?: string }) {
  const { data: task } = useQuery({ ...taskById(id), retry: false })
  return (
    <a
      href={`/task/${id}`}
      className="flex min-h-[max(24px,var(--tap))] min-w-0 items-center gap-2 rounded-control hover:underline"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        nav.open(id)
      }}
    >
      {task && <StatusGlyph status={task.status} />}
      <span className="tabular text-quiet">{id}</span>
      <bdi className="min-w-0 truncate font-medium">{task?.title}</bdi>
      {likely && <span className="tabular text-quiet">{likely}</span>}
    </a>
  )
}
