// Rows that move (a task changes its group, a card is decided, an agent writes) must not take the click that was meant for the row before. Clicks in one
// place, one soon after the other, are about one row.
import { type MouseEvent, type PointerEvent, useLayoutEffect, useRef } from 'react'

/** Milliseconds that a row has to lie under a pointer that stays before it takes a click: as long as the next of several clicks takes to come. */
const calm = 1000
/** Pixels: a hand that clicks again trembles, and a finger more so. */
const tremble = 8

/** Each row carries this with its key. */
export const steadyRow = (key: string | number) => ({ 'data-steady': String(key) })

interface Place {
  x: number
  y: number
  row: string | undefined
}

const rowAt = (target: EventTarget) => (target as HTMLElement).closest?.<HTMLElement>('[data-steady]')?.dataset.steady

/** For the element around the rows. `rows` changes when they do. Another row that came under a resting pointer a moment ago takes no press and no click. */
export function useSteadyRows(rows: unknown) {
  const place = useRef<Place | undefined>(undefined)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  const known = useRef(rows)
  useLayoutEffect(() => {
    if (known.current === rows) return
    known.current = rows
    changedAt.current = performance.now()
  })
  const isHere = ({ clientX, clientY }: MouseEvent) =>
    place.current !== undefined && Math.abs(clientX - place.current.x) <= tremble && Math.abs(clientY - place.current.y) <= tremble
  /**
   * Also a heading, or nothing, may have come in the place of the row. A menu of a row is drawn elsewhere. What counts is when the hand pressed, not when a busy
   * page came round to it.
   */
  function hasMoved(event: MouseEvent): boolean {
    const before = isHere(event) ? place.current?.row : undefined
    const isInside = event.currentTarget.contains(event.target as Node)
    return isInside && before !== undefined && before !== rowAt(event.target) && event.timeStamp - changedAt.current < calm
  }
  const forget = () => void (place.current = undefined)
  return {
    onPointerMove(event: PointerEvent) {
      if (!isHere(event)) place.current = { x: event.clientX, y: event.clientY, row: rowAt(event.target) }
    },
    // Whoever was elsewhere in between looks again. A finger leaves after each tap.
    onPointerLeave({ pointerType }: PointerEvent) {
      if (pointerType === 'mouse') forget()
    },
    // Who scrolls looks what comes under the pointer.
    onWheel: forget,
    onTouchMove: forget,
    onPointerDownCapture(event: PointerEvent) {
      if (hasMoved(event)) event.stopPropagation()
    },
    onClickCapture(event: MouseEvent) {
      // A click by the keyboard is about the row that has the focus.
      if (event.detail === 0) return
      if (!hasMoved(event)) {
        place.current = { x: event.clientX, y: event.clientY, row: rowAt(event.target) }
        return
      }
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
