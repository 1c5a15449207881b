import { useState } from 'react'
import { saveList } from '../../data/tasks/saved-lists.ts'
import { m } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { Button } from '../../ui/button.tsx'

/** Keeps the filter under a name; it then stands in the sidebar. */
export function SaveList({ address }: { address: string }) {
  const [name, setName] = useState<string | undefined>(undefined)
  const small = 'h-[max(24px,var(--tap))] px-2 text-meta'
  if (name === undefined) {
    return (
      <Button className={small} onClick={() => setName('')}>
        {m.display.save}
      </Button>
    )
  }
  return (
    <form
      className="flex items-center gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() === '') return
        saveList({ name: name.trim(), address })
        notify({ kind: 'done', text: m.display.saved(name.trim()) })
        setName(undefined)
      }}
    >
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person asked for it
        autoFocus
        dir="auto"
        maxLength={60}
        value={name}
        aria-label={m.display.saveName}
        placeholder={m.display.saveName}
        className="h-[max(24px,var(--tap))] w-44 rounded-control border border-line-strong bg-surface px-2 focus:border-accent"
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          setName(undefined)
        }}
      />
      <Button type="submit" className={small}>
        {m.save}
      </Button>
    </form>
  )
}
