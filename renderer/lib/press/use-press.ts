// A press is about what was under the pointer when it began, whatever comes there before it ends; one that lasts means something else.
import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { holdFinger } from './held-finger.ts'

/** Milliseconds: as long as the system's own long press. */
const longAfter = 500
/** Pixels: a finger that rests is never quite still. */
const tremble = 8

interface Press {
  onPress: () => void
  onLong: (element: HTMLElement) => void
}

/** Handlers for a button. Keys and programs, which have no pointer, press it by its click. */
export function usePress({ onPress, onLong }: Press) {
  const isAnswered = useRef(false)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || !event.isPrimary) return
      const { clientX: x, clientY: y, currentTarget: element } = event
      isAnswered.current = true
      const over = new AbortController()
      const options = { signal: over.signal, capture: true }
      const long = setTimeout(() => {
        over.abort()
        holdFinger()
        onLong(element)
      }, longAfter)
      over.signal.addEventListener('abort', () => clearTimeout(long))
      const isFar = (one: globalThis.PointerEvent) => Math.hypot(one.clientX - x, one.clientY - y) > tremble
      window.addEventListener('pointermove', (one) => isFar(one) && over.abort(), options)
      window.addEventListener('pointercancel', () => over.abort(), options)
      window.addEventListener(
        'pointerup',
        () => {
          over.abort()
          onPress()
        },
        options,
      )
    },
    onClick(event: MouseEvent) {
      event.stopPropagation()
      if (event.detail === 0 || !isAnswered.current) onPress()
      isAnswered.current = false
    },
  }
}
