// Evidence that a task is done: recorded once, signed, never changed. What it is worth now is asked each time (shared/domain/evidence/states.ts).
import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import { harmlessRun } from '../../../shared/domain/evidence/harmless-run.ts'
import { readStatement, runOf, statementOf } from '../../../shared/domain/evidence/statement.ts'
import { type Missing, missingProof, statesOf } from '../../../shared/domain/evidence/states.ts'
import { sealed } from '../../../shared/node/envelope.ts'
import type { CommandRun, Envelope, Evidence as EvidenceReply, EvidenceKey, NewEvidence, SeenTree } from '../../../shared/schema/work/evidence.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { actorOnly, type Context } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { EvidenceStore, StoredEvidence } from './evidence-store.ts'
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
const maxOfTask = 1000

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function runIn(envelope: Envelope | null): CommandRun | undefined {
  const statement = envelope && readStatement(JSON.parse(Buffer.from(envelope.payload, 'base64').toString()))
  return statement ? runOf(statement) : undefined
}

/** When it had ended: what was seen of its tree. */
const endOf = ({ started_at, duration_ms }: CommandRun, now: Date): string =>
  new Date(Math.min(Date.parse(started_at) + duration_ms, now.getTime())).toISOString()

/** Throws what is wrong with it, in words that say what to send instead. */
function requireWhole({ kind, run, text }: NewEvidence): void {
  if (kind === 'claimed') {
    if (text === undefined) throw invalidField('/text', 'text must be given with the kind claimed: what is claimed')
    if (run !== undefined) throw invalidField('/run', 'run must be left out with the kind claimed; what ran is recorded by `tandem prove`')
    return
  }
  if (run === undefined) throw invalidField('/run', `run must be given with the kind ${kind}: the command, how it ended, and the tree it ran on`)
  if (text !== undefined) throw invalidField('/text', `text must be left out with the kind ${kind}; only a claim has one`)
  if (run.exit_code === null && run.signal === undefined && run.timed_out !== true)
    throw invalidField('/run/exit_code', 'exit_code must be a number where no signal ended the command and it did not time out')
}

function criterionOf({ criteria, id }: Task, place: number | undefined): string | null {
  if (place === undefined) return null
  const criterion = criteria[place - 1]
  if (criterion) return criterion.text
  throw invalidField(
    '/criterion',
    criteria.length === 0
      ? `criterion must be left out: task ${id} has no criteria`
      : `criterion must be from 1 to ${criteria.length}, the criteria of task ${id}; got ${place}`,
  )
}

/** Evidence as it is answered, with what it is worth now. */
function shownWith(store: EvidenceStore, stored: readonly StoredEvidence[]): EvidenceReply[] {
  const read = stored.map((one) => ({ ...one, run: runIn(one.envelope) }))
  const states = statesOf(read, store.treeOf)
  return read.map(({ envelope, run, ...one }, place) => ({
    ...one,
    state: states[place] as EvidenceReply['state'],
    ...(run ? { run } : {}),
    key_id: envelope?.signatures[0]?.keyid ?? null,
  }))
}

type Added = Pick<StoredEvidence, 'id' | 'criterion' | 'created_at'>

function signed(task: Task, kind: NewEvidence['kind'], run: CommandRun, { id, criterion, created_at }: Added, { actor }: Context, key: SigningKey): Envelope {
  const context = {
    evidence_id: id,
    kind: kind as 'ran' | 'ci',
    task_uid: task.uid,
    task_title: task.title,
    criterion,
    by: { ...actorOnly(actor), ...(actor.run === undefined ? {} : { run: actor.run }) },
    recorded_at: created_at,
  }
  return sealed(statementOf(run, context, sha256), key.privateKey)
}

export function createEvidence({ store, tasks, journal, key, now, changed }: EvidenceDeps) {
  const list = (taskId: number): EvidenceReply[] => shownWith(store, store.ofTask(tasks.get(taskId).id, maxListed))

  function recorded(id: string, taskId: number): EvidenceReply {
    const found = list(taskId).find((one) => one.id === id)
    if (found) return found
    throw new AppError('conflict', `Evidence ${id} exists already, and is not among the newest ${maxListed} of task ${taskId}. Send it with another id.`)
  }

  /** Inside a write. A criterion that it answers is linked; a claim answers nothing, and must not take the place of what does. */
  function insert(task: Task, id: string, given: NewEvidence, ctx: Context, by: SigningKey | undefined): void {
    const added = { id, criterion: criterionOf(task, given.criterion), created_at: now().toISOString() }
    if (store.countOf(task.id) >= maxOfTask)
      throw new AppError('conflict', `Task ${task.id} has ${maxOfTask} pieces of evidence, the most it can have. Nothing was recorded.`)
    const run = given.run && harmlessRun(given.run)
    const envelope = run && by ? signed(task, given.kind, run, added, ctx, by) : null
    if (by) store.keepKey(by.publicKey)
    store.insert({ ...added, task_id: task.id, kind: given.kind, text: given.text ?? null, envelope, by: actorOnly(ctx.actor) })
    if (given.kind === 'ran' && run?.tree) store.see(run.tree.checkout, run.tree.after, endOf(run, now()))
    if (!envelope || given.criterion === undefined) return
    const criteria = task.criteria.map((one, place) => (place + 1 === given.criterion ? { ...one, evidence_id: id } : one))
    tasks.update(task.id, { criteria }, { actor: ctx.actor })
  }

  return {
    list,

    /** What is needed before evidence is added: none where it is only claimed. */
    keyFor: async ({ kind }: Pick<NewEvidence, 'kind'>): Promise<SigningKey | undefined> => (kind === 'claimed' ? undefined : key()),

    /** The same id again is the same evidence. */
    add(taskId: number, given: NewEvidence, ctx: Context, by: SigningKey | undefined): { evidence: EvidenceReply; isNew: boolean } {
      requireWhole(given)
      return journal.write(ctx.actor, () => {
        const task = tasks.get(taskId)
        const id = given.id?.toLowerCase() ?? uuidv7()
        if (store.byId(id)) return { evidence: recorded(id, taskId), isNew: false }
        insert(task, id, given, ctx, by)
        changed({ task_id: taskId })
        return { evidence: recorded(id, taskId), isNew: true }
      })
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
      return { ...current, former }

      function isCurrent({ key_id }: { key_id: string }): boolean {
        return key_id === publicKey.key_id
      }
    },

    see({ checkout, tree }: SeenTree, ctx: Context): void {
      if (store.treeOf(checkout) === tree) return
      journal.write(ctx.actor, () => store.see(checkout, tree, now().toISOString()))
      changed({ task_id: null })
    },

    /** What a task lacks to be proven; nothing: it is. */
    missing: ({ id, criteria }: Pick<Task, 'id' | 'criteria'>): Missing[] => missingProof(criteria, shownWith(store, store.ofTask(id, maxListed))),
  }
}
