import { useRef, useState } from 'react'

interface InputProps {
  name: string
  hint: string
  first: string
  /** Without the white around it; told once. */
  onSave: (text: string) => void
  /** After Enter. */
  onNext: (text: string) => void
  onLeave: (byKey: boolean) => void
}

/** One line of a list that is written in place: Enter saves it and goes on, Escape leaves. */
export function LineInput({ name, hint, first, onSave, onNext, onLeave }: InputProps) {
  const [text, setText] = useState(first)
  const isOver = useRef(false)
  /** What a key has saved or left is not saved again as the keyboard goes. */
  function end(then: () => void): void {
    if (isOver.current) return
    isOver.current = true
    then()
  }
  return (
    <input
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person asked for it
      autoFocus
      dir="auto"
      value={text}
      maxLength={1000}
      aria-label={name}
      placeholder={hint}
      enterKeyHint="next"
      className="my-px h-[max(26px,var(--tap))] w-full min-w-0 rounded-control border border-line bg-surface px-2 focus:border-accent"
      onChange={(event) => setText(event.target.value)}
      onBlur={() =>
        end(() => {
          onSave(text.trim())
          onLeave(false)
        })
      }
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
        event.preventDefault()
        event.stopPropagation()
        const isEnter = event.key === 'Enter'
        end(() => {
          if (!isEnter) return onLeave(true)
          onSave(text.trim())
          onNext(text.trim())
        })
      }}
    />
  )
}
