import { expect, test } from 'vitest'
import { waitInTurns } from './wait-in-turns.ts'

async function asked(seconds: number, endsAt = Number.POSITIVE_INFINITY) {
  const turns: number[] = []
  const answer = await waitInTurns(
    seconds,
    async (turn) => turns.push(turn),
    (count) => count >= endsAt,
  )
  expect(answer).toBe(turns.length)
  return turns
}

test('a long wait is several calls, none longer than the server waits', async () => {
  expect(await asked(0)).toEqual([0])
  expect(await asked(240)).toEqual([240])
  expect(await asked(500)).toEqual([240, 240, 20])
})

test('an answer ends it', async () => {
  expect(await asked(500, 2)).toEqual([240, 240])
})
