// Labels and requesters: a few words, each removable, and a small field for one more.
import { Plus } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useWordsInUse } from '../../data/lists/words-in-use.ts'
import { m } from '../../messages/late.ts'
import { RemovableChip } from '../../ui/chip.tsx'

interface WordsProps {
  field: 'labels' | 'requesters'
  words: readonly string[]
  longest: number
  mark?: (word: string) => ReactNode
  /** How a word is shown, where it is not shown as it is written. */
  shown?: (word: string) => string
  onChange: (words: string[], said: (taskId: number) => string) => void
}

const asWritten = (word: string) => word

export function WordsField({ field, words, longest, mark, shown = asWritten, onChange }: WordsProps) {
  const [isAdding, setAdding] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1.5 py-px">
      {words.map((word) => (
        <RemovableChip
          key={word}
          name={shown(word)}
          onRemove={() =>
            onChange(
              words.filter((one) => one !== word),
              (id) => m.wordRemoved(id, shown(word)),
            )
          }
        >
          {mark?.(shown(word))}
          <span dir="auto" className="max-w-48 truncate text-text" title={shown(word) === word ? undefined : word}>
            {shown(word)}
          </span>
        </RemovableChip>
      ))}
      {isAdding ? (
        <WordInput
          field={field}
          longest={longest}
          taken={words}
          onAdd={(word) => onChange([...words, word], (id) => m.wordAdded(id, shown(word)))}
          onDone={(byKey) => {
            setAdding(false)
            if (byKey) requestAnimationFrame(() => add.current?.focus())
          }}
        />
      ) : (
        <button
          ref={add}
          type="button"
          aria-label={m.addTo[field]}
          title={m.addTo[field]}
          data-pick={field}
          className={`inline-flex h-[max(24px,var(--tap))] items-center gap-1.5 rounded-control text-quiet hover:bg-raised hover:text-text ${words.length === 0 ? '-ms-2 px-2' : 'w-[max(24px,var(--tap))] justify-center'}`}
          onClick={() => setAdding(true)}
        >
          <Plus aria-hidden="true" size={14} />
          {words.length === 0 && m.add}
        </button>
      )}
    </span>
  )
}

interface InputProps extends Pick<WordsProps, 'field' | 'longest'> {
  taken: readonly string[]
  onAdd: (word: string) => void
  onDone: (byKey: boolean) => void
}

function WordInput({ field, longest, taken, onAdd, onDone }: InputProps) {
  const [text, setText] = useState('')
  const inUse = useWordsInUse(field === 'labels' ? 'label' : 'requester')
  const known = inUse.map(({ word }) => word).filter((word) => !taken.includes(word))
  const list = useId()
  function take(): void {
    const word = text.trim().replace(/^#/, '')
    if (word !== '' && !taken.includes(word)) onAdd(word)
    setText('')
  }
  return (
    <>
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person asked for it
        autoFocus
        dir="auto"
        list={list}
        value={text}
        maxLength={longest}
        aria-label={m.addTo[field]}
        placeholder={m.addTo[field]}
        className="h-[max(24px,var(--tap))] w-40 rounded-control border border-line bg-surface px-2 focus:border-accent"
        onChange={(event) => setText(event.target.value)}
        onBlur={() => {
          take()
          onDone(false)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') setText('')
          if (event.key === 'Enter' && text.trim() !== '') take()
          else if (event.key === 'Escape' || event.key === 'Enter') onDone(true)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <datalist id={list}>
        {known.slice(0, 500).map((word) => (
          <option key={word} value={word}>
            {word}
          </option>
        ))}
      </datalist>
    </>
  )
}
