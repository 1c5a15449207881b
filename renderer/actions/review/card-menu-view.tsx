import { useState } from 'react'
import { m } from '../../lib/messages.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { afterPopup } from '../../lib/press/after-popup.ts'
import { useStore } from '../../lib/store.ts'
import { MenuAt } from '../../ui/menu.tsx'
import { actionsForCard, cardGroups } from './card-actions.ts'
import { CardGlyph } from './card-glyph.tsx'
import { cardMenuRequest, type CardMenuRequest } from './card-menu.ts'

/** Everything that can be done about the card that a menu was asked for. */
export function CardMenu({ nav }: { nav: Navigation }) {
  const request = useStore(cardMenuRequest)
  // It stays while it fades away.
  const [shown, setShown] = useState(request)
  if (request && request !== shown) setShown(request)
  return shown && <Shown key={shown.number} request={shown} isOpen={request !== undefined} nav={nav} />
}

function Shown({ request: { card, at }, isOpen, nav }: { request: CardMenuRequest; isOpen: boolean; nav: Navigation }) {
  const actions = actionsForCard(card)
  const groups = cardGroups.map((group) => actions.filter((action) => action.group === group)).filter(({ length }) => length > 0)
  return (
    <MenuAt
      isOpen={isOpen}
      name={m.moreActions}
      at={at}
      groups={groups.map((some) => ({
        choices: some.map((action) => ({
          id: action.id,
          label: action.name(card),
          glyph: <CardGlyph glyph={action.glyph} />,
          ...(action.keys[0] === undefined ? {} : { keys: action.keys[0] }),
        })),
      }))}
      onChoose={(id) => {
        const action = actions.find((one) => one.id === id)
        // The menu gives the keyboard back first.
        if (action) afterPopup(() => action.run(card, nav))
      }}
      onClose={() => cardMenuRequest.set(undefined)}
    />
  )
}
