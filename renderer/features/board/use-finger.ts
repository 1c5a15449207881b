// A card under a finger: held for a moment it is lifted and follows, at an edge of the board the columns come along, and where it is let go it stays.
// Let go where it was, it asks for its menu. A finger that moves at once scrolls, as everywhere. (The library that drags with the mouse leaves fingers to the system, which does not always drag.)
import { useEffect, useRef, useState } from 'react'
import type { Status } from '../../../shared/schema/task.ts'
import { holdFinger } from '../../lib/press/held-finger.ts'

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
  /** It has left the place where it was lifted. */
  hasMoved: boolean
}

interface Point {
  x: number
  y: number
}

interface Asked {
  onDrop: (id: number, status: Status) => void
  /** It was held and let go where it was. */
  onHold: (id: number, at: Point) => void
}

interface Handlers extends Asked {
  /** The column that the carried card is over. */
  over: (status: Status | undefined) => void
}

/** The column that the carried card is over. */
export function useFinger(board: HTMLElement | null, asked: Asked): Status | undefined {
  const [over, setOver] = useState<Status>()
  const latest = useRef(asked)
  useEffect(() => {
    latest.current = asked
  })
  useEffect(() => {
    if (!board) return
    const finger = new Finger(board, {
      over: setOver,
      onDrop: (id, status) => latest.current.onDrop(id, status),
      onHold: (id, at) => latest.current.onHold(id, at),
    })
    return () => finger.stop()
  }, [board])
  return over
}

const columnAt = ({ x, y }: Point) =>
  document.elementsFromPoint(x, y).flatMap((one) => (one instanceof HTMLElement && one.dataset.column ? [one.dataset.column as Status] : []))[0]

/** What follows the finger in place of the card, which stays where it is. */
function imageOf(card: HTMLElement, at: Point): HTMLElement {
  const box = card.getBoundingClientRect()
  const image = card.cloneNode(true) as HTMLElement
  for (const one of image.querySelectorAll('[data-row]')) delete (one as HTMLElement).dataset.row
  image.removeAttribute('data-card')
  image.setAttribute('aria-hidden', 'true')
  image.dataset.carried = card.dataset.card
  Object.assign(image.style, { position: 'fixed', left: `${box.left - at.x}px`, top: `${box.top - at.y}px`, width: `${box.width}px` })
  return image
}

/** Letting go is no tap on the card. */
function ignoreTap(): void {
  const noTap = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', noTap, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', noTap, { capture: true }), 50)
}

class Finger {
  private readonly board: HTMLElement
  private readonly handlers: Handlers
  private readonly stopping = new AbortController()
  private waiting: ReturnType<typeof setTimeout> | undefined
  /** Where it was put down. */
  private from: Point | undefined
  private carried: Carried | undefined
  private frame = 0

  constructor(board: HTMLElement, handlers: Handlers) {
    this.board = board
    this.handlers = handlers
    const { signal } = this.stopping
    // Else the page would scroll below the card, or the system would drag or offer the link.
    const keep = (event: Event) => {
      if (this.carried && event.cancelable) event.preventDefault()
    }
    const hold = (event: Event) => {
      if (this.from) event.preventDefault()
    }
    board.addEventListener('pointerdown', (event) => this.down(event), { signal })
    board.addEventListener('touchmove', keep, { signal, passive: false })
    board.addEventListener('contextmenu', hold, { signal })
    board.addEventListener('dragstart', hold, { signal, capture: true })
    window.addEventListener('pointermove', (event) => this.move(event), { signal })
    window.addEventListener('pointerup', () => this.end(true), { signal })
    window.addEventListener('pointercancel', () => this.end(false), { signal })
  }

  stop(): void {
    this.stopping.abort()
    this.end(false)
  }

  private down(event: PointerEvent): void {
    this.end(false)
    if (event.pointerType !== 'touch' || !event.isPrimary || !(event.target instanceof Element) || event.target.closest('button')) return
    const card = event.target.closest<HTMLElement>('[data-card]')
    if (!card) return
    const at = { x: event.clientX, y: event.clientY }
    this.from = at
    this.waiting = setTimeout(() => this.lift(card, at), heldFor)
  }

  private move({ clientX: x, clientY: y, isPrimary }: PointerEvent): void {
    if (!isPrimary || !this.from) return
    const isFar = Math.hypot(x - this.from.x, y - this.from.y) > stillWithin
    if (this.carried) Object.assign(this.carried, { x, y, hasMoved: this.carried.hasMoved || isFar })
    else if (isFar) this.end(false)
  }

  private lift(card: HTMLElement, at: Point): void {
    const image = imageOf(card, at)
    document.body.append(image)
    document.body.dataset.carrying = ''
    card.style.opacity = '0.4'
    this.carried = { id: Number(card.dataset.card), card, image, hasMoved: false, ...at }
    this.board.style.setProperty('scroll-snap-type', 'none')
    navigator.vibrate?.(10)
    holdFinger()
    this.follow()
  }

  /** Each frame: the columns may move below a finger that rests at the edge. */
  private readonly follow = (): void => {
    if (!this.carried) return
    const { image, x, y } = this.carried
    image.style.transform = `translate(${x}px, ${y}px) rotate(1.5deg)`
    const { left, right } = this.board.getBoundingClientRect()
    const past = Math.max(0, edge - (right - x)) - Math.max(0, edge - (x - left))
    this.board.scrollLeft += (Math.max(-edge, Math.min(edge, past)) / edge) * fastest
    this.handlers.over(columnAt(this.carried))
    this.frame = requestAnimationFrame(this.follow)
  }

  private end(isDrop: boolean): void {
    clearTimeout(this.waiting)
    this.from = undefined
    if (!this.carried) return
    const { id, card, image, x, y, hasMoved } = this.carried
    const status = columnAt(this.carried)
    cancelAnimationFrame(this.frame)
    image.remove()
    delete document.body.dataset.carrying
    card.style.removeProperty('opacity')
    this.carried = undefined
    this.board.style.removeProperty('scroll-snap-type')
    this.handlers.over(undefined)
    ignoreTap()
    if (isDrop && !hasMoved) this.handlers.onHold(id, { x, y })
    else if (isDrop && status) this.handlers.onDrop(id, status)
  }
}
