// A right click or the menu key on a card of Review asks for the menu of what can be decided about it.
import { askForMenu } from '../requests.ts'
import type { Card } from './cards.ts'

/** Where the system has a menu of its own (links, text that is written or marked), it stays. */
export function askForCardMenu(card: Card, event: MouseEvent): void {
  const { target, currentTarget, clientX: x, clientY: y } = event
  const isByKey = event.button !== 2
  if (event.shiftKey || (event as PointerEvent).pointerType === 'touch' || !(target instanceof Element) || !(currentTarget instanceof Element)) return
  if (target.closest('a,input,textarea') || getSelection()?.isCollapsed === false) return
  event.preventDefault()
  askForMenu({ card }, isByKey ? target : { x, y })
}
