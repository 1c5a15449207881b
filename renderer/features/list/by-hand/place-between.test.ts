import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { comparePlaces, placeIn } from '../../../lib/plan/places.ts'
import { placeBetween, placesBetween } from './place-between.ts'

const list = '01a20a16-1269-7f9a-b9a4-c9bb8550b0f4'
const task = (n: number, created_at = '2026-11-23T10:00:00.000Z', places: string[] = []) => ({
  uid: `01a20a16-1269-7f9a-b9a4-${String(n).padStart(12, '0')}`,
  created_at,
  places,
})

it('[W109] whatever is moved wherever, each stands where it was put, and all others as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 120 }), fc.boolean(), (moves, isOneMoment) => {
      // A list that was imported was created in one moment.
      const at = (n: number) => (isOneMoment ? '2026-11-23T10:00:00.000Z' : new Date(1_790_000_000_000 + n).toISOString())
      let tasks = Array.from({ length: 8 }, (_, n) => task(n, at(n))).sort(comparePlaces(list))
      for (const [from, to] of moves) {
        const moved = tasks[from % tasks.length] as (typeof tasks)[number]
        const others = tasks.filter((one) => one !== moved)
        const index = to % (others.length + 1)
        const [before, after] = [others[index - 1], others[index]]
        const key = placeBetween(before && placeIn(list, before), after && placeIn(list, after))
        expect(key).toMatch(/^[0-9A-Za-z]*[1-9A-Za-z]$/)
        const now = { ...moved, places: [`${list}:${key}`] }
        const wanted = [...others.slice(0, index), now, ...others.slice(index)]
        tasks = [...wanted].reverse().sort(comparePlaces(list))
        expect(tasks.map(({ uid }) => uid)).toEqual(wanted.map(({ uid }) => uid))
      }
    }),
  )
})

it('[W109] keys stay short: at the ends however often, in one gap for hundreds of moves, and of many that are moved together', () => {
  let [first, last, inside] = [placeIn(list, task(1)), placeIn(list, task(1)), placeIn(list, task(2))]
  const low = placeIn(list, task(1))
  for (let n = 0; n < 5000; n++) {
    first = placeBetween(undefined, first)
    last = placeBetween(last, undefined)
    if (n < 600) inside = placeBetween(low, inside)
  }
  expect([first.length, last.length]).toEqual([9, 9])
  expect(inside.length).toBeLessThan(200)
  const many = placesBetween(low, placeIn(list, task(2)), 10_000)
  expect([many.length, new Set(many).size]).toEqual([10_000, 10_000])
  expect(many).toEqual([...many].sort((a, b) => (a < b ? -1 : 1)))
  expect(Math.max(...many.map(({ length }) => length))).toBeLessThan(30)
})

it('[W109] what two devices put somewhere stands in one place on both; a new task stands first', () => {
  const both = [`${list}:A`, `${list}:B`]
  expect(placeIn(list, task(1, undefined, both))).toBe('B')
  expect(placeIn(list, task(1, undefined, both.toReversed()))).toBe('B')
  const older = task(1, '2026-11-23T10:00:00.000Z')
  const moved = { ...task(2, '2026-11-22T10:00:00.000Z'), places: [`${list}:${placeBetween(undefined, placeIn(list, older))}`] }
  const made = task(3, '2026-11-23T10:00:01.000Z')
  expect([older, made, moved].sort(comparePlaces(list))).toEqual([made, moved, older])
})
