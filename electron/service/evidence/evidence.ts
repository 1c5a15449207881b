// Evidence that a task is done: recorded once, signed, never changed. What it is worth now is asked each time (shared/domain/evidence/states.ts).
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../../shared/domain/app-error.ts'
import { requireWhole } from '../../../shared/domain/evidence/recording-rules.ts'
import { type Missing, missingProof } from '../../../shared/domain/evidence/states.ts'
import { keysOfTeam, shownEvidence } from '../../../shared/node/shown-evidence.ts'
import type { Envelope, Evidence as EvidenceReply, EvidenceKey, NewEvidence, SeenTree } from '../../../shared/schema/work/evidence.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Context } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { EvidenceStore } from './evidence-store.ts'
import { createRecording } from './recording.ts'
import { createSharedEvidence } from './shared-evidence.ts'
import type { SigningKey } from './signing-key.ts'

export type Evidence = ReturnType<typeof createEvidence>

export interface EvidenceDeps {
  store: EvidenceStore
  tasks: Pick<Tasks, 'get' | 'update'>
  journal: Journal
  key: () => Promise<SigningKey>
  now: () => Date
  /** What evidence there is has changed: of a task, or (null) of whatever was run in a working copy. */
  changed: (change: { task_id: number | null }) => void
}

const maxListed = 200

export function createEvidence({ store, tasks, journal, key, now, changed }: EvidenceDeps) {
  const { insert, link } = createRecording({ store, now })
  const list = (taskId: number): EvidenceReply[] => shownEvidence(store.ofTask(tasks.get(taskId).id, maxListed), store.treeOf)

  function recorded(id: string, taskId: number): EvidenceReply {
    const found = list(taskId).find((one) => one.id === id)
    if (found) return found
    throw new AppError('conflict', `Evidence ${id} exists already, and is not among the newest ${maxListed} of task ${taskId}. Send it with another id.`)
  }

  /** A criterion that is answered names what answers it. */
  const linkIn = (task: Task, criteria: Task['criteria'], ctx: Context) =>
    criteria === task.criteria ? task : tasks.update(task.id, { criteria }, { actor: ctx.actor })

  return {
    list,

    /** What is needed before evidence is added: none where it is only claimed. */
    keyFor: async ({ kind }: Pick<NewEvidence, 'kind'>): Promise<SigningKey | undefined> => (kind === 'claimed' ? undefined : key()),

    /** The same id again is the same evidence. */
    add(taskId: number, given: NewEvidence, ctx: Context, by: SigningKey | undefined): { evidence: EvidenceReply; isNew: boolean } {
      requireWhole(given, now())
      return journal.write(ctx.actor, () => {
        const task = tasks.get(taskId)
        const id = given.id?.toLowerCase() ?? uuidv7()
        if (store.byId(id)) return { evidence: recorded(id, taskId), isNew: false }
        linkIn(task, insert(task, id, given, ctx, by), ctx)
        changed({ task_id: taskId })
        return { evidence: recorded(id, taskId), isNew: true }
      })
    },

    /** The key for what a finish brings; none where it runs nothing new. */
    keyForAll: async (given: readonly NewEvidence[]): Promise<SigningKey | undefined> => (given.some(({ run }) => run !== undefined) ? key() : undefined),

    /**
     * Inside the write of a finish: records what is new and looks up what is signed already. Returns the criteria with what answers them, which that
     * write stores.
     */
    addAll(task: Task, given: readonly NewEvidence[], ctx: Context, by: SigningKey | undefined): Task['criteria'] {
      const criteria = given.reduce((now, one, place) => addOne({ ...task, criteria: now }, one, `/evidence/${place}`), task.criteria)
      if (given.length > 0) changed({ task_id: task.id })
      return criteria

      function addOne(asItIs: Task, one: NewEvidence, at: string): Task['criteria'] {
        const id = one.id?.toLowerCase()
        const isNamed = id !== undefined && one.run === undefined && one.kind !== 'claimed'
        if (isNamed) return link(asItIs, id, one, at)
        requireWhole(one, now(), at)
        if (id === undefined || !store.byId(id)) return insert(asItIs, id ?? uuidv7(), one, ctx, by, at)
        recorded(id, task.id)
        return asItIs.criteria
      }
    },

    /** As a file. */
    envelope(id: string): Envelope {
      const found = store.byId(id.toLowerCase())
      if (!found) throw new AppError('not_found', `There is no evidence ${id}.`)
      if (!found.envelope) throw new AppError('not_found', `Evidence ${id} is a claim: nothing was run, so nothing is signed.`)
      return found.envelope
    },

    async publicKey(): Promise<EvidenceKey> {
      const { publicKey } = await key()
      store.keepKey(publicKey)
      const keys = store.keys().map((one) => ({ ...one, algorithm: 'Ed25519' as const }))
      const [[current], former] = [keys.filter(isCurrent), keys.filter((one) => !isCurrent(one))]
      if (!current) throw new Error('the public key was not kept')
      return { ...current, former, team: keysOfTeam(store.foreignKeys()) }

      function isCurrent({ key_id }: { key_id: string }): boolean {
        return key_id === publicKey.key_id
      }
    },

    /** As the team shares it. */
    shared: createSharedEvidence({ store, journal, changed }),

    see({ checkout, tree }: SeenTree, ctx: Context): void {
      if (store.treeOf(checkout) === tree) return
      journal.write(ctx.actor, () => store.see(checkout, tree, now().toISOString()))
      changed({ task_id: null })
    },

    /** What a task lacks to be proven; nothing: it is. */
    missing: ({ id, criteria }: Pick<Task, 'id' | 'criteria'>): Missing[] => missingProof(criteria, shownEvidence(store.ofTask(id, maxListed), store.treeOf)),
  }
}
