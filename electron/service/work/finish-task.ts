// The end of an agent's work: what it says, where the task stands and the release of its claim, in one transaction and only under its key.
import { createHash } from 'node:crypto'
import { finishText, heldByOther, lostNote, requireKeyOrRun } from '../../../shared/domain/work/finishing.ts'
import { isOfRun } from '../../../shared/domain/work/holding.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { FinishRequest } from '../../../shared/schema/work/work.ts'
import type { Claims } from '../claims/claims.ts'
import type { Elsewhere } from '../claims/elsewhere.ts'
import type { There } from '../claims/team-claims.ts'
import type { Comments } from '../comments/comments.ts'
import type { DoneGate } from '../evidence/done-gate.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { SigningKey } from '../evidence/signing-key.ts'
import type { Journal } from '../journal/journal.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { Asking } from './next-task.ts'

export interface FinishDeps {
  tasks: Pick<Tasks, 'get' | 'update'>
  comments: Pick<Comments, 'create' | 'hasUid'>
  claims: Pick<Claims, 'finish' | 'hasFinished' | 'of'>
  journal: Pick<Journal, 'write'>
  doneGate: Pick<DoneGate, 'note'>
  evidence: Pick<Evidence, 'addAll'>
  elsewhere: Pick<Elsewhere, 'of'>
}

export interface Finished {
  outcome: 'finished' | 'unchanged' | 'lost'
  task: Task
  held_by?: string
  note?: string
}

const digestOf = (asked: FinishRequest) => createHash('sha256').update(finishText(asked)).digest('base64url')

export function createFinishTask({ tasks, comments, claims, doneGate, evidence, elsewhere, journal }: FinishDeps) {
  function lost(id: number, who: Asking): Omit<Finished, 'outcome'> {
    const task = tasks.get(id)
    const own = claims.of(id)
    const claim = own ?? elsewhere.of(id)
    const isOwn = own !== undefined && isOfRun(own, who.actor)
    const note = lostNote({ holder: claim?.holder.name, isOwn, isDone: task.status === 'done' })
    return { task, ...(claim && !isOwn ? { held_by: claim.holder.name } : {}), note }
  }

  /** `by` signs what ran. Evidence comes first: what it proves is done. */
  function write(id: number, { summary, status = 'done', evidence: given = [], comment_uid }: FinishRequest, who: Asking, by?: SigningKey): void {
    const uid = comment_uid?.toLowerCase()
    // The team's stream may have brought it already.
    if (uid === undefined || !comments.hasUid(uid)) comments.create(id, { body: summary }, who, uid)
    const task = tasks.get(id)
    const criteria = evidence.addAll(task, given, who, by)
    tasks.update(id, { status, ...(criteria === task.criteria ? {} : { criteria }) }, who)
  }

  function finish(id: number, given: FinishRequest, who: Asking, by?: SigningKey, there?: There): Finished {
    requireKeyOrRun(given)
    if (there?.outcome === 'lost') return { outcome: 'lost', ...lost(id, who) }
    const asked = there ? { ...given, comment_uid: there.comment_uid } : given
    const outcome = claims.finish(id, who, { key: asked.key, digest: digestOf(asked) }, () => write(id, asked, who, by))
    // It is written there, and arrives by sync what is not written here.
    if (outcome === 'lost' && there?.outcome) return { outcome: there.outcome, task: tasks.get(id) }
    // The cloud cannot be asked, but has written this very call: its stream brought the comment, and with it the claim's end.
    if (outcome === 'lost' && there && comments.hasUid(there.comment_uid.toLowerCase())) return { outcome: 'unchanged', task: tasks.get(id) }
    if (outcome === 'lost') return { outcome, ...lost(id, who) }
    const task = tasks.get(id)
    const note = doneGate.note(asked.status ?? 'done', task)
    return { outcome, task, ...(note === undefined ? {} : { note }) }
  }

  return {
    finish,
    /** What a call under a key comes to that writes nothing, and so needs nobody's agreement; undefined: it would write. */
    settled(id: number, asked: FinishRequest & { key: string }, who: Asking): Finished | undefined {
      const task = tasks.get(id)
      if (claims.of(id)?.key === asked.key) return undefined
      return claims.hasFinished(id, asked.key, digestOf(asked)) ? { outcome: 'unchanged', task } : { outcome: 'lost', ...lost(id, who) }
    },
    /** What a person has agreed to, even if the claim has ended while it waited for that. Throws `conflict` where somebody else has the task by now. */
    approved(id: number, asked: FinishRequest, who: Asking): Finished {
      const accepted = { ...who, isAccepted: true }
      const { outcome, task } = finish(id, asked, accepted)
      if (outcome !== 'lost') return { outcome, task }
      const claim = claims.of(id)
      if (claim && !isOfRun(claim, who.actor)) throw heldByOther(claim.holder.name, id)
      journal.write(who.actor, () => write(id, asked, accepted))
      return { outcome: 'finished', task: tasks.get(id) }
    },
  }
}
