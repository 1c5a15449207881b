import { useQuery } from '@tanstack/react-query'
import { missingProof } from '../../../shared/domain/evidence/states.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { evidenceOf } from '../../data/evidence.ts'
import { m } from '../../messages/late.ts'
import { EvidenceList, EvidenceMark } from '../../ui/evidence-list.tsx'

const shown = 5

/** Of a task that an agent calls done: what is missing, and what there is. */
export function MissingEvidence({ task }: { task: Task }) {
  const { data } = useQuery(evidenceOf(task.id))
  if (!data) return null
  const missing = missingProof(task.criteria, data)
  return (
    <div className="mt-1">
      {missing.length > 0 && (
        <div className="flex flex-wrap gap-x-2">
          <span className="text-quiet">{m.evidence.missing}</span>
          <ul className="min-w-0 flex-1 basis-52">
            {missing.map(({ criterion, instead }, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same criterion may stand twice
              <li key={place} className="flex flex-wrap items-baseline gap-x-2">
                <bdi className="min-w-0 break-words">{criterion ?? m.evidence.missingAny}</bdi>
                {instead && <EvidenceMark state={instead} />}
              </li>
            ))}
          </ul>
        </div>
      )}
      {data.length > 0 && (
        <div className="mt-1.5 border-t border-line">
          <EvidenceList evidence={data.slice(0, shown)} />
        </div>
      )}
    </div>
  )
}
