// A worker does for its team what desktops do, without one: real cloud, real processes, Gmail at the wire. Two of them and a desktop beside never do
// anything twice.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openCable } from '../../support/cloud/cable.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { connectMailbox, type Gmail, openGmail, push } from '../../support/mail/mail-stand-ins.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { type ChildWorker, startWorker, startWorkerAndEnd } from '../../support/sync/child-worker.ts'
import { openDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

let gmail: Gmail
let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
const cleanUp: (() => unknown)[] = []

beforeAll(async () => {
  gmail = await openGmail()
  // What a worker that died was at is given to another soon.
  cloud = await openCloud({ email: { gmail: gmail.config, microsoft: undefined }, streams: { leaseFor: 3000, pollEvery: 200 } })
  owner = await newPerson(cloud, 'ana')
  team = await newTeam(cloud, owner, 'ours')
  await connectMailbox(cloud.url, { ...owner.as, 'x-team-id': team.id })
  // Without a device nothing is logged.
  await owner.call('POST', '/devices', { platform: 'ios', token: 'a'.repeat(64) })
})
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo()
})
afterAll(async () => {
  await cloud.close()
  await gmail.close()
})

const newToken = async (fields: object = {}): Promise<{ id: string; token: string }> =>
  (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'worker', ...fields })).body

function folder(): string {
  const made = temporaryFolder()
  cleanUp.push(made.remove)
  return made.path
}

async function worker(token: string, dataDir = folder(), url = cloud.url): Promise<ChildWorker> {
  const started = await startWorker({ cloud: url, team: team.id, token, dataDir })
  cleanUp.push(started.kill)
  return started
}

const asked = async (one: ChildWorker, path: '/health' | '/ready') => {
  const reply = await fetch(one.url + path).catch((error: Error) => {
    throw new Error(`${path}: ${String(error.cause)}; ${one.stderr()}`)
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const isReady = (one: ChildWorker) => until('the worker to be ready', async () => (await asked(one, '/ready')).body.state === 'synced')
const allDone = () => until('all events to be done', async () => (await team.call('GET', '/email/health')).body[0].waiting === 0, 90_000)

interface Told {
  task_id: number
  event: string
}
const log = async () => (await team.call('GET', '/notifications/log')).body as Told[]

describe('a worker', () => {
  it('[WK1] says what is missing or wrong and ends; it never sends a list to a team that it does not belong to', async () => {
    const { id, token } = await newToken()
    const settings = { cloud: cloud.url, team: team.id, token, dataDir: folder() }
    await owner.call('DELETE', `/teams/${team.id}/tokens/${id}`)
    const other = await newTeam(cloud, owner, 'others')
    const readOnly = (await newToken({ read_only: true })).token
    const wrong = [
      [settings, /does not accept this worker: .*token/i],
      ...(process.env.TANDEM_LONG
        ? ([
            [{ ...settings, token: other.token }, /does not accept this worker: .*team/i],
            [{ ...settings, token: '' }, /needs an API token/],
            [{ ...settings, cloud: 'http://tandem.example.org' }, /never sent unencrypted/],
            [{ ...settings, token: readOnly }, /does not accept this worker: .*only read/i],
          ] as const)
        : []),
    ] as const
    for (const [given, why] of wrong) {
      const { code, stderr } = await startWorkerAndEnd(given)
      expect([code, stderr]).toEqual([78, expect.stringMatching(why)])
      expect(stderr).not.toContain(token)
    }
    const own = await openDesktop('own', cloud, team)
    cleanUp.push(own.close)
    await own.call('POST', '/tasks', { title: 'mine alone' })
    await own.restart(async () => {
      const { code, stderr } = await startWorkerAndEnd({ ...settings, token: team.token, dataDir: own.dataDir })
      expect([code, stderr]).toEqual([78, expect.stringMatching(/has tasks of its own/)])
    })
    expect((await team.call('GET', '/tasks')).body.map(({ title }: { title: string }) => title)).not.toContain('mine alone')
  }, 180_000)

  it('[WK2] waits for a cloud that is away, is well meanwhile, ends in order, and says when its token is revoked', async () => {
    const { id, token } = await newToken()
    const cable = await openCable(cloud.url)
    cleanUp.push(cable.close)
    cable.cut()
    const dataDir = folder()
    const one = await worker(token, dataDir, cable.url)
    expect(await asked(one, '/health')).toMatchObject({ status: 200, body: { state: 'starting' } })
    expect(await asked(one, '/ready')).toMatchObject({ status: 503, body: { problem: expect.stringMatching(/./) } })
    cable.mend()
    await isReady(one)
    cable.cut()
    await until('it to notice', async () => (await asked(one, '/ready')).status === 503)
    expect((await asked(one, '/health')).status).toBe(200)
    let again = one
    if (process.env.TANDEM_LONG) {
      // Away at its start, with what it knows: it goes on where it was.
      expect(await one.stop()).toBe(0)
      again = await worker(token, dataDir, cable.url)
    }
    cable.mend()
    await isReady(again)
    await owner.call('DELETE', `/teams/${team.id}/tokens/${id}`)
    const gone = await until('it to be refused', async () => {
      const { status, body } = await asked(again, '/health')
      // Its stream breaks first: for a moment the cloud is only away.
      return status === 503 && body.state !== 'unavailable' ? body : undefined
    })
    expect(gone).toMatchObject({ state: 'revoked', problem: expect.stringMatching(/token/i) })
    await until('the log to say so', async () => again.stderr().includes('The cloud refuses this worker'))
    expect(again.stderr()).not.toContain(token)
    expect(await again.stop()).toBe(0)
  }, 180_000)

  it('[WK3] two and a desktop: each mail is one task and told once, each reminder told once, with one killed in the middle', async () => {
    const count = process.env.TANDEM_LONG ? 50 : 9
    // A second try has mails of its own.
    const lamp = `Lamp ${randomUUID().slice(0, 8)}`
    const { token } = await newToken()
    const desktop = await openDesktop('desk', cloud, { ...team, token: (await newToken()).token })
    cleanUp.push(desktop.close)
    await desktop.connect()
    // Both with one token, as two containers of one service have it.
    const dataDir = folder()
    let first = await worker(token, dataDir)
    const second = await worker(token)
    await Promise.all([isReady(first), isReady(second), desktop.synced()])

    const reminded = (await team.call('POST', '/tasks', { title: 'Water the plants' })).body.id as number
    const fire_at = new Date(Date.now() + 6000).toISOString()
    await team.call('POST', `/tasks/${reminded}/schedules`, { type: 'one_time', fire_at })
    for (let n = 0; n < count; n++) {
      const mail = {
        subject: `${lamp} ${n} is broken`,
        from: `Bo Lind <bo${n}@example.org>`,
        text: `Please mend ${lamp} ${n}.`,
        messageId: `<${lamp.replace(' ', '-')}-${n}@example.org>`,
      }
      expect((await push(cloud.url, gmail, gmail.arrive(mail))).status).toBe(204)
      if (n === Math.floor(count / 3)) await first.kill()
      if (n === Math.floor((2 * count) / 3)) first = await worker(token, dataDir)
    }
    await allDone()
    const titles = Array.from({ length: count }, (_, n) => `${lamp} ${n} is broken`)
    const lamps = async () => ((await team.call('GET', '/tasks')).body as { id: number; title: string }[]).filter(({ title }) => title.startsWith(lamp))
    const heard = async () => {
      const ids = new Set((await lamps()).map(({ id }) => id))
      return (await log()).filter(({ event, task_id }) => event === 'task.created' && ids.has(task_id))
    }
    await until('all tasks', async () => (await lamps()).length >= count, 60_000)
    await until('all words', async () => (await heard()).length >= count, 120_000)
    await until('the reminder', async () => (await log()).some(({ task_id }) => task_id === reminded), 60_000)
    await Promise.all([isReady(first), isReady(second), desktop.synced()])
    const tasks = await lamps()
    expect(tasks.map(({ title }) => title).toSorted()).toEqual(titles.toSorted())
    const told = await log()
    for (const { id, title } of tasks)
      expect([title, told.filter(({ task_id }) => task_id === id).map(({ event }) => event)]).toEqual([title, ['task.created']])
    expect(told.filter(({ task_id }) => task_id === reminded).map(({ event }) => event)).toEqual(['reminder.due'])
  }, 300_000)
})
