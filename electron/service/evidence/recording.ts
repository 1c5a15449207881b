// How evidence is recorded: checked, signed, stored, and linked from the criterion that it answers.
import { harmlessRun } from '../../../shared/domain/evidence/harmless-run.ts'
import { answeredBy, criterionOf, endOf, linked, maxOfTask, requireRoom } from '../../../shared/domain/evidence/recording-rules.ts'
import { signedEvidence } from '../../../shared/node/signed-evidence.ts'
import type { NewEvidence } from '../../../shared/schema/work/evidence.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { actorOnly, type Context } from '../context.ts'
import type { EvidenceStore } from './evidence-store.ts'
import type { SigningKey } from './signing-key.ts'

export interface RecordingDeps {
  store: EvidenceStore
  now: () => Date
}

export function createRecording({ store, now }: RecordingDeps) {
  return {
    /** Inside a write. Returns the criteria with what they are answered by; a claim answers nothing, and must not take the place of what does. */
    insert(task: Task, id: string, given: NewEvidence, ctx: Context, by: SigningKey | undefined, at = ''): Task['criteria'] {
      const added = { id, criterion: criterionOf(task, given.criterion, at), created_at: now().toISOString() }
      requireRoom(task.id, store.countOf(task.id))
      const run = given.run && harmlessRun(given.run)
      const envelope = run && by ? signedEvidence(task, given.kind, run, added, ctx.actor, by.privateKey) : null
      if (by) store.keepKey(by.publicKey)
      store.insert({ ...added, task_id: task.id, kind: given.kind, text: given.text ?? null, envelope, public_key: null, by: actorOnly(ctx.actor) })
      if (given.kind === 'ran' && run?.tree) store.see(run.tree.checkout, run.tree.after, endOf(run, now()))
      return envelope ? answeredBy(task.criteria, given.criterion, id) : task.criteria
    },

    /** The criteria, one of them answered by what is signed already; throws what is wrong with that. */
    link(task: Task, id: string, { criterion }: Pick<NewEvidence, 'criterion'>, at: string): Task['criteria'] {
      const found = store.ofTask(task.id, maxOfTask).find((one) => one.id === id)
      return linked(task, id, found, criterion, at)
    },
  }
}
