// A whole cluster on this machine, and what happens to its databases under writes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callUrl } from '../../../contract/target.ts'
import { newPerson, newTeam, type TestTeam } from '../../../support/cloud/cloud.ts'
import { type Ha, haMissing, openHa } from '../../../support/cloud/ha.ts'
import { until } from '../../../support/until.ts'

describe.skipIf(haMissing)(`a cluster in synchronous mode${haMissing ? ` (skipped: ${haMissing})` : ''}`, () => {
  let ha: Ha
  let team: TestTeam
  beforeAll(async () => {
    ha = await openHa({ mode: 'sync' })
    const cloud = {
      call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => callUrl(`${ha.balancerUrl}/api${path}`, method, body, headers),
    }
    team = await newTeam(cloud, await newPerson(cloud))
  }, 180_000)
  afterAll(() => ha?.close(), 60_000)

  /** Writes while something happens, until writes get through again; answers what was acknowledged. */
  async function writingDuring(what: string, happens: () => Promise<void>): Promise<string[]> {
    const acknowledged: string[] = []
    let count = 0
    const over = new AbortController()
    const write = async () => {
      while (!over.signal.aborted) {
        const title = `${what} ${count++}`
        const { status } = await team.call('POST', '/tasks', { title }).catch(() => ({ status: 0 }))
        if (status === 201) acknowledged.push(title)
      }
    }
    const writers = [write(), write()]
    await until('writes', () => acknowledged.length > 20, 60_000)
    await happens()
    const before = acknowledged.length
    await until('writes again', () => acknowledged.length > before + 20, 90_000)
    over.abort()
    await Promise.all(writers)
    return acknowledged
  }

  it('[HA1] kill -9 of the primary loses nothing that was acknowledged, and the other instances of everything go on', async () => {
    const before = await ha.primary()
    const killed = ha.databases.find(({ name }) => name === before) as Ha['databases'][number]
    const acknowledged = await writingDuring('killed', () => killed.kill())
    expect(await ha.primary()).not.toBe(before)
    const there = new Set(((await team.call('GET', '/tasks')).body as { title: string }[]).map(({ title }) => title))
    expect(acknowledged.filter((title) => !there.has(title))).toEqual([])
    killed.start()
    await ha.followed()
  }, 180_000)
})
