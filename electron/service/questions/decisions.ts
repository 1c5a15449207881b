// What a person makes of a question: answer it, dismiss it, open it again.
import { givenAnswer, quotedAnswer, requireUndecided } from '../../../shared/domain/agents/question-rules.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Comment } from '../../../shared/schema/comment.ts'
import type { UndoRequest, UndoResult } from '../../../shared/schema/journal.ts'
import type { Question, ReopenedQuestion } from '../../../shared/schema/work/question.ts'
import { actorOnly, type Context } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { QuestionStore, StoredQuestion } from './question-store.ts'

export interface DecisionDeps {
  store: QuestionStore
  journal: Pick<Journal, 'head'>
  now: () => Date
  comment: (taskId: number, body: string, ctx: Context) => Comment
  undo: (request: UndoRequest, ctx: Context) => UndoResult
  existing: (id: number) => StoredQuestion
  /** One transaction; then everybody is told. */
  write: <T>(ctx: Context, change: () => T) => T
}

function requirePerson({ actor }: Context): void {
  if (actor.kind !== 'person') throw new AppError('forbidden', 'Only a person can answer questions.')
}

export function createDecisions({ store, journal, now, comment, undo, existing, write }: DecisionDeps) {
  function decide(question: StoredQuestion, ctx: Context, decision: Pick<Question, 'state' | 'answer' | 'entry'>): Question {
    store.decide({ ...question, ...decision, decided_at: now().toISOString(), decided_by: actorOnly(ctx.actor) })
    return existing(question.id)
  }

  return {
    /** Throws `conflict` when it was answered otherwise; the same answer again changes nothing. */
    answer(id: number, given: string, ctx: Context): Question {
      requirePerson(ctx)
      const answer = givenAnswer(given)
      return write(ctx, () => {
        const known = existing(id)
        if (known.state === 'answered' && known.answer === answer) return known
        const question = requireUndecided(known)
        comment(question.task_id, quotedAnswer(question.question, answer), ctx)
        return decide(question, ctx, { state: 'answered', answer, entry: journal.head() })
      })
    },

    dismiss(id: number, ctx: Context): Question {
      requirePerson(ctx)
      return write(ctx, () => {
        const known = existing(id)
        return known.state === 'dismissed' ? known : decide(requireUndecided(known), ctx, { state: 'dismissed', answer: null, entry: null })
      })
    },

    /** It is open again; the comment with its answer is undone in the same transaction. If that cannot be, it stays answered. */
    reopen(id: number, ctx: Context): ReopenedQuestion {
      requirePerson(ctx)
      return write(ctx, () => {
        const question = existing(id)
        if (question.state === 'answered' && question.entry !== null) {
          const { done, conflicts } = undo({ entries: [question.entry] }, ctx)
          return { question: existing(id), conflicts: done.length > 0 ? [] : conflicts }
        }
        // Without an entry it was answered elsewhere: its comment goes there, and by that here.
        if (question.state !== 'open' && question.state !== 'withdrawn')
          store.decide({ ...question, state: 'open', answer: null, entry: null, decided_at: null, decided_by: null })
        return { question: existing(id), conflicts: [] }
      })
    },
  }
}
