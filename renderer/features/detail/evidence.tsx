import { useQuery } from '@tanstack/react-query'
import { evidenceOf } from '../../data/evidence.ts'
import { m } from '../../messages/late.ts'
import { EvidenceList } from '../../ui/evidence-list.tsx'

/** What shows that this task is done; nothing where there is none. */
export function TaskEvidence({ taskId }: { taskId: number }) {
  const { data = [] } = useQuery(evidenceOf(taskId))
  if (data.length === 0) return null
  return (
    <section aria-label={m.evidence.name} className="mt-4">
      <h2 className="text-meta font-medium text-muted">
        {m.evidence.name} <span className="tabular font-normal text-quiet">{data.length}</span>
      </h2>
      <EvidenceList evidence={data} />
    </section>
  )
}
