// Two cells as an operator has them, behind HAProxy: a team is moved there and back while REST writers, a stream, an agent and a desktop work in it by the one address.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cellsMissing, type RunningCell, type RunningCells, startCells } from '../../../../deploy/cells/cells.ts'
import { callUrl } from '../../../contract/target.ts'
import { createRoaming, type Roaming } from '../../../support/cloud/ha/cells.ts'
import { newPerson, newTeam, password, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { follow } from '../../../support/cloud/team-events.ts'
import { connectHttp } from '../../../support/mcp/mcp-clients.ts'
import { startAdmin } from '../../../support/operator/operator.ts'
import { openDesktop } from '../../../support/sync/synced.ts'
import { until } from '../../../support/until.ts'

const missing = cellsMissing()

describe.skipIf(missing)(`cells behind HAProxy${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let folder: string
  let running: RunningCells
  let a: RunningCell
  let b: RunningCell
  let ana: TestPerson
  let team: TestTeam
  const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    callUrl(`${running.balancerUrl}/api${path}`, method, body, headers)

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tandem-cells-'))
    running = await startCells({
      folder,
      settings: {
        TANDEM_LOG: 'warn',
        TANDEM_SEARCH_MODEL: 'off',
        TANDEM_REQUESTS_PER_MINUTE: '1000000',
        TANDEM_SIGN_INS_PER_MINUTE: '1000000',
        TANDEM_MAILS_PER_MINUTE: '1000000',
      },
    })
    ;[a, b] = running.cells
    ana = await newPerson({ call }, 'Ana')
    team = await newTeam({ call }, ana)
  }, 240_000)
  afterAll(async () => {
    await running?.close()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  const move = (from: RunningCell, to: RunningCell) =>
    startAdmin(
      { url: from.databaseUrl },
      ['move-team', team.id, '--to', to.settings, '--map', running.router.map, '--router', running.router.socket, '--json'],
      from.env,
    )
  async function mustMove(from: RunningCell, to: RunningCell) {
    const { code, out, err, json } = await move(from, to).done
    if (code !== 0) throw new Error(`${code} ${out} ${err}`)
    return json
  }

  async function query<R extends object>(cell: RunningCell, text: string): Promise<R[]> {
    const client = new Client({ connectionString: cell.databaseUrl })
    await client.connect()
    try {
      return (await client.query<R>(text, [team.id])).rows
    } finally {
      await client.end()
    }
  }

  /** Works until it is stopped; each title is written by one of them. */
  function working(write: (title: string, client: Roaming) => Promise<void>, name: string) {
    const state = { over: false, acknowledged: [] as string[] }
    const client = createRoaming([running.balancerUrl], team.as)
    const done = (async () => {
      for (let n = 0; !state.over; n++) {
        await write(`${name} ${n}`, client)
        state.acknowledged.push(`${name} ${n}`)
      }
    })()
    return {
      state,
      longest: client.longest,
      async stop() {
        state.over = true
        await done
      },
    }
  }

  const byRest = async (title: string, client: Roaming) => {
    const made = await client.call('POST', '/tasks', { title }, { 'idempotency-key': title })
    if (made.status !== 201) throw new Error(`${made.status} ${JSON.stringify(made.body)}`)
  }

  it('[HA42] a call goes to the cell of its team; what names no team to the one that knows the login', async () => {
    expect((await call('GET', '/tasks', undefined, team.as)).status).toBe(200)
    expect(await query(a, 'SELECT 1 FROM teams WHERE id = $1')).toHaveLength(1)
    await mustMove(a, b)
    expect(readFileSync(running.router.map, 'utf8')).toBe(`${team.id} b\n`)
    expect((await call('GET', '/tasks', undefined, team.as)).status).toBe(200)
    expect((await call('GET', `/teams/${team.id}/members`, undefined, ana.as)).status).toBe(200)
    // Neither names a team: the first cell does not know her any more.
    expect((await call('GET', '/teams', undefined, ana.as)).body).toMatchObject([{ id: team.id }])
    const signedIn = await call('POST', '/auth/sign-in', { email: ana.email, password })
    expect(signedIn).toMatchObject({ status: 200, body: { user: { id: ana.id } } })
    const agent = await connectHttp('modern', running.balancerUrl, 'agent', { headers: { authorization: team.as.authorization as string } })
    expect((await agent.call('list_tasks')).isError).toBe(false)
    await agent.close()
    expect((await call('GET', '/tasks', undefined, { ...team.as, authorization: 'Bearer wrong' })).status).toBe(401)
    await mustMove(b, a)
  })

  it('[HA43] writers, a stream, an agent and a desktop go along, there and back, and an operator who is killed', async () => {
    const desktop = await openDesktop('moved', { url: running.balancerUrl }, team)
    try {
      await desktop.connect()
      await desktop.synced()
      for (const [from, to, killedAt] of [
        [a, b, undefined],
        [b, a, 'stopped'],
      ] as const) {
        const agent = await connectHttp('modern', running.balancerUrl, 'agent', { headers: team.as })
        const workers = [
          working(byRest, `${from.name} one`),
          working(byRest, `${from.name} two`),
          working(async (title) => {
            // It says itself what is refused for the moment; the title says whether it was done.
            let last: unknown
            await until(title, async () => {
              const made = await agent.call('create_task', { title, force: true, reason: 'it is another one' }).catch((error: unknown) => void (last = error))
              if (made?.isError) last = made.text
              return made?.isError === false
            }).catch((error: Error) => {
              throw new Error(`${error.message}: ${String(last)}`)
            })
          }, `${from.name} agent`),
          working(async (title) => {
            expect((await desktop.call('POST', '/tasks', { title })).status).toBe(201)
            await until(`${title} to be sent`, async () => (await desktop.state()).waiting === 0, 90_000)
          }, `${from.name} desktop`),
        ]
        const before: number[] = []
        let now: () => number[] = () => []
        const told = () => [...before, ...now()]
        const hellos: string[] = []
        const stream = { over: false, close: () => undefined as unknown }
        const following = (async () => {
          let last = String((await query<{ events: string }>(from, 'SELECT events FROM team_counters WHERE team_id = $1'))[0]?.events)
          while (!stream.over) {
            const opened = await follow(running.balancerUrl, { ...team.as, 'last-event-id': last }).catch(() => undefined)
            if (!opened) {
              await new Promise((resolve) => setTimeout(resolve, 20))
              continue
            }
            stream.close = opened.close
            now = () => opened.seen().map(({ id }) => id)
            hellos.push(`${opened.events[0]?.event} ${JSON.parse(opened.events[0]?.data ?? '{}').epoch}`)
            await opened.ended
            before.push(...now())
            now = () => []
            last = opened.lastId() || last
          }
        })()
        await until('all work', () => hellos.length > 0 && workers.every(({ state }) => state.acknowledged.length > 3))
        if (killedAt !== undefined) {
          const { child, done } = move(from, to)
          child.stderr?.on('data', (part: Buffer) => part.toString().includes(killedAt) && child.kill('SIGKILL'))
          await done
        }
        const moved = await mustMove(from, to)
        expect(moved).toMatchObject({ moved: true, resumed: killedAt !== undefined })
        if (moved.refused_ms !== null) expect(moved.refused_ms).toBeLessThan(10_000)
        const then = workers.map(({ state }) => state.acknowledged.length)
        await until('all work on', () => workers.every(({ state }, n) => state.acknowledged.length > (then[n] as number) + 3))
        for (const one of workers) await one.stop()
        await agent.close()
        const titles = async () => (await query<{ title: string }>(to, 'SELECT title FROM tasks WHERE team_id = $1')).map(({ title }) => title)
        const wanted = workers.flatMap(({ state }) => state.acknowledged)
        await until(
          'what the desktop wrote is there',
          async () => {
            const there = new Set(await titles())
            return wanted.every((title) => there.has(title))
          },
          90_000,
        )
        const there = await titles()
        // An agent whose answer was lost may have said it again; all others are there once.
        const once = there.filter((title) => !title.includes(' agent '))
        expect(new Set(once).size).toBe(once.length)
        const journal = (await query<{ seq: string; kind: string }>(to, 'SELECT seq, kind FROM event_queue WHERE team_id = $1 ORDER BY seq')).map(
          ({ seq, kind }) => ({ seq: Number(seq), kind }),
        )
        expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_, n) => n + 1))
        const last = journal.findLast(({ kind }) => kind === 'task.created')?.seq
        await until('the stream is at the end', () => told().at(-1) === last || told().includes(last as number))
        stream.over = true
        stream.close()
        await following
        const created = journal.filter(({ kind, seq }) => kind === 'task.created' && seq >= (told()[0] as number)).map(({ seq }) => seq)
        expect(told().filter((seq) => created.includes(seq))).toEqual(created)
        expect(new Set(told()).size).toBe(told().length)
        expect(new Set(hellos).size).toBe(1)
        expect(await query(from, 'SELECT 1 FROM teams WHERE id = $1')).toEqual([])
      }
      // It was never told of another history.
      expect(JSON.stringify((await desktop.call('GET', '/notices')).body)).not.toContain('cloud_went_back')
    } finally {
      await desktop.close()
    }
  }, 300_000)
})
