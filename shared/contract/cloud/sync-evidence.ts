import { Type } from 'typebox'
import { SyncedEvidencePage, SyncEvidenceWrite } from '../../schema/cloud/synced-evidence.ts'
import { object } from '../../schema/field.ts'
import { EvidenceId } from '../../schema/work/evidence.ts'
import { defineContract } from '../route.ts'

const tag = 'Sync'

/** For desktops: what ran there is evidence for the whole team, and the other way round. */
export const evidenceSyncContract = defineContract({
  syncEvidence: {
    method: 'PUT',
    needs: 'bring',
    path: '/sync/evidence/:uid',
    tag,
    summary: 'Bring evidence with the key that signed it, as often as you like; 400 where the signature is not of that key, or was made for something else',
    params: object('SyncEvidenceParams', { uid: EvidenceId }),
    body: SyncEvidenceWrite,
    reply: object('SyncEvidenceTaken', { taken: Type.Boolean({ description: 'false: it was here already.' }) }),
    status: 200,
  },
  readSyncEvidence: {
    method: 'GET',
    path: '/sync/evidence',
    tag,
    summary: 'Evidence in the order in which it arrived; GET /events/stream tells of more (evidence.created)',
    query: object('SyncEvidenceQuery', {
      after: Type.Optional(
        Type.Integer({
          minimum: Number.MIN_SAFE_INTEGER,
          maximum: Number.MAX_SAFE_INTEGER,
          description: '`last` of the page before; left out: from the beginning.',
        }),
      ),
    }),
    reply: SyncedEvidencePage,
    status: 200,
  },
})
