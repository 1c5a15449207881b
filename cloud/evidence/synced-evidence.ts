// Evidence as devices bring and read it: signed where it was recorded, checked with the key that comes along.
import { requireMoments } from '../../shared/domain/time/instant.ts'
import type { evidenceSyncContract } from '../../shared/contract/cloud/sync-evidence.ts'
import { maxOfTask } from '../../shared/domain/evidence/recording-rules.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Handlers } from '../../shared/http/mount.ts'
import type { StoredEvidence } from '../../shared/node/shown-evidence.ts'
import { whyNotGenuine } from '../../shared/node/verified-evidence.ts'
import type { SyncedEvidencePage, SyncEvidenceWrite } from '../../shared/schema/cloud/synced-evidence.ts'
import { actorOfChange, requireDevice } from '../attribution.ts'
import type { TeamContext } from '../context.ts'
import type { Journal, Write } from '../journal/journal.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { evidenceStore } from './evidence-store.ts'
import { signingKey } from './signing-key.ts'
import type { Keys } from '../auth/secrets.ts'

export interface SyncedEvidenceDeps {
  journal: Journal
  tasks: Pick<Tasks, 'lock'>
  /** The operator's key, under which the team's is kept. */
  key: Keys
}

const pageSize = 50

/** Inside the write: stores it, with the event by which others hear of it. */
export async function keep(write: Write, stored: StoredEvidence, principal: string): Promise<void> {
  const { id, task_id, kind } = stored
  const arrived = await write.record({ entity: 'evidence', entity_id: id, action: 'created', before: null, after: { task_id, kind } })
  await evidenceStore.insert(write.tx, write.teamId, stored, { principal, arrived })
}

export function createSyncedEvidence({ journal, tasks, key }: SyncedEvidenceDeps) {
  return {
    write: (given: string, brought: SyncEvidenceWrite, ctx: TeamContext): Promise<{ taken: boolean }> => {
      requireDevice(ctx)
      requireMoments(brought, 'created_at')
      const id = given.toLowerCase()
      const wrong = whyNotGenuine({ id, ...brought })
      if (wrong !== undefined) throw new AppError('invalid', `This evidence was not taken: ${wrong}.`)
      return journal.write(ctx, async (write) => {
        const { tx, teamId } = write
        const task_id = await evidenceStore.taskOf(tx, teamId, brought.task_uid.toLowerCase())
        if (task_id === undefined) throw new AppError('not_found', 'Its task does not exist here.')
        await tasks.lock(write, task_id)
        if (await evidenceStore.byId(tx, teamId, id)) return { taken: false }
        if ((await evidenceStore.countOf(tx, teamId, task_id)) >= maxOfTask) return { taken: false }
        const { kind, criterion, text, envelope, public_key, by, created_at } = brought
        const actor = actorOfChange(by, ctx)
        await keep(write.as(actor), { id, task_id, kind, criterion, text, envelope, public_key: envelope && public_key, by: actor, created_at }, ctx.principal)
        return { taken: true }
      })
    },

    /** In the order in which it arrived. */
    read: (after: number, ctx: TeamContext): Promise<SyncedEvidencePage> =>
      journal.write(ctx, async (write) => {
        const { tx, teamId } = write
        const found = await evidenceStore.after(tx, teamId, after, pageSize + 1)
        const page = found.slice(0, pageSize)
        const own = page.some(({ envelope, public_key }) => envelope && public_key === null) ? (await signingKey(write, key)).publicKey.public_key : null
        return {
          evidence: page.map(({ id, task_uid, kind, criterion, text, envelope, public_key, by, created_at }) => {
            return { id, task_uid, kind, criterion, text, envelope, public_key: envelope && (public_key ?? own), by, created_at }
          }),
          last: page.at(-1)?.arrived ?? after,
          more: found.length > pageSize,
        }
      }),
  }
}

export type SyncedEvidence = ReturnType<typeof createSyncedEvidence>

export function evidenceSyncRoutes(evidence: SyncedEvidence): Handlers<typeof evidenceSyncContract, TeamContext> {
  return {
    syncEvidence: ({ params, body }, ctx) => evidence.write(params.uid, body, ctx),
    readSyncEvidence: ({ query }, ctx) => evidence.read(query.after ?? Number.MIN_SAFE_INTEGER, ctx),
  }
}
