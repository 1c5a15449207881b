import { expect, it } from 'vitest'
import { layLines } from './graph-lines.ts'

it('[W51] a chain runs straight down, without lanes', () => {
  const { lines, lanes } = layLines([
    [0, 1],
    [1, 2],
    [2, 3],
  ])
  expect(lanes).toBe(0)
  expect(lines.map(({ lane }) => lane)).toEqual([undefined, undefined, undefined])
})

it('[W51] thirty that end at one task share one lane, and so do thirty that begin at one', () => {
  const into = Array.from({ length: 30 }, (_, from) => [from, 30] as const)
  const outOf = Array.from({ length: 30 }, (_, n) => [30, 31 + n] as const)
  const { lines, lanes } = layLines([...into, ...outOf])
  expect(lines).toHaveLength(60)
  expect(lanes).toBe(1)
})

it('[W51] lines that pass each other have lanes of their own, the short one nearest', () => {
  const { lines, lanes } = layLines([
    [0, 5],
    [1, 3],
  ])
  expect(lanes).toBe(2)
  expect(lines).toEqual([
    { from: 1, to: 3, lane: 0 },
    { from: 0, to: 5, lane: 1 },
  ])
})
