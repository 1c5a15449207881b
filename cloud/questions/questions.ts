// What agents of a team ask its people about a task. The service has the same of its own list (electron/service/questions/questions.ts).
import { uuidv7 } from 'uuidv7'
import { askedQuestion, requireRoomForQuestion, standsFor } from '../../shared/domain/agents/question-rules.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import type { SyncedQuestion } from '../../shared/schema/cloud/synced-question.ts'
import type { NewQuestion, QuestionState } from '../../shared/schema/work/question.ts'
import type { TeamContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { requireStillHere } from '../events/standing.ts'
import type { Write } from '../journal/journal.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { createDecisions, type DecisionDeps } from './decisions.ts'
import { questionStore, type StoredQuestion } from './question-store.ts'
import { createSyncedQuestions } from './synced-questions.ts'
import type { TellAsked } from './tell-asked.ts'
import { createQuestionWaiters, type WaiterDeps } from './question-waiters.ts'

export interface QuestionDeps extends Pick<DecisionDeps, 'journal' | 'comments' | 'takeBack'>, Omit<WaiterDeps, 'stillOpen'> {
  tasks: Pick<Tasks, 'get' | 'lock'>
  tellAsked: TellAsked
}

export type Questions = ReturnType<typeof createQuestions>

function found(question: StoredQuestion | undefined, id: number): StoredQuestion {
  if (!question) throw new AppError('not_found', `There is no question ${id}.`)
  return question
}

/** As devices read it: with the uids, by which they know both. */
function told({
  uid,
  task_uid,
  asked_by,
  question,
  options,
  state,
  answer,
  comment_uid,
  created_at,
  decided_at,
  decided_by,
  version,
}: StoredQuestion): SyncedQuestion {
  const made = state === 'withdrawn' ? 'open' : state
  return { uid, task_uid, asked_by, question, options, state: made, answer, comment_uid, created_at, decided_at, decided_by, version }
}

export function createQuestions({ journal, comments, tasks, takeBack, tellAsked, ...waiting }: QuestionDeps) {
  const waiters = createQuestionWaiters({
    ...waiting,
    stillOpen: (team, ids) => journal.read(team, (tx) => questionStore.stillOpen(tx, team.id, ids)),
  })

  /** The task before the question, as everywhere: nobody waits for the other in a circle. */
  async function held(write: Write, id: number): Promise<StoredQuestion> {
    const { tx, teamId } = write
    const known = found(await questionStore.byId(tx, teamId, id), id)
    if (known.state !== 'withdrawn') await tasks.lock(write, known.task_id).catch(unlessGone)
    return found(await questionStore.byIdForUpdate(tx, teamId, id), id)
  }

  /** Whoever was shut out while the call waited is told nothing. */
  const requireLogin = (tx: Tx, ctx: TeamContext): Promise<void> => requireStillHere({ tx, teamId: ctx.team.id }, ctx)

  const decisions = createDecisions({ journal, comments, held, takeBack, told })

  const get = async (id: number, ctx: TeamContext): Promise<StoredQuestion> =>
    found(await journal.read(ctx.team, (tx) => questionStore.byId(tx, ctx.team.id, id)), id)

  return {
    list: (state: QuestionState = 'open', ctx: TeamContext): Promise<StoredQuestion[]> =>
      journal.read(ctx.team, (tx) => questionStore.list(tx, ctx.team.id, state)),

    async ofTask(taskId: number, ctx: TeamContext): Promise<StoredQuestion[]> {
      const { uid } = await tasks.get(taskId, ctx)
      return journal.read(ctx.team, (tx) => questionStore.ofTask(tx, ctx.team.id, uid))
    },

    /** How many are open of these tasks, by the id of the task. */
    openByTask: (tx: Tx, teamId: string, taskUids: readonly string[]) => questionStore.openByTask(tx, teamId, taskUids),

    /** The same question of the same run is the one that there is: the answer to the call may have been lost. */
    ask(taskId: number, asked: NewQuestion, ctx: TeamContext): Promise<StoredQuestion> {
      const kept = askedQuestion(asked)
      return journal.write(ctx, async (write) => {
        const { tx, teamId, at } = write
        // Nobody else may ask the same between our look and our insert: the row of the task is ours.
        const { uid: task_uid } = await tasks.lock(write, taskId)
        await write.lock()
        const { actor: asked_by, principal, run = null } = ctx
        const row = { uid: uuidv7(), task_id: taskId, task_uid, asked_by, principal, run, ...kept, created_at: at }
        const known = await questionStore.same(tx, teamId, row)
        if (known && standsFor(known, journal.now())) return known
        requireRoomForQuestion(await questionStore.openCounts(tx, teamId, row), row)
        const id = await questionStore.insert(tx, teamId, row)
        const question = found(await questionStore.byId(tx, teamId, id), id)
        await write.record({ entity: 'question', entity_id: id, action: 'created', before: null, after: { ...told(question) } })
        await tellAsked(write, question, ctx)
        return question
      })
    },

    /** As it stands once it is no longer open, or `seconds` have passed, or nobody waits for it any more. */
    async wait(id: number, seconds: number, ctx: TeamContext): Promise<StoredQuestion> {
      const question = await get(id, ctx)
      if (question.state !== 'open' || seconds === 0) return question
      await waiters.wait(ctx.team.id, id, seconds, ctx.gone())
      return journal.read(ctx.team, async (tx) => {
        const [now] = await Promise.all([questionStore.byId(tx, ctx.team.id, id), requireLogin(tx, ctx)])
        return found(now, id)
      })
    },

    answer: decisions.answer,
    dismiss: decisions.dismiss,
    reopen: decisions.reopen,

    /** As devices bring and read them. */
    synced: createSyncedQuestions({ journal, tasks, decisions, told, tellAsked }),

    waiting: waiters.count,
    stop: waiters.stop,
  }
}

/** Its task was deleted just now: then the question says so itself. */
function unlessGone(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error
}
