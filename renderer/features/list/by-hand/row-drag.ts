// A row under a pointer: with the mouse it is lifted by moving, with a finger by resting (a finger that moves at once scrolls). At an edge of the list the
// rows come along. Rows that cannot be seen are not drawn, so they are looked for under the pointer at each frame.
import { holdFinger } from '../../../lib/press/held-finger.ts'

/** Milliseconds: before the menu that a resting finger opens elsewhere. */
const heldFor = 350
/** Pixels: a finger that rests is never quite still, and a click neither. */
const tremble = 6
const edgeHeight = 48
/** Pixels in a sixtieth of a second, at the very edge. */
const fastest = 14

interface Point {
  x: number
  y: number
}

/** Beside which row it would come, and where that is on the screen. */
export interface Aim {
  id: number
  edge: 'before' | 'after'
  left: number
  width: number
  y: number
}

interface Handlers {
  canLift: (id: number) => boolean
  canDrop: (id: number, target: number) => boolean
  over: (aim: Aim | undefined) => void
  onDrop: (id: number, aim: Aim) => void
  /** A finger rested, and was lifted where it was. */
  onHold: (id: number, at: Point) => void
}

interface Carried {
  row: HTMLElement
  image: HTMLElement
  scroller: HTMLElement | null
  hasMoved: boolean
  aim?: Aim | undefined
}

const rowAt = (target: Element): HTMLElement | null => target.closest<HTMLElement>('[aria-posinset] [data-steady]')
const idOf = (row: HTMLElement) => Number(row.querySelector<HTMLElement>('[data-row]')?.dataset.row)

/** What the list gives its rows. */
const measures = ['--row-end', '--number-width']

function imageOf(row: HTMLElement, { y }: Point): HTMLElement {
  const box = row.getBoundingClientRect()
  const image = row.cloneNode(true) as HTMLElement
  for (const one of [image, ...image.querySelectorAll('*')]) for (const name of ['data-row', 'data-steady', 'aria-current']) one.removeAttribute(name)
  image.setAttribute('aria-hidden', 'true')
  image.dataset.carried = ''
  image.className += ' rounded-control border border-accent bg-surface'
  Object.assign(image.style, { position: 'fixed', zIndex: '50', pointerEvents: 'none', height: `${box.height}px` })
  Object.assign(image.style, { left: `${box.left}px`, top: `${box.top - y}px`, width: `${box.width}px` })
  for (const name of measures) image.style.setProperty(name, getComputedStyle(row).getPropertyValue(name))
  return image
}

function ignoreTap(): void {
  const ignored = new AbortController()
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', stop, { signal: ignored.signal, capture: true, once: true })
  setTimeout(() => ignored.abort(), 50)
}

export class RowDrag {
  private readonly handlers: Handlers
  private readonly stopping = new AbortController()
  private pressed: { id: number; row: HTMLElement; from: Point; isTouch: boolean } | undefined
  private waiting: ReturnType<typeof setTimeout> | undefined
  private carried: Carried | undefined
  private at: Point = { x: 0, y: 0 }
  private frame = 0

  constructor(handlers: Handlers) {
    this.handlers = handlers
    const { signal } = this.stopping
    // First: rows that have just moved take no press, and whoever dropped one may well drag it again.
    document.addEventListener('pointerdown', (event) => this.down(event), { signal, capture: true })
    window.addEventListener('pointermove', (event) => this.move(event), { signal })
    window.addEventListener('pointerup', () => this.end(true), { signal })
    window.addEventListener('pointercancel', () => this.end(false), { signal })
    window.addEventListener('keydown', (event) => event.key === 'Escape' && this.carried && (event.stopPropagation(), this.end(false)), {
      signal,
      capture: true,
    })
    // The browser would drag the link, select text, scroll below the finger, or offer its menu.
    const keep = (event: Event) => this.carried && event.cancelable && event.preventDefault()
    document.addEventListener('touchmove', keep, { signal, passive: false })
    document.addEventListener('selectstart', keep, { signal })
    document.addEventListener('dragstart', (event) => this.pressed && event.preventDefault(), { signal, capture: true })
    const noMenu = (event: Event) => {
      if (!this.pressed?.isTouch) return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('contextmenu', noMenu, { signal, capture: true })
  }

  stop(): void {
    this.end(false)
    this.stopping.abort()
  }

  private down({ target, button, isPrimary, pointerType, clientX: x, clientY: y, shiftKey, ctrlKey, metaKey }: PointerEvent): void {
    this.end(false)
    if (button !== 0 || !isPrimary || shiftKey || ctrlKey || metaKey || !(target instanceof Element) || target.closest('button,input')) return
    const row = rowAt(target)
    if (!row || !this.handlers.canLift(idOf(row))) return
    const isTouch = pointerType === 'touch'
    this.at = { x, y }
    this.pressed = { id: idOf(row), row, from: this.at, isTouch }
    if (isTouch) this.waiting = setTimeout(() => this.lift(), heldFor)
  }

  private move({ clientX: x, clientY: y, isPrimary }: PointerEvent): void {
    if (!isPrimary || !this.pressed) return
    const { from, isTouch } = this.pressed
    this.at = { x, y }
    if (Math.hypot(x - from.x, y - from.y) <= tremble) return
    if (this.carried) this.carried.hasMoved = true
    else if (isTouch) this.end(false)
    else this.lift()
  }

  private lift(): void {
    if (!this.pressed) return
    const { row, from, isTouch } = this.pressed
    const image = imageOf(row, from)
    document.body.append(image)
    document.body.dataset.carrying = ''
    row.style.opacity = '0.4'
    this.carried = { row, image, scroller: row.closest<HTMLElement>('.overflow-y-auto'), hasMoved: !isTouch }
    if (isTouch) {
      navigator.vibrate?.(10)
      holdFinger()
    }
    this.follow()
  }

  private readonly follow = (): void => {
    if (!this.carried || !this.pressed) return
    const { image, scroller } = this.carried
    const { y } = this.at
    // It is as wide as the list: only where it comes matters.
    image.style.transform = `translateY(${y}px)`
    if (scroller) {
      const { top, bottom } = scroller.getBoundingClientRect()
      const past = Math.max(0, edgeHeight - (bottom - y)) - Math.max(0, edgeHeight - (y - top))
      scroller.scrollTop += (Math.max(-edgeHeight, Math.min(edgeHeight, past)) / edgeHeight) * fastest
    }
    const aim = this.aimAt(this.at, this.pressed.id)
    if (aim?.id !== this.carried.aim?.id || aim?.y !== this.carried.aim?.y) this.handlers.over(aim)
    this.carried.aim = aim
    this.frame = requestAnimationFrame(this.follow)
  }

  private aimAt({ x, y }: Point, id: number): Aim | undefined {
    const row = document.elementsFromPoint(x, y).flatMap((one) => rowAt(one) ?? [])[0]
    if (!row || !this.handlers.canDrop(id, idOf(row))) return undefined
    const { left, width, top, bottom } = row.getBoundingClientRect()
    const edge = y < (top + bottom) / 2 ? 'before' : 'after'
    return { id: idOf(row), edge, left, width, y: edge === 'before' ? top : bottom }
  }

  private end(isDrop: boolean): void {
    clearTimeout(this.waiting)
    const { pressed, carried } = this
    this.pressed = undefined
    this.carried = undefined
    if (!pressed || !carried) return
    cancelAnimationFrame(this.frame)
    carried.image.remove()
    delete document.body.dataset.carrying
    carried.row.style.removeProperty('opacity')
    this.handlers.over(undefined)
    ignoreTap()
    if (isDrop && !carried.hasMoved) this.handlers.onHold(pressed.id, this.at)
    else if (isDrop && carried.aim) this.handlers.onDrop(pressed.id, carried.aim)
  }
}
