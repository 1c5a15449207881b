// A card under a finger: held for a moment it is lifted and follows, at an edge of the board the columns come along, and where it is let go it stays.
// A finger that moves at once scrolls, as everywhere. (The library that drags with the mouse leaves fingers to the system, which does not always drag.)
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Status } from '../../../shared/schema/task.ts'

/** Before the system's own answer to a long press. */
const heldFor = 350
/** A finger that rests is never quite still. */
const stillWithin = 10
const edge = 56
/** In a sixtieth of a second, at the very edge. */
const fastest = 14

interface Carried {
  id: number
  card: HTMLElement
  image: HTMLElement
  x: number
  y: number
}

/** The column that the carried card is over. */
export function useFinger(board: RefObject<HTMLElement | null>, isReady: boolean, onDrop: (id: number, status: Status) => void): Status | undefined {
  const [over, setOver] = useState<Status>()
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })
  useEffect(() => {
    const { current: whole } = board
    // After an error the board is drawn anew.
    if (!whole || !isReady) return
    let waiting: ReturnType<typeof setTimeout> | undefined
    let from: { x: number; y: number } | undefined
    let carried: Carried | undefined
    let frame = 0

    const columnAt = ({ x, y }: { x: number; y: number }) =>
      document.elementsFromPoint(x, y).flatMap((one) => (one instanceof HTMLElement && one.dataset.column ? [one.dataset.column as Status] : []))[0]

    function lift(card: HTMLElement, at: { x: number; y: number }): void {
      const box = card.getBoundingClientRect()
      const image = card.cloneNode(true) as HTMLElement
      for (const one of image.querySelectorAll('[data-row]')) delete (one as HTMLElement).dataset.row
      image.removeAttribute('data-card')
      image.setAttribute('aria-hidden', 'true')
      image.dataset.carried = card.dataset.card
      Object.assign(image.style, { position: 'fixed', left: `${box.left - at.x}px`, top: `${box.top - at.y}px`, width: `${box.width}px` })
      document.body.append(image)
      card.style.opacity = '0.4'
      carried = { id: Number(card.dataset.card), card, image, ...at }
      whole?.style.setProperty('scroll-snap-type', 'none')
      navigator.vibrate?.(10)
      follow()
    }
    /** Each frame: the columns may move below a finger that rests at the edge. */
    function follow(): void {
      if (!carried || !whole) return
      const { image, x, y } = carried
      image.style.transform = `translate(${x}px, ${y}px) rotate(1.5deg)`
      const { left, right } = whole.getBoundingClientRect()
      const past = Math.max(0, edge - (right - x)) - Math.max(0, edge - (x - left))
      whole.scrollLeft += (Math.max(-edge, Math.min(edge, past)) / edge) * fastest
      setOver(columnAt(carried))
      frame = requestAnimationFrame(follow)
    }
    function end(isDrop: boolean): void {
      clearTimeout(waiting)
      from = undefined
      if (!carried) return
      const { id, card, image } = carried
      const status = columnAt(carried)
      cancelAnimationFrame(frame)
      image.remove()
      card.style.removeProperty('opacity')
      carried = undefined
      whole?.style.removeProperty('scroll-snap-type')
      setOver(undefined)
      // Letting go is no tap on the card.
      const noTap = (event: Event) => {
        event.preventDefault()
        event.stopPropagation()
      }
      window.addEventListener('click', noTap, { capture: true, once: true })
      setTimeout(() => window.removeEventListener('click', noTap, { capture: true }), 50)
      if (isDrop && status) latest.current(id, status)
    }
    function onDown(event: PointerEvent): void {
      end(false)
      if (event.pointerType !== 'touch' || !event.isPrimary || !(event.target instanceof Element) || event.target.closest('button')) return
      const card = event.target.closest<HTMLElement>('[data-card]')
      if (!card) return
      const at = { x: event.clientX, y: event.clientY }
      from = at
      waiting = setTimeout(() => lift(card, at), heldFor)
    }
    function onMove({ clientX: x, clientY: y, isPrimary }: PointerEvent): void {
      if (!isPrimary || !from) return
      if (carried) Object.assign(carried, { x, y })
      else if (Math.hypot(x - from.x, y - from.y) > stillWithin) end(false)
    }
    // Else the page would scroll below the card, or the system would drag or offer the link.
    const keep = (event: Event) => {
      if (carried && event.cancelable) event.preventDefault()
    }
    const hold = (event: Event) => {
      if (from) event.preventDefault()
    }
    const stop = new AbortController()
    const { signal } = stop
    whole.addEventListener('pointerdown', onDown, { signal })
    whole.addEventListener('touchmove', keep, { signal, passive: false })
    whole.addEventListener('contextmenu', hold, { signal })
    whole.addEventListener('dragstart', hold, { signal, capture: true })
    window.addEventListener('pointermove', onMove, { signal })
    window.addEventListener('pointerup', () => end(true), { signal })
    window.addEventListener('pointercancel', () => end(false), { signal })
    return () => {
      stop.abort()
      end(false)
    }
  }, [board, isReady])
  return over
}
