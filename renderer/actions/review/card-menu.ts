// A right click or the menu key on a card of Review asks for the menu of what can be decided about it.
import { createStore } from '../../lib/store.ts'
import type { Card } from './cards.ts'

export interface CardMenuRequest {
  card: Card
  /** Each is another one. */
  number: number
  at: Element | { x: number; y: number }
}

export const cardMenuRequest = createStore<CardMenuRequest | undefined>(undefined)

let last = 0

/** Where the system has a menu of its own (links, text that is written or marked), it stays. */
export function askForCardMenu(card: Card, event: MouseEvent): void {
  const { target, currentTarget, clientX: x, clientY: y } = event
  const isByKey = event.button !== 2
  if (event.shiftKey || (event as PointerEvent).pointerType === 'touch' || !(target instanceof Element) || !(currentTarget instanceof Element)) return
  if (target.closest('a,input,textarea') || getSelection()?.isCollapsed === false) return
  event.preventDefault()
  cardMenuRequest.set({ card, number: ++last, at: isByKey ? target : { x, y } })
}
