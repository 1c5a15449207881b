import { expect, it } from 'vitest'
import { throttleBackground } from './background-throttle.ts'

const timed = async (took: number, sinceAsked: () => number) => {
  const began = performance.now()
  await throttleBackground(took, { share: 0.5, sinceAsked, stillAsking: 100 })
  return performance.now() - began
}

it('rests as long as it worked while nobody searches', async () => {
  // Timers may be a millisecond early.
  expect(await timed(20, () => 60_000)).toBeGreaterThan(18)
})

it('rests a hundred times as long while somebody searches', async () => {
  expect(await timed(3, () => 0)).toBeGreaterThan(290)
})

it('goes on when nobody searches any more, not after the long rest', async () => {
  const searched = performance.now() + 50
  // The rest that was begun while somebody searched would take ten seconds.
  expect(await timed(100, () => performance.now() - searched)).toBeLessThan(5000)
})
