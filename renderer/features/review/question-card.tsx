import { useQuery } from '@tanstack/react-query'
import type { Card } from '../../actions/review/cards.ts'
import { answerQuestion, dismissQuestion } from '../../data/questions.ts'
import { taskById } from '../../data/tasks/task-queries.ts'
import { fullTime, shortTime } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { ActorMark } from '../../ui/actor-mark.tsx'
import { StatusGlyph } from '../../ui/glyphs.tsx'
import { QuestionForm } from '../../ui/question-form.tsx'
import { CardShell } from './card-shell.tsx'

interface QuestionProps {
  card: Card & { kind: 'question' }
  isSelected: boolean
  nav: Navigation
  onSelect: () => void
}

/** An agent wants to know something, and may be waiting for it. */
export function QuestionCard({ card, isSelected, nav, onSelect }: QuestionProps) {
  const { question } = card
  const { id, task_id, asked_by, created_at } = question
  const { data: task } = useQuery({ ...taskById(task_id), retry: false })
  return (
    <CardShell card={card} isSelected={isSelected} onSelect={onSelect}>
      <header className="flex items-center gap-2.5">
        <ActorMark actor={asked_by} />
        <h3 className="min-w-0 flex-1 text-read">
          <bdi className={asked_by.kind === 'agent' ? 'font-semibold text-agent' : 'font-semibold'}>{asked_by.name}</bdi> {m.question.hasOne}
        </h3>
        <time className="shrink-0 text-meta text-quiet" dateTime={created_at} title={fullTime(created_at)}>
          {shortTime(created_at)}
        </time>
      </header>
      <a
        href={`/task/${task_id}`}
        className="mt-2 flex min-h-(--tap) min-w-0 items-center gap-2 rounded-control hover:underline"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          nav.open(task_id)
        }}
      >
        {task && <StatusGlyph status={task.status} />}
        <span className="tabular text-quiet">{task_id}</span>
        <bdi className="min-w-0 truncate font-medium">{task?.title}</bdi>
      </a>
      <p dir="auto" className="mt-2 max-h-72 overflow-y-auto text-read break-words whitespace-pre-line">
        {question.question}
      </p>
      <QuestionForm
        id={id}
        options={question.options}
        withKeys={isSelected}
        onAnswer={(answer) => answerQuestion(question, answer)}
        onDismiss={() => void dismissQuestion(question)}
      />
    </CardShell>
  )
}
