import type { evidenceContract } from '../../../shared/contract/work/evidence.ts'
import { Answer, type Handlers, prepared } from '../../../shared/http/mount.ts'
import type { HttpContext } from '../context.ts'
import type { Evidence } from './evidence.ts'

export function evidenceRoutes(evidence: Evidence): Handlers<typeof evidenceContract, HttpContext> {
  return {
    listEvidence: ({ params }) => evidence.list(params.id),
    addEvidence: prepared({
      prepare: ({ body }) => evidence.keyFor(body),
      handle({ params, body }, ctx, key) {
        const { evidence: added, isNew } = evidence.add(params.id, body, ctx, key)
        return isNew ? added : new Answer(added, { status: 200 })
      },
    }),
    getEvidenceKey: () => evidence.publicKey(),
    getEvidence: ({ params }) =>
      new Answer(evidence.envelope(params.id), {
        headers: { 'Content-Disposition': `attachment; filename="evidence-${params.id.toLowerCase()}.intoto.json"` },
      }),
    seeTree: ({ body }, ctx) => evidence.see(body, ctx),
  }
}
