// Everything that can be done to the tasks that a menu was asked for.
import { useState } from 'react'
import { cachedTasks } from '../data/tasks/task-cache.ts'
import { afterPopup } from '../lib/press/after-popup.ts'
import { isFingerHeld } from '../lib/press/held-finger.ts'
import { m } from '../lib/messages.ts'
import type { Navigation } from '../lib/navigation.ts'
import { useStore } from '../lib/store.ts'
import { MenuAt } from '../ui/menu.tsx'
import { ActionGlyph } from './action-glyph.tsx'
import { menuRequest, type MenuRequest } from './requests.ts'
import { perform } from './task-action.ts'
import { actionGroups, actionsFor } from './task-actions.ts'

export function ActionMenu({ nav }: { nav: Navigation }) {
  const request = useStore(menuRequest)
  // It stays while it fades away.
  const [shown, setShown] = useState(request)
  if (request && request !== shown) setShown(request)
  return shown && <Shown key={shown.number} request={shown} isOpen={request !== undefined} nav={nav} />
}

function Shown({ request: { ids, at }, isOpen, nav }: { request: MenuRequest; isOpen: boolean; nav: Navigation }) {
  const [tasks] = useState(() => cachedTasks(ids))
  const actions = actionsFor(tasks).filter(({ isValue }) => !isValue)
  const groups = actionGroups.map((group) => actions.filter((action) => action.group === group)).filter(({ length }) => length > 0)
  return (
    <MenuAt
      isOpen={isOpen}
      name={m.moreActions}
      at={at}
      groups={groups.map((some) => ({
        choices: some.map((action) => ({
          id: action.id,
          label: action.name(tasks),
          glyph: <ActionGlyph glyph={action.glyph} />,
          ...(action.keys[0] === undefined ? {} : { keys: action.keys[0] }),
          ...(action.isDanger ? { danger: true } : {}),
        })),
      }))}
      onChoose={(id) => {
        menuRequest.set(undefined)
        const action = actions.find((one) => one.id === id)
        // The menu gives the keyboard back first.
        if (action) afterPopup(() => perform(action, tasks, nav))
      }}
      onClose={(event) => (isFingerHeld() && !(event instanceof KeyboardEvent)) || menuRequest.set(undefined)}
    />
  )
}
