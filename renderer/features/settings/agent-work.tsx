// What an agent does: the tasks that it has in hand, which a person may take from it, and what it wrote last.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isSameName } from '../../../shared/domain/people/same-name.ts'
import type { Actor } from '../../../shared/schema/actor.ts'
import type { Claim } from '../../../shared/schema/claim.ts'
import { EntrySubject } from '../../actions/entry-subject.tsx'
import { recentEntries } from '../../data/journal.ts'
import { allClaims, releaseClaim } from '../../data/tasks/claims.ts'
import { useNamedTasks } from '../../data/tasks/named-tasks.ts'
import { undoEntry } from '../../data/tasks/own-actions.ts'
import { taskById } from '../../data/tasks/task-queries.ts'
import { clock } from '../../lib/dates.ts'
import { type Navigation, useNavigation } from '../../lib/navigation.ts'
import { m } from '../../messages/late.ts'
import { Button } from '../../ui/button.tsx'
import { EntryLine } from '../../ui/text/entry-line.tsx'

const says = m.settings.agentWork
/** Of its changes so many are shown; Activity has all. */
const fewLast = 5

const isAgentNamed = ({ kind, name: own }: Actor, name: string): boolean => kind === 'agent' && isSameName(own, name)

/** Newest first. */
export function useClaimsOf(name: string): readonly Claim[] {
  const { data } = useQuery(allClaims)
  return [...(data?.values() ?? [])].filter(({ holder }) => isAgentNamed(holder, name))
}

/** Agents that have a task in hand or wrote lately; each once. */
export function useActiveAgents(): readonly string[] {
  const { data: claims } = useQuery(allClaims)
  const { data: recent } = useQuery(recentEntries)
  const actors = [...[...(claims?.values() ?? [])].map(({ holder }) => holder), ...(recent?.entries ?? []).map(({ actor }) => actor)]
  return [...new Set(actors.flatMap(({ kind, name }) => (kind === 'agent' ? [name] : [])))]
}

/** `children`: what comes behind it. */
export function AgentWork({ name, children }: { name: string; children: ReactNode }) {
  const nav = useNavigation()
  const claims = useClaimsOf(name)
  const { data: recent } = useQuery(recentEntries)
  const last = (recent?.entries ?? []).filter(({ actor, cause }) => cause === null && isAgentNamed(actor, name)).slice(0, fewLast)
  useNamedTasks(last)
  return (
    <div className="border-t border-line bg-bg px-3.5 pt-2 pb-1">
      <h3 className="py-1 text-meta font-medium text-muted">{says.now}</h3>
      {claims.length === 0 ? (
        <p className="text-quiet">{says.nothing}</p>
      ) : (
        <ul>
          {claims.map((claim) => (
            <Held key={claim.task_id} claim={claim} nav={nav} />
          ))}
        </ul>
      )}
      <h3 className="pt-3 pb-1 text-meta font-medium text-muted">{says.last}</h3>
      {last.length === 0 ? (
        <p className="text-quiet">{says.noChanges}</p>
      ) : (
        <ul>
          {last.map((entry) => (
            <EntryLine
              key={entry.seq}
              entry={entry}
              withMark={false}
              about={<EntrySubject entry={entry} nav={nav} />}
              onUndo={() => void undoEntry(entry.seq)}
            />
          ))}
        </ul>
      )}
      <Button className="-ms-3" onClick={() => nav.go('activity')}>
        {says.all}
      </Button>
      {children}
    </div>
  )
}

function Held({ claim: { task_id: id, claimed_at, expires_at }, nav }: { claim: Claim; nav: Navigation }) {
  const { data: task } = useQuery({ ...taskById(id), retry: false })
  return (
    <li className="flex min-h-[max(32px,var(--tap))] flex-wrap items-center gap-x-3">
      <a
        href={`/task/${id}`}
        className="min-w-0 flex-1 basis-48 truncate rounded-control hover:underline phone:basis-full phone:py-2"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          nav.to(`/task/${id}`)
        }}
      >
        <span className="tabular text-muted">{id}</span> {task && <bdi className="font-medium">{task.title}</bdi>}
      </a>
      <span className="whitespace-nowrap text-meta text-quiet">{says.since(clock(claimed_at), clock(expires_at))}</span>
      <Button look="outlined" aria-label={says.releaseNamed(id)} onClick={() => void releaseClaim(id)}>
        {m.claim.release}
      </Button>
    </li>
  )
}
