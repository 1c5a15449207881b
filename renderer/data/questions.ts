// What agents ask the person about tasks.
import { queryOptions } from '@tanstack/react-query'
import type { Question } from '../../shared/schema/work/question.ts'
import { api } from '../backend/backend.ts'
import { m } from '../lib/messages.ts'
import { queryClient } from './query-client.ts'
import { doAction, type TakenBack } from './tasks/own-actions.ts'

export const openQuestions = queryOptions({
  queryKey: ['questions'] as const,
  queryFn: ({ signal }) => api.listQuestions({}, { signal }),
})

export function takeInQuestion(question: Question): void {
  queryClient.setQueryData(openQuestions.queryKey, (known) => {
    if (!known) return known
    const others = known.filter(({ id }) => id !== question.id)
    return question.state === 'open' ? [...others, question].sort((a, b) => a.id - b.id) : others
  })
}

/** Off the list at once; z opens it again, and takes the comment with the answer back. */
async function decide(
  question: Question,
  state: 'answered' | 'dismissed',
  said: string,
  failed: string,
  call: () => Promise<Question>,
  again: () => void,
): Promise<boolean> {
  takeInQuestion({ ...question, state })
  async function takeBack(): Promise<TakenBack> {
    const { question: reopened, conflicts } = await api.reopenQuestion({ params: { id: question.id } })
    takeInQuestion(reopened)
    return { conflicts, again }
  }
  const isDecided = await doAction({ said, writes: [], takeBack }, call, failed)
  if (!isDecided) void queryClient.invalidateQueries({ queryKey: openQuestions.queryKey })
  return isDecided
}

export function answerQuestion(question: Question, answer: string): Promise<boolean> {
  const params = { id: question.id }
  return decide(
    question,
    'answered',
    m.question.answered(answer),
    m.question.notAnswered,
    () => api.answerQuestion({ params, body: { answer } }),
    () => void answerQuestion(question, answer),
  )
}

export function dismissQuestion(question: Question): Promise<boolean> {
  const params = { id: question.id }
  return decide(
    question,
    'dismissed',
    m.question.dismissed(question.asked_by.name),
    m.question.notDismissed,
    () => api.dismissQuestion({ params }),
    () => void dismissQuestion(question),
  )
}
