import { Check, CircleHelp, FileDiff, History, type LucideIcon, MessageSquareQuote, X } from 'lucide-react'
import type { Evidence } from '../../shared/schema/work/evidence.ts'
import type { EvidenceState } from '../../shared/schema/work/evidence-words.ts'
import { fullTime, shortTime } from '../lib/dates.ts'
import { m } from '../messages/late.ts'

const says = m.evidence
const looks: Record<EvidenceState, { icon: LucideIcon; color: string }> = {
  valid: { icon: Check, color: 'text-ok' },
  stale: { icon: History, color: 'text-warn' },
  failed: { icon: X, color: 'text-bad' },
  changed_tree: { icon: FileDiff, color: 'text-warn' },
  no_tree: { icon: CircleHelp, color: 'text-warn' },
  claimed: { icon: MessageSquareQuote, color: 'text-muted' },
}

/** Never by colour alone: each state has a glyph and a word. */
export function EvidenceMark({ state }: { state: EvidenceState }) {
  const { icon: Icon, color } = looks[state]
  return (
    <span className={`inline-flex shrink-0 items-center gap-1 text-meta font-medium ${color}`} title={says.why[state]}>
      <Icon aria-hidden="true" size={13} />
      {says.states[state]}
    </span>
  )
}

function endingOf({ run, kind, elsewhere }: Evidence): string {
  const from = elsewhere ? says.elsewhere : undefined
  if (!run) return from ?? ''
  const how = run.timed_out ? says.timedOut : run.signal ? says.ended(run.signal) : run.exit_code === 0 ? undefined : says.code(run.exit_code ?? 1)
  return [how, run.tree && says.onTree(run.tree.before.slice(0, 8)), kind === 'ci' ? says.inCi : undefined, from].filter(Boolean).join(' · ')
}

/** What ran, or is claimed, with what it is worth now; the output on demand. */
export function EvidenceList({ evidence }: { evidence: readonly Evidence[] }) {
  return (
    <ul className="flex flex-col">
      {evidence.map((one) => (
        <li key={one.id} className="border-t border-line py-2 first:border-t-0">
          <div className="flex items-center gap-2 text-meta text-muted">
            <EvidenceMark state={one.state} />
            <bdi className="min-w-0 truncate">{one.by.name}</bdi>
            <time className="ms-auto shrink-0 text-quiet" dateTime={one.created_at} title={fullTime(one.created_at)}>
              {shortTime(one.created_at)}
            </time>
          </div>
          {one.run ? (
            <code dir="ltr" className="mt-0.5 block font-mono text-meta break-words">
              {one.run.command.join(' ')}
            </code>
          ) : (
            <p dir="auto" className="mt-0.5 break-words whitespace-pre-line">
              {one.text}
            </p>
          )}
          <p className="mt-0.5 text-meta break-words text-muted">{[endingOf(one), one.criterion].filter(Boolean).join(' · ')}</p>
          {one.run && (
            <details className="mt-1 text-meta text-muted">
              <summary className="w-fit cursor-pointer rounded-control py-[calc((var(--tap)-18px)/2)] hover:text-text">{says.output}</summary>
              <pre dir="ltr" className="mt-1 max-h-60 overflow-auto rounded-control bg-raised p-2 break-words whitespace-pre-wrap">
                {one.run.output || says.noOutput}
              </pre>
              <a className="mt-1 inline-block underline" href={`/evidence/${one.id}`} download>
                {says.file}
              </a>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
