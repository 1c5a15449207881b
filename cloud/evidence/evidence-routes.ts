import type { cloudEvidenceContract } from '../../shared/contract/cloud/cloud.ts'
import { Answer, type Handlers } from '../../shared/http/mount.ts'
import type { TeamContext } from '../context.ts'
import type { Evidence } from './evidence.ts'

export function evidenceRoutes(evidence: Evidence): Handlers<typeof cloudEvidenceContract, TeamContext> {
  return {
    listEvidence: ({ params }, ctx) => evidence.list(params.id, ctx),
    async addEvidence({ params, body }, ctx) {
      const { evidence: added, isNew } = await evidence.add(params.id, body, ctx)
      return isNew ? added : new Answer(added, { status: 200 })
    },
    getEvidenceKey: (_input, ctx) => evidence.publicKey(ctx),
    getEvidence: async ({ params }, ctx) =>
      new Answer(await evidence.envelope(params.id, ctx), {
        headers: { 'Content-Disposition': `attachment; filename="evidence-${params.id.toLowerCase()}.intoto.json"` },
      }),
    seeTree: ({ body }, ctx) => evidence.see(body, ctx),
  }
}
