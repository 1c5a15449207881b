// Evidence that a team's task is done: recorded once, signed with the team's key, never changed. The service has the same of its own
// (electron/service/evidence); what is whole, and what it is worth now, is decided by the same rules.
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import { harmlessRun } from '../../shared/domain/evidence/harmless-run.ts'
import { answeredBy, criterionOf, endOf, linked, requireRoom, requireWhole } from '../../shared/domain/evidence/recording-rules.ts'
import { type Missing, missingProof } from '../../shared/domain/evidence/states.ts'
import { signedEvidence } from '../../shared/node/signed-evidence.ts'
import { keysOfTeam, runIn, shownEvidence } from '../../shared/node/shown-evidence.ts'
import type { Envelope, Evidence as EvidenceReply, EvidenceKey, NewEvidence, SeenTree } from '../../shared/schema/work/evidence.ts'
import type { Task } from '../../shared/schema/task.ts'
import { writerOf } from '../claims/claims.ts'
import type { TeamContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Journal, Write } from '../journal/journal.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { evidenceStore } from './evidence-store.ts'
import { createSyncedEvidence, keep } from './synced-evidence.ts'
import { signingKey } from './signing-key.ts'
import type { Keys } from '../auth/secrets.ts'

export type Evidence = ReturnType<typeof createEvidence>

export interface EvidenceDeps {
  journal: Journal
  tasks: Pick<Tasks, 'require' | 'lock' | 'update'>
  key: Keys
}

const maxListed = 200

/** What ran is believed of programs that were given a token; a person in a browser runs nothing. */
function requireProgram({ kind }: Pick<NewEvidence, 'kind'>, { caller }: TeamContext): void {
  if (kind !== 'claimed' && caller?.kind !== 'token')
    throw new AppError('forbidden', 'What ran is taken from API tokens only: send it with one of the team, or as kind claimed.')
}

async function list(tx: Tx, team: string, taskId: number): Promise<EvidenceReply[]> {
  const stored = await evidenceStore.ofTask(tx, team, taskId, maxListed)
  const checkouts = [...new Set(stored.flatMap(({ envelope }) => runIn(envelope)?.tree?.checkout ?? []))]
  const trees = new Map(checkouts.length === 0 ? [] : (await evidenceStore.treesOf(tx, team, checkouts)).map(({ checkout, tree }) => [checkout, tree]))
  return shownEvidence(stored, (checkout) => trees.get(checkout))
}

export function createEvidence({ journal, tasks, key }: EvidenceDeps) {
  /** The task is locked. Returns the criteria with what they are answered by; a claim answers nothing, and must not take the place of what does. */
  async function insert(write: Write, task: Task, id: string, given: NewEvidence, ctx: TeamContext, at = ''): Promise<Task['criteria']> {
    const { tx, teamId } = write
    const added = { id, criterion: criterionOf(task, given.criterion, at), created_at: write.at }
    requireRoom(task.id, await evidenceStore.countOf(tx, teamId, task.id))
    const run = given.run && harmlessRun(given.run)
    const envelope = run ? signedEvidence(task, given.kind, run, added, writerOf(ctx), (await signingKey(write, key)).privateKey) : null
    await keep(write, { ...added, task_id: task.id, kind: given.kind, text: given.text ?? null, envelope, public_key: null, by: ctx.actor }, ctx.principal)
    if (given.kind === 'ran' && run?.tree) await evidenceStore.see(tx, teamId, run.tree.checkout, run.tree.after, endOf(run, journal.now()))
    return envelope ? answeredBy(task.criteria, given.criterion, id) : task.criteria
  }

  async function recorded(tx: Tx, team: string, id: string, taskId: number): Promise<EvidenceReply> {
    const found = (await list(tx, team, taskId)).find((one) => one.id === id)
    if (found) return found
    throw new AppError('conflict', `Evidence ${id} exists already, and is not among the newest ${maxListed} of task ${taskId}. Send it with another id.`)
  }

  return {
    list: (taskId: number, ctx: TeamContext): Promise<EvidenceReply[]> =>
      journal.write(ctx, async ({ tx, teamId }) => {
        await tasks.require(tx, teamId, taskId)
        return list(tx, teamId, taskId)
      }),

    /** The same id again is the same evidence. */
    add: (taskId: number, given: NewEvidence, ctx: TeamContext): Promise<{ evidence: EvidenceReply; isNew: boolean }> => {
      requireProgram(given, ctx)
      requireWhole(given, journal.now())
      return journal.write(ctx, async (write) => {
        const { tx, teamId } = write
        const task = await tasks.lock(write, taskId)
        const id = given.id?.toLowerCase() ?? uuidv7()
        if (await evidenceStore.byId(tx, teamId, id)) return { evidence: await recorded(tx, teamId, id, taskId), isNew: false }
        const criteria = await insert(write, task, id, given, ctx)
        if (criteria !== task.criteria) await tasks.update(taskId, { criteria }, { ...ctx, write, ifMatch: undefined })
        return { evidence: await recorded(tx, teamId, id, taskId), isNew: true }
      })
    },

    /** Inside the write of a finish: records what is new and looks up what is signed already. Returns the criteria with what answers them. */
    async addAll(write: Write, task: Task, given: readonly NewEvidence[], ctx: TeamContext): Promise<Task['criteria']> {
      const { tx, teamId } = write
      let { criteria } = task
      for (const [place, one] of given.entries()) {
        const at = `/evidence/${place}`
        const asItIs = { ...task, criteria }
        const id = one.id?.toLowerCase()
        if (id !== undefined && one.run === undefined && one.kind !== 'claimed') {
          const found = await evidenceStore.byId(tx, teamId, id)
          criteria = linked(asItIs, id, found?.task_id === task.id ? found : undefined, one.criterion, at)
          continue
        }
        requireProgram(one, ctx)
        requireWhole(one, journal.now(), at)
        if (id === undefined || !(await evidenceStore.byId(tx, teamId, id))) criteria = await insert(write, asItIs, id ?? uuidv7(), one, ctx, at)
        else await recorded(tx, teamId, id, task.id)
      }
      return criteria
    },

    /** Inside a transaction: what a task lacks to be proven. */
    missing: async (tx: Tx, team: string, { id, criteria }: Pick<Task, 'id' | 'criteria'>): Promise<Missing[]> =>
      missingProof(criteria, await list(tx, team, id)),

    /** As a file. */
    async envelope(id: string, ctx: TeamContext): Promise<Envelope> {
      const found = await journal.read(ctx.team, (tx) => evidenceStore.byId(tx, ctx.team.id, id.toLowerCase()))
      if (!found) throw new AppError('not_found', `There is no evidence ${id}.`)
      if (!found.envelope) throw new AppError('not_found', `Evidence ${id} is a claim: nothing was run, so nothing is signed.`)
      return found.envelope
    },

    publicKey: (ctx: TeamContext): Promise<EvidenceKey> =>
      journal.write(ctx, async (write) => {
        const { publicKey } = await signingKey(write, key)
        return { ...publicKey, algorithm: 'Ed25519' as const, former: [], team: keysOfTeam(await evidenceStore.foreignKeys(write.tx, write.teamId)) }
      }),

    see({ checkout, tree }: SeenTree, ctx: TeamContext): Promise<void> {
      requireProgram({ kind: 'ran' }, ctx)
      return journal.write(ctx, async ({ tx, teamId, at }) => void (await evidenceStore.see(tx, teamId, checkout, tree, at)))
    },

    /** As devices bring and read it. */
    synced: createSyncedEvidence({ journal, tasks, key }),

    removeOfTask: async ({ tx, teamId }: Write, taskId: number): Promise<void> => void (await evidenceStore.removeOfTask(tx, teamId, taskId)),
  }
}
