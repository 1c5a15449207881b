// What was asked for by a key, a command or a click, until somebody chooses: drawn by pickers/action-picker.tsx.
import { isFingerHeld } from '../lib/press/held-finger.ts'
import { keepForField } from '../lib/press/keys-ahead.ts'
import { cursor } from '../lib/navigation.ts'
import { createStore } from '../lib/store.ts'
import type { Card } from './review/cards.ts'

export type PickerKind = 'status' | 'priority' | 'labels' | 'requesters' | 'assignee' | 'due' | 'reminder' | 'whole' | 'blocker' | 'merge'

export interface PickRequest {
  picker: PickerKind
  ids: readonly number[]
  /** Each is another one, also of the same kind. */
  number: number
  /** Where it stands; undefined: in the middle. */
  anchor: Element | undefined
  /** What had the keyboard. */
  from: Element | null
}

export const pickRequest = createStore<PickRequest | undefined>(undefined)

/** From the press of a button to its click, in milliseconds. */
const oneClick = 500

/** Tasks, or a card of Review. */
export type MenuSubject = { ids: readonly number[] } | { card: Card }

export interface MenuRequest {
  on: MenuSubject
  number: number
  at: Element | { x: number; y: number }
}

/** The menu of everything that can be done to it. */
export const menuRequest = createStore<MenuRequest | undefined>(undefined)

const isShown = (element: Element) => element.getClientRects().length > 0

/** Where a key finds the value that it is about: in the open task, on the bar of the selected tasks, or at the row. */
function anchorOf(picker: PickerKind, ids: readonly number[]): Element | undefined {
  const places = ids.length === 1 ? [`[data-detail="${ids[0]}"] [data-pick="${picker}"]`, `[data-row="${ids[0]}"]`] : [`[data-bulk="${picker}"]`]
  return places.flatMap((place) => [...document.querySelectorAll(place)]).find(isShown)
}

/** Who gets the keyboard when it closes: who had it, else the value in its new shape, or the row that took the place of one that left. */
export function returnTo({ picker, ids, from }: PickRequest): HTMLElement | undefined {
  const place = from?.isConnected && from !== document.body ? from : (anchorOf(picker, ids) ?? document.querySelector(`[data-row="${cursor.get() ?? ''}"]`))
  return place instanceof HTMLElement ? place : undefined
}

let last = 0

export function askForMenu(on: MenuSubject, at: MenuRequest['at']): void {
  menuRequest.set({ on, number: ++last, at })
}

/** The click that closes a picker by the button that opened it must not open it again. */
let closedBy: Event | undefined

export function askFor(picker: PickerKind, ids: readonly number[], anchor = anchorOf(picker, ids)): void {
  const { target, timeStamp } = closedBy ?? {}
  if (timeStamp !== undefined && performance.now() - timeStamp < oneClick && target instanceof Node && anchor?.contains(target)) return
  pickRequest.set({ picker, ids, number: ++last, anchor, from: document.activeElement })
  keepForField(closePicker)
}

/** `event`: what closed it, where nothing was chosen. */
export function closePicker(event?: Event): void {
  if (event && !(event instanceof KeyboardEvent) && isFingerHeld()) return
  closedBy = event
  pickRequest.set(undefined)
}
