import { useQuery } from '@tanstack/react-query'
import { can } from '../../backend/abilities.ts'
import { answerQuestion, dismissQuestion, openQuestions } from '../../data/questions.ts'
import { fullTime, shortTime } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import { ActorMark } from '../../ui/actor-mark.tsx'
import { QuestionForm } from '../../ui/question-form.tsx'

/** What agents want to know about this task. What was answered stands among the comments. */
export function Questions({ taskId }: { taskId: number }) {
  const { data = [] } = useQuery({ ...openQuestions, enabled: can.decide })
  return data
    .filter(({ task_id }) => task_id === taskId)
    .map((question) => (
      <section
        key={question.id}
        aria-label={m.question.asks(question.asked_by.name, taskId)}
        className="mt-4 rounded-card border border-line bg-bg px-3 py-2.5"
      >
        <p className="flex items-center gap-2">
          <ActorMark actor={question.asked_by} />
          <bdi className={`min-w-0 truncate ${question.asked_by.kind === 'agent' ? 'font-semibold text-agent' : 'font-semibold'}`}>
            {question.asked_by.name}
          </bdi>
          <span className="text-muted">{m.question.hasOne}</span>
          <time className="ms-auto shrink-0 text-meta text-quiet" dateTime={question.created_at} title={fullTime(question.created_at)}>
            {shortTime(question.created_at)}
          </time>
        </p>
        <p dir="auto" className="mt-1.5 max-h-72 overflow-y-auto text-read break-words whitespace-pre-line">
          {question.question}
        </p>
        <QuestionForm
          id={question.id}
          options={question.options}
          onAnswer={(answer) => answerQuestion(question, answer)}
          onDismiss={() => void dismissQuestion(question)}
        />
      </section>
    ))
}
