import { expect, test, vi } from 'vitest'
import { createLeaseLoop } from './lease-loop.ts'

function loopOver(rows: number[], maxUnderWay: number) {
  const asked: number[] = []
  const working: { row: number; done: () => void; fail: (error: Error) => void }[] = []
  const onError = vi.fn<(error: unknown) => void>()
  const loop = createLeaseLoop<number>({
    lease: async (max) => (asked.push(max), rows.splice(0, max)),
    work: (row) => new Promise((resolve, reject) => working.push({ row, done: resolve, fail: reject })),
    maxUnderWay,
    lookEvery: 1_000_000,
    onError,
  })
  return { loop, asked, working, onError }
}

test('it works on as many at once as it may, and leases more as soon as one is done', async () => {
  const { loop, asked, working } = loopOver([1, 2, 3], 2)
  loop.wake()
  await vi.waitFor(() => expect(working.map(({ row }) => row)).toEqual([1, 2]))
  working[0]?.done()
  await vi.waitFor(() => expect(working.map(({ row }) => row)).toEqual([1, 2, 3]))
  for (const one of working) one.done()
  await loop.close()
  expect(asked.slice(0, 2)).toEqual([2, 1])
})

test('work that fails is reported, and ends nothing else', async () => {
  const { loop, working, onError } = loopOver([1, 2], 5)
  loop.wake()
  await vi.waitFor(() => expect(working).toHaveLength(2))
  working[0]?.fail(new Error('no'))
  await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce())
  let closed = false
  const closing = loop.close().then(() => (closed = true))
  expect(closed).toBe(false)
  working[1]?.done()
  await closing
})
