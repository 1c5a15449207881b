// Answering what agents of the team ask, where the cloud serves the web UI: also without a network, as far as the device has heard of it.
import type { Question } from '../../../../shared/schema/work/question.ts'
import { isAway } from '../../api.ts'
import type { Api } from '../../backend.ts'
import { cloudApi } from '../../cloud-api.ts'
import type { CopyListener } from '../../listener.ts'
import { decisionLane, type Write } from '../outbox/write.ts'
import { keepQuestions, keptQuestions } from '../replica/kept-questions.ts'
import { soon, type WriteDeps } from './writes.ts'

export function createQuestionCalls(deps: WriteDeps & { listener: Pick<CopyListener, 'readinessChanged'> }) {
  const { copy, me, listener } = deps

  /** Tasks were shown by what was known before. */
  function keep(open: readonly Question[]): readonly Question[] {
    const before = keptQuestions()
    const idsOf = (questions: readonly Question[]) => new Set(questions.map(({ id }) => id))
    const [known, now] = [idsOf(before), idsOf(open)]
    keepQuestions(open)
    const changed = [...before.filter(({ id }) => !now.has(id)), ...open.filter(({ id }) => !known.has(id))]
    for (const id of new Set(changed.map(({ task_id }) => task_id))) listener.readinessChanged(id)
    return open
  }

  /** `answer`: null dismisses it. */
  async function decide(id: number, answer: string | null): Promise<Question> {
    const params = { id }
    const question = keptQuestions().find((one) => one.id === id)
    // Nobody has seen it here yet: there is nothing to show it by.
    if (!question) return answer === null ? cloudApi.dismissQuestion({ params }) : cloudApi.answerQuestion({ params, body: { answer } })
    const decided = { decided_by: me(), decided_at: new Date().toISOString() }
    const shown: Question = { ...question, state: answer === null ? 'dismissed' : 'answered', answer, ...decided }
    return soon(deps, { kind: 'answer', id: decisionLane, key: crypto.randomUUID(), question, answer }, shown)
  }

  return {
    async listQuestions(input, options) {
      const state = input?.query?.state ?? 'open'
      if (state !== 'open') return cloudApi.listQuestions(input ?? {}, options)
      const open = await cloudApi.listQuestions({}, options).then(keep, (error: unknown) => {
        if (isAway(error)) return keptQuestions()
        throw error
      })
      const answered = copy().outbox.answers()
      return open.filter(({ id }) => !answered.has(id))
    },
    answerQuestion: ({ params: { id }, body: { answer } }) => decide(id, answer),
    dismissQuestion: ({ params: { id } }) => decide(id, null),
    async reopenQuestion({ params }, options) {
      const [unsent] = copy().outbox.withdraw((write: Write) => write.kind === 'answer' && write.question.id === params.id) ?? []
      if (unsent?.kind === 'answer') return { question: unsent.question, conflicts: [] }
      return cloudApi.reopenQuestion({ params }, options)
    },
  } satisfies Partial<Api>
}
