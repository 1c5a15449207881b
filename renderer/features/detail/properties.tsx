import { useQuery } from '@tanstack/react-query'
import type { Task } from '../../../shared/schema/task.ts'
import { shownName } from '../../../shared/domain/people/same-person.ts'
import { PickButton } from '../../actions/pick-button.tsx'
import { can } from '../../backend/abilities.ts'
import { allClaims, releaseClaim } from '../../data/tasks/claims.ts'
import { allContacts } from '../../data/people/contact-list.ts'
import { changeTask } from '../../data/tasks/task-writes.ts'
import { clock } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import { waitingTexts } from '../../lib/plan/links.ts'
import { ActorMark, actorName, PersonMark } from '../../ui/actor-mark.tsx'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { PriorityGlyph, StatusGlyph } from '../../ui/glyphs.tsx'
import { AssigneeField } from './fields/assignee.tsx'
import { CameFrom } from './came-from.tsx'
import { Criteria } from './fields/criteria.tsx'
import { Due } from './fields/due.tsx'
import { Blockers, Blocks } from './links/blockers.tsx'
import { Parts } from './links/parts.tsx'
import { PartOf } from './links/part-of.tsx'
import { Property } from './property.tsx'
import { Reminders } from './reminders/reminders.tsx'
import { value } from './fields/value-style.ts'
import { WordsField } from './words-field.tsx'

const personMark = (name: string) => <PersonMark name={name} size={18} />

export function Properties({ task, onOpen }: { task: Task; onOpen: (id: number) => void }) {
  const { data: claims } = useQuery(allClaims)
  const claim = claims?.get(task.id)
  const { data: contacts = [] } = useQuery({ ...allContacts, enabled: task.requesters.length > 0 })
  return (
    <dl className="mt-3 grid grid-cols-[92px_minmax(0,1fr)] text-dense">
      <StatusProperty task={task} />
      <PriorityProperty task={task} />
      <Property name={m.fields.assignee}>
        <AssigneeField task={task} />
      </Property>
      <Property name={m.fields.due}>
        <Due task={task} />
      </Property>
      <Property name={m.fields.requesters}>
        <WordsField
          field="requesters"
          words={task.requesters}
          longest={320}
          mark={personMark}
          shown={(word) => shownName(contacts, word)}
          onChange={(requesters, said) => void changeTask(task.id, { requesters }, said(task.id))}
        />
      </Property>
      <Property name={m.fields.labels}>
        <WordsField field="labels" words={task.labels} longest={100} onChange={(labels, said) => void changeTask(task.id, { labels }, said(task.id))} />
      </Property>
      <Property name={m.fields.reminder}>
        <Reminders taskId={task.id} due={task.due} />
      </Property>
      <Property name={m.links.parts}>
        <Parts task={task} onOpen={onOpen} />
      </Property>
      <PartOf task={task} />
      <Property name={m.fields.blocker_uids}>
        <Blockers task={task} onOpen={onOpen} />
      </Property>
      <Blocks task={task} onOpen={onOpen} />
      <Property name={m.fields.criteria}>
        <Criteria task={task} />
      </Property>
      {can.converse && <CameFrom taskId={task.id} />}
      {claim && (
        <Property name={m.fields.workingOn}>
          <span className="flex min-w-0 items-center gap-2">
            <ActorMark actor={claim.holder} size={18} />
            <span className={`truncate font-medium ${claim.holder.kind === 'agent' ? 'text-agent' : ''}`}>{actorName(claim.holder)}</span>
            <span className="whitespace-nowrap text-quiet">{m.claim.until(clock(claim.expires_at))}</span>
            <Button className="h-[max(24px,var(--tap))] px-2" onClick={() => void releaseClaim(task.id)}>
              {m.claim.release}
            </Button>
          </span>
        </Property>
      )}
    </dl>
  )
}

function StatusProperty({ task }: { task: Task }) {
  const waits = waitingTexts(task)
  return (
    <Property name={m.fields.status}>
      <PickButton picker="status" taskId={task.id} className={cx(value, 'shrink-0 self-start')} name={`${m.fields.status}: ${m.status[task.status]}`}>
        <StatusGlyph status={task.status} />
        {m.status[task.status]}
      </PickButton>
      {waits.length > 0 && <span className="ms-1 min-w-0 py-[calc((max(26px,var(--tap))-20px)/2)] break-words text-quiet">{m.links.waitsFor(waits)}</span>}
    </Property>
  )
}

function PriorityProperty({ task }: { task: Task }) {
  return (
    <Property name={m.fields.priority}>
      <PickButton picker="priority" taskId={task.id} className={value} name={`${m.fields.priority}: ${m.priority[task.priority]}`}>
        <PriorityGlyph priority={task.priority} />
        {m.priority[task.priority]}
      </PickButton>
    </Property>
  )
}
