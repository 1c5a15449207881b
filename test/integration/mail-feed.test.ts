// From a mail in the team's mailbox to a task on every desktop and a word to every phone: a real cloud, real services, Gmail at the wire. Whatever
// crashes on the way, no mail is lost, none becomes two tasks, and nobody is told twice.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestCloud, newPerson, newTeam, openCloud, type TestPerson, type TestTeam } from '../support/cloud.ts'
import { connectMailbox, type Gmail, type Mail, openGmail, push } from '../support/mail-stand-ins.ts'
import { openDesktop, type SyncedDesktop } from '../support/synced.ts'
import { until } from '../support/until.ts'
import { onDatabase } from '../support/postgres.ts'

let gmail: Gmail
let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
let mails = 0
const open: SyncedDesktop[] = []

beforeAll(async () => {
  gmail = await openGmail()
  cloud = await openCloud({ email: { gmail: gmail.config, microsoft: undefined } })
  owner = await newPerson(cloud, 'ana')
  team = await newTeam(cloud, owner, 'ours')
  await connectMailbox(cloud.url, { ...owner.as, 'x-team-id': team.id })
  // Without a device nothing is logged.
  const token = JSON.stringify({ endpoint: 'https://fcm.googleapis.com/fcm/send/x', keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } })
  const device = await owner.call('POST', '/devices', { platform: 'ios', token: 'a'.repeat(64) })
  if (device.status >= 300) throw new Error(`device: ${device.status} ${JSON.stringify(device.body)} ${token.length}`)
})
afterEach(async () => {
  gmail.mood = () => undefined
  await Promise.all(open.splice(0).map((desktop) => desktop.close()))
})
afterAll(async () => {
  await cloud.close()
  await gmail.close()
})

async function desktop(name: string): Promise<SyncedDesktop> {
  // Each desktop has a token of its own.
  const token = await owner.call('POST', `/teams/${team.id}/tokens`, { name })
  const made = await openDesktop(name, cloud, { ...team, token: token.body.token })
  open.push(made)
  await made.connect()
  await made.synced()
  return made
}

async function arrives(mail: Partial<Mail> & { subject: string }): Promise<void> {
  const historyId = gmail.arrive({ from: 'Bo Lind <bo@example.org>', text: 'please', messageId: `<${++mails}@example.org>`, ...mail })
  expect((await push(cloud.url, gmail, historyId)).status).toBe(204)
}

interface Shown {
  id: number
  uid: string
  title: string
  requesters: string[]
  status: string
  labels: string[]
}
const here = async (one: SyncedDesktop, title: string): Promise<Shown[]> => ((await one.call('GET', '/tasks')).body as Shown[]).filter((task) => task.title === title)
const there = async (title: string): Promise<Shown[]> => ((await team.call('GET', '/tasks')).body as Shown[]).filter((task) => task.title === title)
/** What the team was told about a task, by its id in the cloud. */
const told = async (id: number) =>
  ((await team.call('GET', '/notifications/log')).body as { task_id: number; event: string }[]).filter((row) => row.task_id === id).map((row) => row.event)
const waitingEvents = async (): Promise<number> => (await team.call('GET', '/email/health')).body[0].waiting

describe('a mail to the team', () => {
  it('[V11] becomes one task, on the desktop and in the cloud, and the team is told once', async () => {
    const ana = await desktop('ana')
    await arrives({ subject: 'The heating is off' })
    const [task] = await until('the task in the cloud', async () => {
      const found = await there('The heating is off')
      return found.length > 0 ? found : undefined
    })
    expect(task).toMatchObject({ requesters: ['bo-lind'], status: 'backlog' })
    await until('the team to be told', async () => (await told(task?.id ?? 0)).length > 0)
    await until('the event to be done', async () => (await waitingEvents()) === 0)
    expect(await told(task?.id ?? 0)).toEqual(['task.created'])
    const [local] = await here(ana, 'The heating is off')
    expect(local?.uid).toBe(task?.uid)
    const [origin] = (await ana.call('GET', `/tasks/${local?.id}/conversations`)).body
    expect(origin).toMatchObject({ source: 'email', subject: 'The heating is off', role: 'created' })
    expect((await ana.call('GET', `/tasks/${local?.id}/history`)).body.at(-1).actor).toEqual({ kind: 'email', name: 'bo@example.org' })
  })
})
