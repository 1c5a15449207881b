import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isSameList, listAt, placeOfList } from '../../data/lists/list-place.ts'
import { changeList, knownLists, savedLists, saveList } from '../../data/lists/saved-lists.ts'
import { m } from '../../lib/messages.ts'
import { addressOf, type Navigation } from '../../lib/navigation.ts'
import { Button } from '../../ui/button.tsx'

const small = 'h-[max(24px,var(--tap))] px-2 text-meta'

/** Keeps what is shown under a name; of a saved list that was changed, the change. */
export function SaveList({ nav }: { nav: Navigation }) {
  const { data: lists } = useQuery(savedLists)
  const [isNamed, setNamed] = useState(false)
  const shown = listAt(nav)
  const list = lists?.find(({ uid }) => uid === nav.list)
  if (isNamed) return <NameField nav={nav} onEnd={() => setNamed(false)} />
  if (list && isSameList(list, shown)) return null
  return (
    <>
      {list && (
        <Button className={small} onClick={() => void changeList(list, shown, m.lists.changed(list.name))}>
          {m.lists.saveChanges}
        </Button>
      )}
      <Button className={small} onClick={() => setNamed(true)}>
        {list ? m.lists.saveNew : m.lists.save}
      </Button>
    </>
  )
}

function NameField({ nav, onEnd }: { nav: Navigation; onEnd: () => void }) {
  const { data: lists = [] } = useQuery(savedLists)
  const [name, setName] = useState('')
  const isTaken = lists.some((list) => list.name === name.trim())
  async function save() {
    const given = name.trim()
    if (given === '') return
    onEnd()
    const shown = listAt(nav)
    // A name that is kept already stands for what is shown now.
    const known = knownLists().find((list) => list.name === given)
    const saved = known ? await changeList(known, shown, m.lists.changed(given)) : await saveList(given, shown)
    if (saved && saved.uid !== nav.list && nav.list !== undefined && shown.query.sort === 'manual')
      await (await import('./by-hand/copy-order.ts')).copyOrder(nav.list, saved.uid)
    if (saved) nav.to(addressOf({ ...placeOfList(saved), openId: nav.openId }))
  }
  return (
    <form
      className="flex items-center gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person asked for it
        autoFocus
        dir="auto"
        maxLength={60}
        value={name}
        aria-label={m.lists.name}
        placeholder={m.lists.name}
        className="h-[max(24px,var(--tap))] w-44 rounded-control border border-line-strong bg-surface px-2 focus:border-accent"
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onEnd()
        }}
      />
      <Button type="submit" className={small}>
        {isTaken ? m.lists.replace : m.save}
      </Button>
    </form>
  )
}
