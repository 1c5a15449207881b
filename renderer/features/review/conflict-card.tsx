import type { ReactNode } from 'react'
import type { Card } from '../../actions/review/cards.ts'
import { placeOfId } from '../../data/lists/place-of-id.ts'
import { useNamedTasks } from '../../data/tasks/named-tasks.ts'
import { aboutText, fieldText, isSame, valueText } from '../../lib/conflict-text.ts'
import { fullTime, shortTime } from '../../lib/dates.ts'
import { m } from '../../lib/messages.ts'
import { addressOf, type Navigation } from '../../lib/navigation.ts'
import { taskNames } from '../../lib/plan/task-names.ts'
import { useStore } from '../../lib/store.ts'
import { SyncGlyph } from '../../ui/glyphs.tsx'
import { CardButtons } from './card-buttons.tsx'
import { CardShell } from './card-shell.tsx'

const says = m.cloud.conflict

interface ConflictProps {
  card: Card & { kind: 'conflict' }
  isSelected: boolean
  nav: Navigation
  onSelect: () => void
}

/** What was written here and elsewhere, side by side. Nothing of either is lost: one says what is to stand. */
export function ConflictCard({ card, isSelected, nav, onSelect }: ConflictProps) {
  const { conflict } = card
  const { local, remote, kept, task_id, field, at } = conflict
  useStore(taskNames)
  useNamedTasks([local, remote].map((value) => ({ before: { [field]: kept }, after: { [field]: value } })))
  const standsHere = isSame(kept, local)
  const standsThere = isSame(kept, remote)
  const isThird = !standsHere && !standsThere
  return (
    <CardShell card={card} isSelected={isSelected} onSelect={onSelect}>
      <header className="flex items-center gap-2.5">
        <SyncGlyph className="text-warn" />
        <h3 className="min-w-0 flex-1 text-read">
          <a
            href={task_id === null ? addressOf(placeOfId(conflict)) : `/task/${task_id}`}
            className="rounded-control font-semibold hover:underline"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              if (task_id === null) nav.goTo(placeOfId(conflict))
              else nav.open(task_id)
            }}
          >
            {aboutText(conflict)}
          </a>{' '}
          <span className="text-muted">{fieldText(conflict)}</span>
        </h3>
        <time className="shrink-0 text-meta text-quiet" dateTime={at} title={fullTime(at)}>
          {shortTime(at)}
        </time>
      </header>
      <div className="mt-3 grid grid-cols-2 overflow-hidden rounded-control border border-line phone:grid-cols-1">
        <Side name={says.here} stands={standsHere}>
          <Words text={valueText(local, field)} other={valueText(remote, field)} />
        </Side>
        <Side name={says.there} stands={standsThere}>
          <Words text={valueText(remote, field)} other={valueText(local, field)} />
        </Side>
        {isThird && (
          <div className="col-span-2 border-t border-line bg-bg p-3 phone:col-span-1">
            <p className="text-meta font-medium text-quiet">{says.both}</p>
            <p dir="auto" className="mt-1 max-h-48 overflow-y-auto break-words whitespace-pre-line">
              {valueText(kept, field)}
            </p>
          </div>
        )}
      </div>
      <CardButtons card={card} nav={nav} />
    </CardShell>
  )
}

function Side({ name, stands, children }: { name: string; stands: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0 border-line p-3 not-first:border-s phone:not-first:border-s-0 phone:not-first:border-t">
      <p className="flex items-center gap-2 text-meta font-medium text-quiet">
        {name}
        {stands && <span className="rounded-control bg-raised px-1.5 text-muted">{says.stands}</span>}
      </p>
      <p dir="auto" className="mt-1 max-h-48 overflow-y-auto break-words whitespace-pre-line">
        {children}
      </p>
    </div>
  )
}

/** Words that the other text does not have are marked: they are what one decides by. */
function Words({ text, other }: { text: string; other: string }) {
  const known = new Set(other.toLowerCase().match(/[\p{L}\p{N}]+/gu))
  return text.split(/(?<=[^\p{L}\p{N}])|(?=[^\p{L}\p{N}])/u).map((word, index) => {
    const key = `${index}:${word}`
    return /[\p{L}\p{N}]/u.test(word) && !known.has(word.toLowerCase()) ? <mark key={key}>{word}</mark> : <span key={key}>{word}</span>
  })
}
