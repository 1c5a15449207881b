// How much of the foot of the window messages and the toolbar of selected tasks lie over: lists can be scrolled that much further.
import { createStore } from '../store.ts'

/** Pixels from the window's lower edge. */
export const covered = createStore(0)

const heights = new Map<Element, number>()

function tell(): void {
  const height = Math.max(0, ...heights.values())
  if (height === covered.get()) return
  covered.set(height)
  document.documentElement.style.setProperty('--covered', `${height}px`)
}

/** For the ref of what lies over the foot of the window, as long as it is there. */
export function covers(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const observer = new ResizeObserver(() => {
    const { top, height } = element.getBoundingClientRect()
    heights.set(element, height === 0 ? 0 : Math.round(innerHeight - top))
    tell()
  })
  observer.observe(element)
  return () => {
    observer.disconnect()
    heights.delete(element)
    tell()
  }
}
