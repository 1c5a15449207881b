// Where the window was, made to fit the screens that are there now.
import { type Static, Type } from 'typebox'

const pixel = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })
const Bounds = Type.Object({ x: pixel, y: pixel, width: pixel, height: pixel })
export type Bounds = Static<typeof Bounds>

export const WindowState = Type.Object({
  bounds: Type.Optional(Bounds),
  isMaximized: Type.Optional(Type.Boolean()),
  // Put behind the service's own: without its slash, "@example.org" would make another host of it.
  address: Type.Optional(Type.String({ pattern: '^/', description: 'The address that was open.' })),
})
export type WindowState = Static<typeof WindowState>

const least = { width: 360, height: 480 }
const usual = { width: 1280, height: 840 }
/** So much of the window must be on a screen, or the person could not reach it. */
const reachable = 96

const overlap = (from: number, length: number, otherFrom: number, otherLength: number) =>
  Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom)

/** Size alone when its old place is on no screen any more: the system then finds one. */
export function fitBounds(state: WindowState, screens: readonly Bounds[]): Partial<Bounds> & { width: number; height: number } {
  const largest = screens.reduce((a, b) => (a.width * a.height >= b.width * b.height ? a : b), screens[0] ?? { x: 0, y: 0, ...usual })
  const { bounds } = state
  const width = Math.max(least.width, Math.min(bounds?.width ?? usual.width, largest.width))
  const height = Math.max(least.height, Math.min(bounds?.height ?? usual.height, largest.height))
  if (!bounds) return { width, height }
  const isReachable = screens.some(
    (screen) => overlap(bounds.x, width, screen.x, screen.width) >= reachable && overlap(bounds.y, reachable, screen.y, screen.height) >= reachable / 2,
  )
  return isReachable ? { x: bounds.x, y: bounds.y, width, height } : { width, height }
}
