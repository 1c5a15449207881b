// Tasks that are written while something happens to the machines.
import { expect } from 'vitest'
import { type Called } from '../../../contract/target.ts'
import type { TestTeam } from '../cloud.ts'
import { until } from '../../until.ts'

/** How many are acknowledged before it happens, and again after it. */
const enough = 20

/**
 * Two callers write one task after the other, until writes get through again after it happened. All that was acknowledged is there then.
 * Returns what was answered else; status 0: nothing was.
 */
export async function writingDuring(team: Pick<TestTeam, 'call'>, what: string, happens: () => Promise<unknown>): Promise<Called[]> {
  const [acknowledged, refused]: [string[], Called[]] = [[], []]
  const over = new AbortController()
  const write = async (writer: number) => {
    for (let count = 0; !over.signal.aborted; count++) {
      const title = `${what} ${writer} ${count}`
      const answer = await team
        .call('POST', '/tasks', { title })
        .catch((error: Error): Called => ({ status: 0, body: `${error.message}: ${error.cause}`, headers: new Headers() }))
      if (answer.status === 201) acknowledged.push(title)
      else refused.push(answer)
    }
  }
  const writers = [write(1), write(2)]
  try {
    await until('writes', () => acknowledged.length > enough, 60_000)
    await happens()
    const before = acknowledged.length
    await until('writes again', () => acknowledged.length > before + enough, 90_000)
  } finally {
    over.abort()
    await Promise.all(writers)
  }
  const there = new Set(await titlesOf(team))
  expect(acknowledged.filter((title) => !there.has(title))).toEqual([])
  return refused
}

/** Of all tasks of the team, in the order of the alphabet. */
export async function titlesOf({ call }: Pick<TestTeam, 'call'>): Promise<string[]> {
  const { status, body } = await call('GET', '/tasks')
  if (status !== 200) throw new Error(`GET /tasks: ${status} ${JSON.stringify(body)}`)
  return (body as { title: string }[]).map(({ title }) => title).sort()
}
