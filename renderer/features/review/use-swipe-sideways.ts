import { type RefObject, useEffect, useRef, useState } from 'react'

/** Which way it goes when the finger lets go now. */
export type Swiped = 'left' | 'right'

const begins = 12
const far = 96

/** A finger that moves an element sideways, and far enough, does what that side stands for. `done`: undefined where nothing is swiped. */
export function useSwipeSideways(target: RefObject<HTMLElement | null>, done: ((to: Swiped) => void) | undefined): Swiped | undefined {
  const [swiped, setSwiped] = useState<Swiped | undefined>(undefined)
  const latest = useRef(done)
  useEffect(() => {
    latest.current = done
  })
  const isOn = done !== undefined
  useEffect(() => {
    const element = target.current
    if (!element || !isOn) return
    let from: { x: number; y: number } | undefined
    let now: Swiped | undefined
    const to = (next: Swiped | undefined, across = 0) => {
      element.style.transform = Math.abs(across) > begins ? `translateX(${across}px)` : ''
      if (next !== now) setSwiped(next)
      now = next
    }
    const start = (event: TouchEvent) => {
      const [touch] = event.touches
      from = event.touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : undefined
    }
    const move = (event: TouchEvent) => {
      const [touch] = event.touches
      if (!from || !touch) return
      const across = touch.clientX - from.x
      // Whoever scrolls decides nothing.
      if (now === undefined && Math.abs(touch.clientY - from.y) > Math.max(24, Math.abs(across))) {
        from = undefined
        to(undefined)
      } else to(across > far ? 'right' : across < -far ? 'left' : undefined, across)
    }
    const end = (event: TouchEvent) => {
      const decided = event.type === 'touchend' ? now : undefined
      from = undefined
      to(undefined)
      if (decided) latest.current?.(decided)
    }
    const events = { touchstart: start, touchmove: move, touchend: end, touchcancel: end } as const
    for (const [name, hear] of Object.entries(events)) element.addEventListener(name as 'touchstart', hear, { passive: true })
    return () => {
      for (const [name, hear] of Object.entries(events)) element.removeEventListener(name as 'touchstart', hear)
    }
  }, [target, isOn])
  return swiped
}
