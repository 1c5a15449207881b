// The end of an agent's work in a team: what it says, where the task stands, evidence and the release of its claim, in one transaction and only under
// its key.
import { createHash } from 'node:crypto'
import { finishText, heldByOther, lostNote, requireKeyOrRun } from '../../shared/domain/work/finishing.ts'
import { isOfRun } from '../../shared/domain/work/holding.ts'
import type { Task } from '../../shared/schema/task.ts'
import type { FinishRequest } from '../../shared/schema/work/work.ts'
import { type Claims, writerOf } from '../claims/claims.ts'
import type { Comments } from '../comments/comments.ts'
import type { TeamContext } from '../context.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Journal, Write } from '../journal/journal.ts'
import type { Tasks } from '../tasks/tasks.ts'

export interface FinishDeps {
  journal: Journal
  tasks: Pick<Tasks, 'lock' | 'update'>
  comments: Pick<Comments, 'create'>
  claims: Pick<Claims, 'finish' | 'heldIn'>
  evidence: Pick<Evidence, 'addAll'>
}

export interface Finished {
  outcome: 'finished' | 'unchanged' | 'lost'
  task: Task
  held_by?: string
  note?: string
}

const digestOf = (asked: FinishRequest) => createHash('sha256').update(finishText(asked)).digest('base64url')

export function createFinishTask({ journal, tasks, comments, claims, evidence }: FinishDeps) {
  async function lost({ tx, teamId }: Write, task: Task, ctx: TeamContext): Promise<Finished> {
    const claim = await claims.heldIn(tx, teamId, task.id)
    const isOwn = claim !== undefined && isOfRun(claim, writerOf(ctx))
    const note = lostNote({ holder: claim?.holder.name, isOwn, isDone: task.status === 'done' })
    return { outcome: 'lost', task, ...(claim && !isOwn ? { held_by: claim.holder.name } : {}), note }
  }

  /** Inside the write, the task locked. Evidence comes first: what it proves is done. */
  async function act(write: Write, task: Task, asked: FinishRequest, ctx: TeamContext): Promise<Task> {
    const { summary, status = 'done', evidence: brought = [], comment_uid } = asked
    await comments.create(task.id, { body: summary }, ctx, comment_uid === undefined ? {} : { uid: comment_uid.toLowerCase() })
    const criteria = await evidence.addAll(write, task, brought, ctx)
    return tasks.update(task.id, { status, ...(criteria === task.criteria ? {} : { criteria }) }, ctx)
  }

  async function finish(id: number, asked: FinishRequest, given: TeamContext): Promise<Finished> {
    requireKeyOrRun(asked)
    return journal.write(given, async (write) => {
      const ctx = { ...given, write, ifMatch: undefined }
      const task = await tasks.lock(write, id)
      let after = task
      const outcome = await claims.finish(write, id, ctx, { key: asked.key, digest: digestOf(asked) }, async () => {
        after = await act(write, task, asked, ctx)
      })
      return outcome === 'lost' ? lost(write, task, ctx) : { outcome, task: after }
    })
  }

  return {
    finish,

    /**
     * Inside a write: what a person has agreed to, even if the claim has ended while it waited for that. `comment_uid`: what was said has it, wherever
     * the same is carried out. Throws `conflict` where somebody else has the task by now.
     */
    async approved(id: number, given: FinishRequest, comment_uid: string, ctx: TeamContext & { write: Write }): Promise<Finished> {
      const asked = { ...given, comment_uid }
      const { write } = ctx
      const finished = await finish(id, asked, ctx)
      if (finished.outcome !== 'lost') return finished
      const claim = await claims.heldIn(write.tx, write.teamId, id)
      if (claim && !isOfRun(claim, writerOf(ctx))) throw heldByOther(claim.holder.name, id)
      return { outcome: 'finished', task: await act(write, finished.task, asked, ctx) }
    },
  }
}

export type FinishTask = ReturnType<typeof createFinishTask>
