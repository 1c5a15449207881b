// What agents ask a person about a task. The first answer stands; it and the comment that keeps it commit together. A question is no content,
// so it is not in the journal itself: whether it is open follows from its task and from that comment, also after an undo.
import { uuidv7 } from 'uuidv7'
import { askedQuestion, requireRoomForQuestion, standsFor } from '../../../shared/domain/agents/question-rules.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { NewQuestion, Question, QuestionState } from '../../../shared/schema/work/question.ts'
import { actorOnly, type Context } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { StoredQuestion } from './question-store.ts'
import { createDecisions, type DecisionDeps } from './decisions.ts'
import { createSharedQuestions } from './shared-questions.ts'
import { createWaiters } from './waiters.ts'

export interface QuestionDeps extends Pick<DecisionDeps, 'store' | 'now' | 'comment' | 'undo'> {
  journal: Journal
  requireTask: (id: number) => unknown
  /** Called after each change. */
  changed: (question: Question) => void
}

export type Questions = ReturnType<typeof createQuestions>

export function createQuestions({ store, journal, now, requireTask, comment, undo, changed }: QuestionDeps) {
  const waiters = createWaiters()
  let open = store.open()

  function existing(id: number): StoredQuestion {
    const question = store.byId(id)
    if (!question) throw new AppError('not_found', `There is no question ${id}.`)
    return question
  }

  /** Whoever waits is told once the change is stored for good. */
  function refresh(): void {
    const before = open
    open = store.open()
    const ids = new Set([...before.keys()].filter((id) => !open.has(id)).concat([...open.keys()].filter((id) => !before.has(id))))
    for (const id of ids) {
      const question = existing(id)
      if (question.state !== 'open') waiters.wake(id)
      changed(question)
    }
  }

  const stopFollowing = journal.onCommit(
    refresh,
    ({ entity, action, undo_of }) =>
      (entity === 'task' && (action === 'deleted' || (action === 'created' && undo_of != null))) || (entity === 'comment' && undo_of != null),
  )

  /** One transaction; then everybody is told. */
  function write<T>(ctx: Context, change: () => T): T {
    const result = journal.write(ctx.actor, change)
    refresh()
    return result
  }

  return {
    get: existing,
    list: (state: QuestionState = 'open'): Question[] => store.list(state),

    ofTask(taskId: number): Question[] {
      requireTask(taskId)
      return store.ofTask(taskId)
    },

    /** How many are open, by task: kept, so that a list of tasks costs nothing more. */
    openByTask(): ReadonlyMap<number, number> {
      const counts = new Map<number, number>()
      for (const task of open.values()) counts.set(task, (counts.get(task) ?? 0) + 1)
      return counts
    },

    /** The same question of the same run is the one that there is: the answer to the call may have been lost. */
    ask(taskId: number, asked: NewQuestion, ctx: Context): Question {
      const kept = askedQuestion(asked)
      return write(ctx, () => {
        requireTask(taskId)
        const row = { task_id: taskId, asked_by: actorOnly(ctx.actor), run: ctx.actor.run ?? null, ...kept }
        const known = store.same(row)
        if (known && standsFor(known, now())) return known
        requireRoomForQuestion({ ofTask: [...open.values()].filter((task) => task === taskId).length, ofAsker: store.openOf(ctx.actor) }, row)
        return existing(store.insert({ ...row, uid: uuidv7(), created_at: now().toISOString() }))
      })
    },

    /** As it stands once it is no longer open, or `seconds` have passed, or nobody waits for it any more. */
    async wait(id: number, seconds: number, signal?: AbortSignal): Promise<Question> {
      if (existing(id).state === 'open') await waiters.wait(id, seconds, signal)
      return existing(id)
    },

    /** As the team shares them. */
    shared: createSharedQuestions({ store, refresh, changed: (id) => changed(existing(id)) }),

    ...createDecisions({ store, journal, now, comment, undo, existing, write }),

    /** Before the service ends: whoever waits is answered. */
    endWaiting: waiters.end,
    close: stopFollowing,
  }
}
