// A team goes from one cell to the other and back, while it is written, followed and sent for: nothing of it is lost, and nothing is there twice.
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { stepAt, totpCode } from '../../../../cloud/auth/totp.ts'
import { png } from '../../../support/attachments.ts'
import { unbase32 } from '../../../support/base32.ts'
import { type Cells, createRoaming, openCells, type TestCell } from '../../../support/cloud/ha/cells.ts'
import { addMember, newPerson, newTeam, password, signIn, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'
import { follow } from '../../../support/cloud/team-events.ts'
import { readFile, sendFile } from '../../../support/files/team-files.ts'
import type { AnyJson } from '../../../support/any-json.ts'
import { until } from '../../../support/until.ts'
import { authority, openReceiver, type Receiver } from '../../../support/webhooks/receiver.ts'

let cells: Cells
let receiver: Receiver
let ana: TestPerson
let team: TestTeam
let secret: string
let path: string
const content = Buffer.concat([png, randomBytes(150_000)])
let stops: (() => Promise<void>)[] = []

const cloudUrls = () => [cells.a.cloud.url, cells.b.cloud.url]
const roaming = () => createRoaming(cloudUrls(), team.as)

async function move(from: TestCell, to: TestCell, ...more: string[]): Promise<AnyJson> {
  const ran = await cells.startMove(from, to, team.id, ...more).done
  if (ran.code !== 0) throw new Error(`move-team: ${ran.code} ${ran.out} ${ran.err}`)
  return ran.json
}

const titlesIn = (cell: TestCell) =>
  onDatabase(cell.database.url, async (client) =>
    (await client.query('SELECT title FROM tasks WHERE team_id = $1 ORDER BY id', [team.id])).rows.map(({ title }) => title as string),
  )
const journalIn = (cell: TestCell) =>
  onDatabase(
    cell.database.url,
    async (client) =>
      (await client.query('SELECT seq::int, kind FROM event_queue WHERE team_id = $1 ORDER BY seq', [team.id])).rows as { seq: number; kind: string }[],
  )

/** Rows of the team in all tables but those that say where it is. */
const rowsIn = (cell: TestCell) =>
  onDatabase(cell.database.url, async (client) => {
    const { rows } = await client.query(
      "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'team_id' AND table_name NOT IN ('team_moves', 'file_objects')",
    )
    let count = 0
    for (const { table_name } of rows) count += Number((await client.query(`SELECT count(*) AS n FROM ${table_name} WHERE team_id = $1`, [team.id])).rows[0].n)
    return count
  })

/** Writes until it is stopped. */
function writing(name: string) {
  const acknowledged: string[] = []
  const client = roaming()
  const state = { over: false }
  const working = (async () => {
    for (let n = 0; !state.over; n++) {
      const title = `${name} ${n}`
      const made = await client.call('POST', '/tasks', { title }, { 'idempotency-key': title })
      if (made.status !== 201) throw new Error(`${made.status} ${JSON.stringify(made.body)}`)
      acknowledged.push(title)
      if (n % 3 === 0) await client.call('POST', `/tasks/${made.body.id}/comments`, { body: `of ${title}` }, { 'idempotency-key': `c ${title}` })
      if (n % 5 === 0) await client.call('PATCH', `/tasks/${made.body.id}`, { description: title })
    }
  })()
  const stop = async () => {
    state.over = true
    await working
  }
  stops.push(stop)
  return { acknowledged, longest: client.longest, stop }
}

/** What happened to tasks and comments: streams keep some of the rest to themselves. */
const isTold = ({ kind }: { kind: string }) => /^(?:task|comment)\./.test(kind)

/** Follows the stream, and goes on behind the last event wherever the team is. */
function following() {
  const before: number[] = []
  let now: () => number[] = () => []
  const hellos: { epoch: string; head: number }[] = []
  const resets: unknown[] = []
  const state = { over: false }
  let close: (() => void) | undefined
  const working = (async () => {
    let last = '0'
    for (let turn = 0; !state.over; turn++) {
      const opened = await follow(cloudUrls()[turn % 2] as string, { ...team.as, 'last-event-id': last }).catch(() => undefined)
      if (!opened) {
        await new Promise((resolve) => setTimeout(resolve, 10))
        continue
      }
      close = opened.close
      now = () =>
        opened
          .seen()
          .filter(isTold)
          .map(({ id }) => id)
      const [first] = opened.events
      if (first?.event === 'reset') resets.push(JSON.parse(first.data))
      else if (first) hellos.push(JSON.parse(first.data))
      await opened.ended
      before.push(...now())
      now = () => []
      last = opened.lastId() || last
    }
  })()
  const stop = async () => {
    state.over = true
    close?.()
    await working
  }
  stops.push(stop)
  return { seen: () => [...before, ...now()], hellos, resets, stop }
}

describe('a team that moves', () => {
  beforeAll(async () => {
    receiver = await openReceiver()
    cells = await openCells({ webhooks: { hosts: [receiver.host], ca: authority } })
    ana = await newPerson(cells.a.cloud, 'Ana')
    team = await newTeam(cells.a.cloud, ana)
    const bob = await newPerson(cells.a.cloud, 'Bob')
    await addMember(cells.a.cloud, team, ana, bob)
    ;({ secret } = (await ana.call('POST', '/auth/totp', { password })).body)
    await ana.call('POST', '/auth/totp/confirm', { code: totpCode(unbase32(secret), stepAt(new Date()) - 1) })
    for (let n = 0; n < 120; n++) await team.call('POST', '/tasks', { title: `before ${n}`, description: `„${n}“\\ "x" {y,z} \n\t` })
    await team.call('POST', '/contacts', { name: 'Carl' })
    path = (await sendFile(cells.a.cloud, team.as, 'a.png', content)).body.path
    const webhook = await ana.call('POST', `/teams/${team.id}/webhooks`, { url: receiver.url, kinds: ['task.created'] })
    receiver.secret = webhook.body.secret
  })
  afterAll(async () => {
    await cells?.close()
    await receiver?.close()
  })
  afterEach(async () => {
    await Promise.allSettled(stops.map((stop) => stop()))
    stops = []
  })

  /** All acknowledged is there once, the stream is the journal, nobody was told of another history, and each event was sent once. */
  async function expectWhole(at: TestCell, other: TestCell, writers: ReturnType<typeof writing>[], stream: ReturnType<typeof following>): Promise<void> {
    for (const writer of writers) await writer.stop()
    const journal = await journalIn(at)
    const titles = await titlesIn(at)
    expect(new Set(titles).size).toBe(titles.length)
    expect(writers.flatMap(({ acknowledged }) => acknowledged).filter((title) => !titles.includes(title))).toEqual([])
    const told = journal.filter(isTold).map(({ seq }) => seq)
    await until('the stream is at the end', () => stream.seen().at(-1) === told.at(-1))
    await stream.stop()
    expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_, n) => n + 1))
    expect(stream.seen()).toEqual(told)
    expect(stream.resets).toEqual([])
    expect(new Set(stream.hellos.map(({ epoch }) => epoch)).size).toBe(1)
    expect(await rowsIn(other)).toBe(0)
    const created = journal.filter(({ kind }) => kind === 'task.created').length
    // The webhook was made after the first tasks.
    await until('all webhooks are sent', () => receiver.received.length >= created - 120)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(receiver.received.length)
    expect(receiver.received).toHaveLength(created - 120)
  }

  it('[HA35] [HA38] says beforehand what would be moved, and changes nothing', async () => {
    const data = await move(cells.a, cells.b, '--dry-run')
    expect(data).toMatchObject({ dry_run: true, from: 'a', to: 'b', rows: { tasks: 120, files: 1, members: 2 }, accounts: 2, accounts_to_bring: 2, files: 1 })
    expect(await rowsIn(cells.b)).toBe(0)
    expect((await team.call('POST', '/tasks', { title: 'still here' })).status).toBe(201)
  })

  it('[HA35] [HA36] goes there and back under writes: nothing is lost or twice, and its stream goes on', async () => {
    for (const [from, to] of [
      [cells.a, cells.b],
      [cells.b, cells.a],
    ] as const) {
      const writers = [writing(`${from.name} one`), writing(`${from.name} two`)]
      const stream = following()
      await until('writes', () => writers.every(({ acknowledged }) => acknowledged.length > 10))
      const data = await move(from, to)
      expect(data).toMatchObject({ moved: true, resumed: false })
      expect(data.refused_ms).toBeLessThan(10_000)
      const before = writers.map(({ acknowledged }) => acknowledged.length)
      await until('writes again', () => writers.every(({ acknowledged }, n) => acknowledged.length > (before[n] as number) + 10))
      await expectWhole(to, from, writers, stream)
      for (const { longest } of writers) expect(longest()).toBeLessThan(10_000)
    }
  })

  it('[HA37] logins, second factors, files and secrets go along, sealed with the key there', async () => {
    const data = await move(cells.a, cells.b)
    expect(data.copied).toMatchObject({ unopened: 0, files: { copied: 1, missing: 0 } })
    // An open session and a token, there; here whoever comes late is told to try again.
    expect((await cells.b.cloud.call('GET', '/tasks?limit=1', undefined, { ...ana.as, 'x-team-id': team.id })).status).toBe(200)
    expect((await cells.b.cloud.call('GET', '/tasks?limit=1', undefined, team.as)).status).toBe(200)
    const late = await cells.a.cloud.call('GET', '/tasks?limit=1', undefined, team.as)
    expect({ status: late.status, code: late.body.code }).toEqual({ status: 503, code: 'storage_unavailable' })
    // The account went along: it signs in there, with its second factor.
    expect((await cells.a.cloud.call('POST', '/auth/sign-in', { email: ana.email, password })).status).toBe(401)
    expect((await cells.b.cloud.call('POST', '/auth/sign-in', { email: ana.email, password, code: '000000' })).status).toBe(401)
    expect((await signIn(cells.b.cloud, ana.email, { code: totpCode(unbase32(secret), stepAt(new Date())) })).id).toBe(ana.id)
    expect(Buffer.compare((await readFile(cells.b.cloud, team.as, path)).bytes, content)).toBe(0)
    const sent = receiver.received.length
    await cells.b.cloud.call('POST', '/tasks', { title: 'sent from there' }, team.as)
    await until('a webhook', () => receiver.received.length > sent)
    const acts = await onDatabase(
      cells.b.database.url,
      async (client) => (await client.query("SELECT outcome FROM operator_acts WHERE act = 'move-team' AND target_id = $1", [team.id])).rows,
    )
    expect(acts).toContainEqual({ outcome: 'done' })
    await move(cells.b, cells.a)
  })

  it('[HA39] killed in any step it is gone on with, or undone, and the team is open in one cell at most', async () => {
    let [from, to] = [cells.a, cells.b]
    for (const step of process.env.TANDEM_LONG ? ['copying', 'copied', 'draining', 'stopped', 'open in', 'removing'] : ['stopped', 'open in']) {
      const writers = [writing(`killed ${step}`)]
      const stream = following()
      await until('writes', () => writers.every(({ acknowledged }) => acknowledged.length > 5))
      const { child, done } = cells.startMove(from, to, team.id)
      child.stderr?.on('data', (part: Buffer) => {
        if (part.toString().includes(step)) child.kill('SIGKILL')
      })
      await done
      const open = await Promise.all(
        [from, to].map(({ database }) =>
          onDatabase(
            database.url,
            async (client) =>
              (await client.query("SELECT 1 FROM team_counters WHERE team_id = $1 AND coalesce(move, 'leaving') IN ('leaving', 'draining')", [team.id]))
                .rowCount,
          ),
        ),
      )
      expect(open[0] === 1 && open[1] === 1).toBe(false)
      const data = await move(from, to)
      expect(data).toMatchObject({ moved: true, resumed: true })
      await expectWhole(to, from, writers, stream)
      ;[from, to] = [to, from]
    }
  }, 240_000)

  it('[HA39] given up, it stays where it was', async () => {
    const writers = [writing('undone')]
    const stream = following()
    const { child, done } = cells.startMove(cells.a, cells.b, team.id)
    child.stderr?.on('data', (part: Buffer) => {
      if (part.toString().includes('copied')) child.kill('SIGKILL')
    })
    await done
    expect(await move(cells.a, cells.b, '--undo')).toMatchObject({ undone: true })
    await expectWhole(cells.a, cells.b, writers, stream)
    expect((await cells.startMove(cells.a, cells.b, team.id, '--undo').done).json).toMatchObject({ error: { code: 'conflict' } })
  })

  it('[HA38] an account of the other cell with an address of the team stops it before anything is changed', async () => {
    await newPerson(cells.b.cloud, 'Other', ana.email)
    const ran = await cells.startMove(cells.a, cells.b, team.id).done
    expect(ran).toMatchObject({ code: 1, json: { error: { code: 'conflict', addresses: [ana.email] } } })
    expect((await team.call('POST', '/tasks', { title: 'as before' })).status).toBe(201)
    expect(await rowsIn(cells.b)).toBe(0)
  })

  it('[HA40] every table of teams is guarded while a team is moved', async () => {
    const unguarded = await onDatabase(cells.a.database.url, async (client) => {
      const { rows } = await client.query(`SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'team_id'
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'guard_move') ORDER BY 1`)
      return rows.map(({ relname }) => relname as string)
    })
    expect(unguarded).toEqual(['team_move_changes', 'team_moves'])
  })
})
