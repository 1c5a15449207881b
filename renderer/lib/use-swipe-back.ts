import { type RefObject, useEffect, useRef } from 'react'

const far = 90

/** A finger that moves from the left edge to the right goes back, as phones do. */
export function useSwipeBack(target: RefObject<HTMLElement | null>, back: () => void): void {
  const latest = useRef(back)
  useEffect(() => {
    latest.current = back
  })
  useEffect(() => {
    const element = target.current
    if (!element) return
    let from: { x: number; y: number } | undefined
    const start = (event: TouchEvent) => {
      const [touch] = event.touches
      from = event.touches.length === 1 && touch && touch.clientX < 48 ? { x: touch.clientX, y: touch.clientY } : undefined
    }
    const move = (event: TouchEvent) => {
      const [touch] = event.touches
      if (!from || !touch) return
      const across = touch.clientX - from.x
      if (Math.abs(touch.clientY - from.y) > 48) {
        from = undefined
        element.style.transform = ''
      } else element.style.transform = across > 12 ? `translateX(${across}px)` : ''
    }
    const end = (event: TouchEvent) => {
      const across = from ? (event.changedTouches[0]?.clientX ?? 0) - from.x : 0
      from = undefined
      element.style.transform = ''
      if (across > far) latest.current()
    }
    element.addEventListener('touchstart', start, { passive: true })
    element.addEventListener('touchmove', move, { passive: true })
    element.addEventListener('touchend', end)
    element.addEventListener('touchcancel', end)
    return () => {
      element.removeEventListener('touchstart', start)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', end)
    }
  }, [target])
}
