import { Popover } from '@base-ui/react/popover'
import { useState } from 'react'
import { Button } from '../button.tsx'

interface WordMenuProps {
  name: string
  /** Where a key finds it. */
  dataKey?: string
  words: () => readonly string[]
  onChoose: (word: string) => void
}

const maxShown = 8

/** A word to choose, or to write. */
export function WordMenu({ name, dataKey, words, onChoose }: WordMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [known, setKnown] = useState<readonly string[]>([])
  const shown = known.filter((word) => word.toLowerCase().includes(text.trim().toLowerCase())).slice(0, maxShown)
  function choose(word: string) {
    setOpen(false)
    setText('')
    if (word.trim() !== '') onChoose(word.trim().replace(/^#/, ''))
  }
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open)
        if (open) setKnown(words())
      }}
    >
      <Popover.Trigger render={<Button data-key={dataKey}>{name}</Button>} />
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} className="z-50" collisionPadding={8}>
          <Popover.Popup aria-label={name} className="popup w-56 rounded-card border border-line bg-surface p-1 shadow-popover outline-none">
            <form
              onSubmit={(event) => {
                event.preventDefault()
                choose(text)
              }}
            >
              <input
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person asked for it
                autoFocus
                dir="auto"
                maxLength={100}
                value={text}
                aria-label={name}
                placeholder={name}
                className="h-[max(30px,var(--tap))] w-full rounded-control border border-line bg-surface px-2 focus:border-accent"
                onChange={(event) => setText(event.target.value)}
              />
            </form>
            <ul className="pt-1">
              {shown.map((word) => (
                <li key={word}>
                  <button
                    type="button"
                    className="flex min-h-[max(28px,var(--tap))] w-full items-center rounded-control px-2 text-start hover:bg-raised focus-visible:bg-raised focus-visible:-outline-offset-2"
                    onClick={() => choose(word)}
                  >
                    <bdi className="truncate">{word}</bdi>
                  </button>
                </li>
              ))}
            </ul>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
