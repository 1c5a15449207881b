// What a person of the team makes of a question: answer it, dismiss it, open it again. The service has the same (electron/service/questions/decisions.ts).
import { givenAnswer, quotedAnswer, requireUndecided } from '../../shared/domain/agents/question-rules.ts'
import type { SyncedQuestion } from '../../shared/schema/cloud/synced-question.ts'
import type { ReopenedQuestion } from '../../shared/schema/work/question.ts'
import type { Comments } from '../comments/comments.ts'
import type { TeamContext } from '../context.ts'
import type { Journal, Write } from '../journal/journal.ts'
import type { Undo } from '../journal/undo.ts'
import { goPastDailyEvents } from '../quotas/past-quotas.ts'
import { questionStore, type StoredQuestion } from './question-store.ts'

export interface DecisionDeps {
  journal: Journal
  comments: Pick<Comments, 'create' | 'remove'>
  /** The question, kept from others until the commit, with its task before it. */
  held: (write: Write, id: number) => Promise<StoredQuestion>
  /** Whoever may undo the comment with an answer may take the answer back. */
  takeBack: Undo['takeBack']
  /** What devices and the stream are told. */
  told: (question: StoredQuestion) => SyncedQuestion
}

type Decision = Pick<StoredQuestion, 'state' | 'answer' | 'comment_uid' | 'entry'>

const nothing = { answer: null, comment_uid: null, entry: null }

export type Decisions = ReturnType<typeof createDecisions>

export function createDecisions({ journal, comments, held, takeBack, told }: DecisionDeps) {
  async function change({ tx, teamId, record }: Write, question: StoredQuestion, changed: StoredQuestion): Promise<StoredQuestion> {
    const next = { ...changed, version: question.version + 1 }
    await questionStore.decide(tx, teamId, next)
    await record({ entity: 'question', entity_id: question.id, action: 'updated', before: { state: question.state }, after: { ...told(next) } })
    return next
  }

  const decide = (write: Write, question: StoredQuestion, decision: Decision, { actor }: TeamContext): Promise<StoredQuestion> =>
    change(write, question, { ...question, ...decision, decided_at: write.at, decided_by: actor })

  const reopened = (write: Write, question: StoredQuestion): Promise<StoredQuestion> =>
    change(write, question, { ...question, ...nothing, state: 'open', decided_at: null, decided_by: null })

  /** Its answer's comment goes, unless somebody changed that. */
  async function reopenWith(write: Write, question: StoredQuestion, ctx: TeamContext): Promise<StoredQuestion> {
    const comment = question.comment_uid === null ? undefined : await questionStore.answerComment(write.tx, write.teamId, question.comment_uid)
    if (comment?.version === 1) await comments.remove(question.task_id, comment.id, { ...ctx, write, ifMatch: undefined })
    return reopened(write, question)
  }

  return {
    change,
    reopenWith,

    /** Throws `conflict` when it was answered otherwise; the same answer again changes nothing. */
    answer(id: number, given: string, ctx: TeamContext): Promise<StoredQuestion> {
      const answer = givenAnswer(given)
      return journal.write(ctx, async (write) => {
        const known = await held(write, id)
        if (known.state === 'answered' && known.answer === answer) return known
        const question = requireUndecided(known)
        // An agent waits for it.
        await goPastDailyEvents(write.tx)
        const comment = await comments.create(question.task_id, { body: quotedAnswer(question.question, answer) }, { ...ctx, write })
        const entry = await questionStore.entryOf(write.tx, write.teamId, comment)
        return decide(write, question, { state: 'answered', answer, comment_uid: comment.uid, entry }, ctx)
      })
    },

    dismiss: (id: number, ctx: TeamContext): Promise<StoredQuestion> =>
      journal.write(ctx, async (write) => {
        const known = await held(write, id)
        return known.state === 'dismissed' ? known : decide(write, requireUndecided(known), { state: 'dismissed', ...nothing }, ctx)
      }),

    /** It is open again; the comment with its answer is deleted in the same transaction. If somebody changed that, it stays answered. */
    reopen: (id: number, ctx: TeamContext): Promise<ReopenedQuestion> =>
      journal.write(ctx, async (write) => {
        const question = await held(write, id)
        if (question.state === 'dismissed') return { question: await reopened(write, question), conflicts: [] }
        if (question.state !== 'answered') return { question, conflicts: [] }
        const { task_id, comment_uid, entry } = question
        const comment = comment_uid === null ? undefined : await questionStore.answerComment(write.tx, write.teamId, comment_uid)
        if (comment && comment.version > 1) {
          const reason = 'the comment with the answer was changed since'
          return { question, conflicts: [{ seq: entry ?? 0, entity: 'comment', entity_id: comment.id, task_id, field: 'body', reason }] }
        }
        const made = comment && (await questionStore.entryOf(write.tx, write.teamId, { id: comment.id, task_id }))
        if (made == null) return { question: await reopenWith(write, question, ctx), conflicts: [] }
        const { done, conflicts } = await takeBack(write, [made], ctx)
        return done === 0 ? { question, conflicts } : { question: await reopened(write, question), conflicts: [] }
      }),
  }
}
