import { useDraft } from '../lib/use-draft.ts'
import { m } from '../messages/late.ts'
import { Button } from './button.tsx'
import { Kbd } from './kbd.tsx'

interface QuestionFormProps {
  id: number
  options: readonly string[]
  /** 1 to 6 choose an option, n dismisses: said on the buttons. */
  withKeys?: boolean
  /** Resolves with false when it was refused: what was typed stays. */
  onAnswer: (answer: string) => Promise<boolean>
  onDismiss: () => void
}

/** One of the options, or one's own words. */
export function QuestionForm({ id, options, withKeys = false, onAnswer, onDismiss }: QuestionFormProps) {
  const [text, setText] = useDraft(`draft:answer:${id}`)
  const answer = text.trim()
  async function send() {
    if (answer !== '' && (await onAnswer(answer))) setText('')
  }
  return (
    <div className="mt-3 flex flex-col gap-2">
      {options.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {options.map((option, index) => (
            <li key={option} className="max-w-full">
              <Button
                look="outlined"
                className="h-auto min-h-[max(28px,var(--tap))] max-w-full justify-start py-1 text-start whitespace-normal!"
                onClick={() => void onAnswer(option)}
              >
                <span dir="auto" className="min-w-0 break-words">
                  {option}
                </span>
                {withKeys && <Kbd keys={`${index + 1}`} plain />}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <textarea
          dir="auto"
          rows={1}
          maxLength={4000}
          value={text}
          data-answer={id}
          aria-label={options.length > 0 ? m.question.other : m.question.own}
          placeholder={options.length > 0 ? m.question.other : m.question.own}
          className="field-sizing-content max-h-48 min-h-[max(28px,var(--tap))] min-w-0 flex-1 basis-56 resize-none rounded-control border border-line-strong bg-surface px-2.5 py-[max(3px,calc((var(--tap)-24px)/2))] focus:border-accent"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault()
              void send()
            } else if (event.key === 'Escape') {
              event.stopPropagation()
              event.currentTarget.blur()
            }
          }}
        />
        <Button type="submit" look="primary" disabled={answer === ''}>
          {m.question.answer}
        </Button>
        <Button onClick={onDismiss}>
          {m.question.dismiss}
          {withKeys && <Kbd keys="n" plain />}
        </Button>
      </form>
    </div>
  )
}
