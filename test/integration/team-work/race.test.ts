// Two desktops and the cloud race for the same tasks, while one of them is killed again and again and the line of the other is cut: each task is
// finished once, and by whoever is told so.
import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { callUrl } from '../../contract/target.ts'
import { openCable } from '../../support/cloud/cable.ts'
import { type Call, newPerson, newTeam, openCloud } from '../../support/cloud/cloud.ts'
import { type ChildService, startChild } from '../../support/service/child-service.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { openDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

const count = process.env.TANDEM_LONG ? 1000 : 24
const workers = 2

interface Answer {
  outcome?: string
  key?: string
  unconfirmed?: true
  task: { id: number; title: string }
}

/** Between two asks. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo()
})

it(
  '[X36] [X37] each is held and finished once, through kill -9 and a cut line',
  async () => {
    const cloud = await openCloud({ claims: { lookEvery: 100 } })
    cleanUp.push(cloud.close)
    const team = await newTeam(cloud, await newPerson(cloud))
    const cable = await openCable(cloud.url)
    cleanUp.push(cable.close)
    const folder = temporaryFolder()
    cleanUp.push(folder.remove)
    let child: ChildService = await startChild(folder.path)
    cleanUp.push(() => child.kill())
    const bo = await openDesktop('bo', cable, team)
    cleanUp.push(bo.close)
    const finished = new Map<string, Set<string>>()
    /** What each was told, to tell what went wrong. */
    const told: string[] = []
    const state = { over: false, ended: false }
    // First of all: nobody asks what is being closed.
    cleanUp.push(() => void (state.over = state.ended = true))

    /** What a desktop that is being killed does not answer is asked again. A finish also when all is over: it may be done, and only its answer lost. */
    async function insist(call: Call, method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Answer | undefined> {
      while (!(path.endsWith('/finish') ? state.ended : state.over)) {
        try {
          const reply = await call(method, path, body, headers)
          if (reply.status < 500) return reply.body
        } catch {
          // It comes back.
        }
        await pause()
      }
      return undefined
    }

    async function work(call: Call, name: string): Promise<void> {
      while (!state.over) {
        const headers = { 'x-actor': `agent:${name}`, 'x-run': randomUUID() }
        const given = await insist(call, 'POST', '/tasks/next', { wait_seconds: 1 }, headers)
        if (!given?.key) {
          await pause()
          continue
        }
        const { id, title } = given.task
        // Until the team has agreed, nothing is written.
        let claim: Answer | undefined = given
        while (claim?.unconfirmed && !state.over) {
          await pause()
          claim = await insist(call, 'GET', `/tasks/${id}/claim`, undefined, headers)
        }
        if (state.over) return
        const answer = await insist(call, 'POST', `/tasks/${id}/finish`, { key: given.key, summary: `by ${given.key}` }, headers)
        told.push(`${title}: ${name} ${given.key} ${JSON.stringify({ ...answer, task: undefined })}`)
        if (answer?.outcome === 'finished' || answer?.outcome === 'unchanged') finished.set(title, (finished.get(title) ?? new Set()).add(given.key))
      }
    }

    const ana: Call = (method, path, body, headers) => callUrl(child.url + path, method, body, headers)
    await ana('PUT', '/remote', { url: cloud.url, token: team.token, team_id: team.id }, { 'x-actor': 'person' })
    await bo.connect()
    for (let n = 0; n < count; n++) await team.call('POST', '/tasks', { title: `task ${n}`, status: 'todo' })
    for (const call of [ana, bo.call])
      await until('all tasks', async () => ((await call('GET', '/tasks', undefined, { 'x-actor': 'person' })).body as unknown[]).length === count)

    const working = [ana, bo.call, team.call].flatMap((call, side) => Array.from({ length: workers }, (_, n) => work(call, `w${side}${n}`)))
    const done = async () => (await team.call('GET', '/tasks?status=done')).body.length as number
    const reached = (part: number) => until(`${part} of the tasks`, async () => (await done()) >= count * part, 300_000)
    for (const part of process.env.TANDEM_LONG ? [0.1, 0.3, 0.5, 0.7] : [0.2, 0.5]) {
      await reached(part)
      cable.cut()
      await child.kill()
      await reached(part + 0.1)
      child = await startChild(folder.path)
      cable.mend()
    }
    await until('all of them', async () => (await done()) === count, 60_000).catch(async (error: Error) => {
      const open = ((await team.call('GET', '/tasks')).body as { status: string }[]).filter(({ status }) => status !== 'done')
      const seen = await Promise.all([ana, bo.call, team.call].map(async (call) => (await call('GET', '/claims', undefined, { 'x-actor': 'person' })).body))
      throw new Error(`${error.message}: ${JSON.stringify({ open, seen })}`)
    })
    state.over = true
    await Promise.all(working)

    const tasks = (await team.call('GET', '/tasks')).body as { id: number; title: string; status: string }[]
    for (const { id, title } of tasks) {
      const comments = (await team.call('GET', `/tasks/${id}/comments`)).body as { body: string }[]
      expect([title, comments.length]).toEqual([title, 1])
      const [key] = [...(finished.get(title) ?? [])]
      expect([title, finished.get(title)?.size ?? 0], `${told.filter((line) => line.startsWith(`${title}:`)).join('; ')}; ${comments[0]?.body}`).toEqual([
        title,
        1,
      ])
      expect(comments[0]?.body).toBe(`by ${key}`)
    }
  },
  process.env.TANDEM_LONG ? 1_800_000 : 150_000,
)
