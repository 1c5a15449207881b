import { expect, test } from 'vitest'
import { createLimitByKey } from './concurrency-limit.ts'

/** Work that ends when it is told to. */
function held() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => new Promise<string>((resolve) => (begun.push(name), ends.push(() => resolve(name))))
  return { begun, ends, work }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('what waits under one key keeps no other waiting, and comes in its order', async () => {
  const { begun, ends, work } = held()
  const limited = createLimitByKey(2)
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => limited(name[0] as string, work(name)))
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  ends[1]?.()
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  ends[0]?.()
  await settled()
  for (const end of ends) end()
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
})

test('of one key so many wait, and one more is told; work that fails makes room', async () => {
  const { begun, ends, work } = held()
  const limited = createLimitByKey(1, 1, () => {
    throw new Error('full')
  })
  const first = limited('a', work('a1'))
  const second = limited('a', () => Promise.reject(new Error('no')))
  await expect(limited('a', work('a3'))).rejects.toThrow('full')
  void limited('b', work('b1'))
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  ends[0]?.()
  await first
  await expect(second).rejects.toThrow('no')
  void limited('a', work('a4'))
  await settled()
  expect(begun).toEqual(['a1', 'b1', 'a4'])
})
