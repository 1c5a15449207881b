// Evidence as a team shares it: never changed, signed where it was recorded, with the key that comes along.
import type { StoredEvidence } from '../../../shared/node/shown-evidence.ts'
import { whyNotGenuine } from '../../../shared/node/verified-evidence.ts'
import type { SyncedEvidence, SyncEvidenceWrite } from '../../../shared/schema/cloud/synced-evidence.ts'
import type { Journal } from '../journal/journal.ts'
import type { EvidenceStore } from './evidence-store.ts'

export interface SharedEvidenceDeps {
  store: EvidenceStore
  journal: Pick<Journal, 'write'>
  changed: (change: { task_id: number | null }) => void
}

export type SharedEvidence = ReturnType<typeof createSharedEvidence>

const system = { kind: 'system', name: 'Tandem' } as const

export function createSharedEvidence({ store, journal, changed }: SharedEvidenceDeps) {
  const keyFor = ({ envelope, public_key }: StoredEvidence): string | null =>
    envelope && (public_key ?? store.keyOf(envelope.signatures[0]?.keyid ?? '') ?? null)

  return {
    unsent: store.unsent,
    markSent: store.markSent,
    readUpTo: store.readUpTo,
    forget: store.forgetTeam,

    /** As devices read it. */
    told(one: StoredEvidence, task_uid: string): SyncEvidenceWrite {
      const { kind, criterion, text, envelope, by, created_at } = one
      return { task_uid, kind, criterion, text, envelope, public_key: keyFor(one), by, created_at }
    },

    /** What others recorded, up to `last`. What is not genuine is passed over, as is what belongs to no task that is here. */
    take(page: readonly SyncedEvidence[], last: number, taskOf: (uid: string) => number | undefined): void {
      const tasks = new Set<number>()
      journal.write(system, () => {
        for (const one of page) {
          const task_id = taskOf(one.task_uid)
          const isNew = store.byId(one.id) === undefined
          if (isNew && task_id !== undefined && whyNotGenuine(one) === undefined) {
            const { id, kind, criterion, text, envelope, public_key, by, created_at } = one
            store.insert({ id, task_id, kind, criterion, text, envelope, public_key, by, created_at })
            tasks.add(task_id)
          }
          store.markSent(one.id)
        }
        store.keepRead(last)
      })
      for (const task_id of tasks) changed({ task_id })
    },
  }
}
