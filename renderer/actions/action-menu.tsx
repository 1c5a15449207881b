// Everything that can be done to the tasks, or the card of Review, that a menu was asked for.
import { useState } from 'react'
import { cachedTasks } from '../data/tasks/task-cache.ts'
import { afterPopup } from '../lib/press/after-popup.ts'
import { isFingerHeld } from '../lib/press/held-finger.ts'
import { m } from '../messages/late.ts'
import type { Navigation } from '../lib/navigation.ts'
import { useStore } from '../lib/store.ts'
import { MenuAt } from '../ui/menu.tsx'
import { type Action, actionGroups } from './action.ts'
import { ActionGlyph } from './action-glyph.tsx'
import { menuRequest, type MenuRequest, type MenuSubject } from './requests.ts'
import { actionsForCard } from './review/card-actions.ts'
import { perform } from './task-action.ts'
import { actionsFor } from './task-actions.ts'

interface Entry extends Omit<Action<unknown>, 'name'> {
  label: string
  run: (nav: Navigation) => void
}

function entriesFor(on: MenuSubject): Entry[] {
  if ('card' in on) return actionsForCard(on.card).map((action) => ({ ...action, label: action.name(on.card), run: (nav) => action.run(on.card, nav) }))
  const tasks = cachedTasks(on.ids)
  const actions = actionsFor(tasks).filter(({ isValue }) => !isValue)
  return actions.map((action) => ({ ...action, label: action.name(tasks), run: (nav) => perform(action, tasks, nav) }))
}

export function ActionMenu({ nav }: { nav: Navigation }) {
  const request = useStore(menuRequest)
  // It stays while it fades away.
  const [shown, setShown] = useState(request)
  if (request && request !== shown) setShown(request)
  return shown && <Shown key={shown.number} request={shown} isOpen={request !== undefined} nav={nav} />
}

function Shown({ request: { on, at }, isOpen, nav }: { request: MenuRequest; isOpen: boolean; nav: Navigation }) {
  const [entries] = useState(() => entriesFor(on))
  const groups = actionGroups.map((group) => entries.filter((entry) => entry.group === group)).filter(({ length }) => length > 0)
  return (
    <MenuAt
      isOpen={isOpen}
      name={m.moreActions}
      at={at}
      groups={groups.map((some) => ({
        choices: some.map(({ id, label, glyph, keys: [key], isDanger }) => ({
          id,
          label,
          glyph: <ActionGlyph glyph={glyph} />,
          ...(key === undefined ? {} : { keys: key }),
          ...(isDanger ? { danger: true } : {}),
        })),
      }))}
      onChoose={(id) => {
        menuRequest.set(undefined)
        const entry = entries.find((one) => one.id === id)
        // The menu gives the keyboard back first.
        if (entry) afterPopup(() => entry.run(nav))
      }}
      onClose={(event) => (isFingerHeld() && !(event instanceof KeyboardEvent)) || menuRequest.set(undefined)}
    />
  )
}
