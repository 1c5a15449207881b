// What must be true for the task to be done: a short list, written in place.
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { missingProof } from '../../../../shared/domain/evidence/states.ts'
import type { Evidence } from '../../../../shared/schema/work/evidence.ts'
import type { EvidenceState } from '../../../../shared/schema/work/evidence-words.ts'
import type { Criterion, Task } from '../../../../shared/schema/task.ts'
import { evidenceOf } from '../../../data/evidence.ts'
import { changeTask } from '../../../data/tasks/task-writes.ts'
import { m } from '../../../messages/late.ts'
import { Button } from '../../../ui/button.tsx'
import { LineInput } from './line-input.tsx'
import { EvidenceMark } from '../../../ui/evidence-list.tsx'
import { emptyValue } from './value-style.ts'

const maxCriteria = 100
const says = m.criterion

export function Criteria({ task }: { task: Task }) {
  const { id, criteria } = task
  /** The place that is written; beyond the last: a new one. */
  const [at, setAt] = useState<number>()
  const { data: evidence = [] } = useQuery({ ...evidenceOf(id), enabled: criteria.length > 0 })
  const list = useRef<HTMLSpanElement>(null)
  const save = (next: Criterion[], said: string) => void changeTask(id, { criteria: next }, said)
  const add = (text: string) => save([...criteria, { text }], says.added(id))
  function leave(place: number): void {
    setAt(undefined)
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus())
  }
  function change(place: number, text: string): void {
    if (text === '') return remove(place)
    save(
      criteria.map((one, index) => (index === place ? { ...one, text } : one)),
      says.changed(id),
    )
  }
  const remove = (place: number) =>
    save(
      criteria.filter((_, index) => index !== place),
      says.removed(id),
    )
  return (
    <span ref={list} className="flex min-w-0 flex-1 flex-col">
      {criteria.length > 0 && (
        <ul className="min-w-0">
          {criteria.map((criterion, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- they have no other name, and the same text may stand twice
            <li key={place} className="group/line flex min-w-0 items-start gap-2">
              {at === place ? (
                <LineInput
                  name={says.add}
                  hint={says.hint}
                  first={criterion.text}
                  onSave={(text) => text !== criterion.text && change(place, text)}
                  onNext={() => leave(place)}
                  onLeave={(byKey) => (byKey ? leave(place) : setAt(undefined))}
                />
              ) : (
                <Line
                  state={stateOf(criterion, evidence)}
                  text={criterion.text}
                  place={place}
                  onEdit={() => setAt(place)}
                  onRemove={() => {
                    remove(place)
                    leave(Math.min(place, criteria.length - 2))
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {at === criteria.length ? (
        // The next one begins empty.
        <LineInput
          key={criteria.length}
          name={says.add}
          hint={says.hint}
          first=""
          onSave={(text) => text !== '' && add(text)}
          onNext={(text) => (text === '' || criteria.length + 1 >= maxCriteria ? leave(-1) : setAt(criteria.length + 1))}
          onLeave={(byKey) => (byKey ? leave(-1) : setAt(undefined))}
        />
      ) : (
        criteria.length < maxCriteria && (
          <button type="button" data-place={-1} className={emptyValue} aria-label={says.add} onClick={() => setAt(criteria.length)}>
            <Plus aria-hidden="true" size={14} />
            {m.add}
          </button>
        )
      )}
    </span>
  )
}

interface LineProps {
  text: string
  place: number
  state: EvidenceState | undefined
  onEdit: () => void
  onRemove: () => void
}

/** How far the evidence answers it. undefined: there is none. */
function stateOf(criterion: Criterion, evidence: readonly Evidence[]): EvidenceState | undefined {
  const [missing] = missingProof([criterion], evidence)
  return missing ? (missing.instead ?? undefined) : 'valid'
}

function Line({ text, place, state, onEdit, onRemove }: LineProps) {
  return (
    <>
      <span aria-hidden="true" className="mt-[calc(max(26px,var(--tap))/2-3px)] size-1.5 shrink-0 rounded-[2px] border border-line-strong" />
      <button
        type="button"
        data-place={place}
        aria-label={state ? `${says.edit(text)}, ${m.evidence.states[state]}` : says.edit(text)}
        className="min-h-[max(26px,var(--tap))] min-w-0 flex-1 rounded-control py-[calc((max(26px,var(--tap))-20px)/2)] text-start break-words hover:bg-raised"
        onClick={onEdit}
      >
        <bdi>{text}</bdi>{' '}
        {state && (
          <span className="inline-flex align-middle">
            <EvidenceMark state={state} />
          </span>
        )}
      </button>
      <Button
        square
        aria-label={m.remove(text)}
        className="!h-[max(26px,var(--tap))] !w-[max(22px,var(--tap))] opacity-0 group-hover/line:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
        onClick={onRemove}
      >
        <X aria-hidden="true" size={12} />
      </Button>
    </>
  )
}
