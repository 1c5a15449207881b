import { actionsForCard } from '../../actions/review/card-actions.ts'
import type { Card } from '../../actions/review/cards.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'

/** What can be decided about the card, each with its key. */
export function CardButtons({ card, nav }: { card: Card; nav: Navigation }) {
  return (
    <footer className="mt-3 flex flex-wrap items-center gap-2">
      {actionsForCard(card).map(
        (action) =>
          action.button && (
            <Button key={action.id} look={action.button} onClick={() => action.run(card, nav)}>
              {action.name(card)}
              {action.keys[0] !== undefined && <Kbd keys={action.keys[0]} plain />}
            </Button>
          ),
      )}
    </footer>
  )
}
