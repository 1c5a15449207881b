// The end of an agent's work in a team: what it says, where the task stands, evidence and the release of its claim, in one transaction and only under
// its key.
import { createHash } from 'node:crypto'
import { finishText, heldByOther, lostNote, requireKeyOrRun } from '../../shared/domain/work/finishing.ts'
import { isOfRun } from '../../shared/domain/work/holding.ts'
import { goPastDailyEvents } from '../quotas/past-quotas.ts'
import type { Task } from '../../shared/schema/task.ts'
import type { FinishRequest } from '../../shared/schema/work/work.ts'
import { type Claims, writerOf } from '../claims/claims.ts'
import type { Comments } from '../comments/comments.ts'
import type { TeamContext } from '../context.ts'
import type { DoneGate } from '../evidence/done-gate.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Journal, Write } from '../journal/journal.ts'
import type { Tasks } from '../tasks/tasks.ts'

export interface FinishDeps {
  journal: Journal
  tasks: Pick<Tasks, 'lock' | 'update' | 'get'>
  comments: Pick<Comments, 'create'>
  claims: Pick<Claims, 'finish' | 'heldIn' | 'hasFinished'>
  evidence: Pick<Evidence, 'addAll'>
  doneGate: Pick<DoneGate, 'note'>
}

export interface Finished {
  outcome: 'finished' | 'unchanged' | 'lost'
  task: Task
  held_by?: string
  note?: string
}

const digestOf = (asked: FinishRequest) => createHash('sha256').update(finishText(asked)).digest('base64url')

export function createFinishTask({ journal, tasks, comments, claims, evidence, doneGate }: FinishDeps) {
  async function lost({ tx, teamId }: Pick<Write, 'tx' | 'teamId'>, task: Task, ctx: TeamContext): Promise<Finished> {
    const claim = await claims.heldIn(tx, teamId, task.id)
    const isOwn = claim !== undefined && isOfRun(claim, writerOf(ctx))
    const note = lostNote({ holder: claim?.holder.name, isOwn, isDone: task.status === 'done' })
    return { outcome: 'lost', task, ...(claim && !isOwn ? { held_by: claim.holder.name } : {}), note }
  }

  /** Inside the write, the task locked. Evidence comes first: what it proves is done. */
  async function act(write: Write, task: Task, asked: FinishRequest, ctx: TeamContext): Promise<Task> {
    const { summary, status = 'done', evidence: brought = [], comment_uid } = asked
    // Past a limit of the team work can still be finished, with what is said about it: it adds no tasks.
    if (status === 'done') await goPastDailyEvents(write.tx)
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
      if (outcome === 'lost') return lost(write, task, ctx)
      const note = await doneGate.note(write.tx, write.teamId, asked.status ?? 'done', after)
      return { outcome, task: after, ...(note === undefined ? {} : { note }) }
    })
  }

  return {
    finish,

    /**
     * The key of the present claim, if the call is its holder's: by that key, or by its run. undefined: the call would write nothing. Throws `invalid`
     * where it shows neither.
     */
    async presentKey(id: number, asked: FinishRequest, ctx: TeamContext): Promise<string | undefined> {
      requireKeyOrRun(asked)
      const claim = await journal.read(ctx.team, (tx) => claims.heldIn(tx, ctx.team.id, id))
      const isTheirs = claim && (asked.key === undefined ? isOfRun(claim, writerOf(ctx)) : asked.key === claim.key)
      return isTheirs ? claim.key : undefined
    },

    /** What a call under a key comes to that writes nothing, and so needs nobody's agreement; undefined: it would write. */
    async settled(id: number, asked: FinishRequest & { key: string }, ctx: TeamContext): Promise<Finished | undefined> {
      const task = await tasks.get(id, ctx)
      const { id: teamId } = ctx.team
      const called = { key: asked.key, digest: digestOf(asked) }
      const [claim, isRepeated] = await journal.read(ctx.team, (tx) => Promise.all([claims.heldIn(tx, teamId, id), claims.hasFinished(tx, teamId, id, called)]))
      if (claim?.key === asked.key) return undefined
      return isRepeated ? { outcome: 'unchanged', task } : journal.read(ctx.team, (tx) => lost({ tx, teamId }, task, ctx))
    },

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
