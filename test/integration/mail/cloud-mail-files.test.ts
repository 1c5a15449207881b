// Files of mails in a team: told of by each provider, kept for the team when they are asked for, and in the tasks of its desktops.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MailBatch, MailMessage } from '../../../shared/schema/cloud/mailbox.ts'
import type { MailFile } from '../../../shared/schema/files/mail-file.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { expectProblem } from '../../contract/http.ts'
import { png } from '../../support/attachments.ts'
import { addMember, newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'
import { readFile, stored } from '../../support/files/team-files.ts'
import { type Dovecot, dovecotMissing, openDovecot, testCa } from '../../support/mail/dovecot.ts'
import { connectMailbox, type Gmail, type Graph, type Mail, openGmail, openGraph, push } from '../../support/mail/mail-stand-ins.ts'
import { attached, inline, mimeMail, multipart, part, pdf } from '../../support/mail/mime.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

let dovecot: Dovecot
let gmail: Gmail
let graph: Graph
let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
const open: SyncedDesktop[] = []
const quota = 60_000_000

beforeAll(async () => {
  ;[gmail, graph] = await Promise.all([openGmail(), openGraph()])
  if (!dovecotMissing) dovecot = await openDovecot()
  const hosts = dovecotMissing ? [] : [`${dovecot.imaps.host}:${dovecot.imaps.port}`]
  cloud = await openCloud({
    email: { gmail: gmail.config, microsoft: graph.config, imap: { hosts, ca: testCa[0], plain: false, max: 100 } },
    imap: { takeEvery: 50, leaseFor: 3, lookEvery: 200, pollEvery: 100, retries: { usual: [50, 100], password: [50, 50] } },
    streams: { leaseFor: 2000, pollEvery: 200 },
    files: { folder: undefined, s3: undefined, quota },
  })
})
beforeEach(async () => {
  owner = await newPerson(cloud, 'ana')
  team = await newTeam(cloud, owner)
})
afterEach(async () => {
  gmail.mood = () => undefined
  graph.mood = () => undefined
  await Promise.all(open.splice(0).map((desktop) => desktop.close()))
  await cloud.call('POST', '/email/oauth/revoke', {}, { ...owner.as, 'x-team-id': team.id })
})
afterAll(async () => {
  await cloud.close()
  await gmail.close()
  await graph.close()
  await dovecot?.close()
})

const asOwner = () => ({ ...owner.as, 'x-team-id': team.id })
const eventsOf = async (id: string) =>
  (
    await onDatabase(cloud.database.url, (client) =>
      client.query("SELECT after FROM event_queue WHERE team_id = $1 AND kind = 'email.received' ORDER BY seq", [id]),
    )
  ).rows.map(({ after }: { after: { history_id: string } }) => after.history_id)
const read = async (history_id: string, of: Pick<TestTeam, 'call'> = team): Promise<MailBatch> => {
  const { status, body } = await of.call('GET', `/email/messages?history_id=${encodeURIComponent(history_id)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const keep = (history_id: string, ref: string, of: string, as: Pick<TestTeam, 'call'> = team) => as.call('POST', '/email/files', { history_id, ref, part: of })
const sha = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const mineOf = async () => (await stored(cloud)).files.filter(({ team_id }) => team_id === team.id)

interface Way {
  connect(): Promise<void>
  /** Answers the history_id of its event. */
  arrives(mail: Mail): Promise<string>
  /** Answers nothing for a while. */
  away(isAway: boolean): Promise<void>
}

const viaGmail: Way = {
  connect: () => connectMailbox(cloud.url, asOwner()),
  async arrives(mail) {
    const id = gmail.arrive(mail)
    expect((await push(cloud.url, gmail, id)).status).toBe(204)
    return id
  },
  away: async (isAway) => void (gmail.mood = () => (isAway ? { status: 503 } : undefined)),
}
const viaGraph: Way = {
  connect: () => connectMailbox(cloud.url, asOwner(), 'microsoft'),
  async arrives(mail) {
    const id = graph.arrive({ ...mail, text: mail.text ?? 'See [cid:pic@x] and [cid:lost].' })
    await graph.tell(id)
    return id
  },
  away: async (isAway) => void (graph.mood = () => (isAway ? { status: 503 } : undefined)),
}
const asMime = ({ subject, from, html = '', text, files = [] }: Mail): string =>
  mimeMail(
    { subject, from },
    multipart('mixed', [
      part({ type: `text/${text === undefined ? 'html' : 'plain'}; charset=utf-8`, content: text ?? html }),
      ...files.map(({ name, content, type, cid }) => (cid === undefined ? attached(name, content, type) : inline(cid, name, content))),
    ]),
  )
async function connectImap(): Promise<void> {
  const servers = { imap: dovecot.imaps, smtp: null, user: dovecot.user }
  const { status } = await cloud.call('POST', '/email/imap', { address: dovecot.user, password: dovecot.password, servers }, asOwner())
  expect(status).toBe(201)
  await until('the first look', async () => (await team.call('GET', '/email/health')).body[0]?.looked_at)
}
const viaImap: Way = {
  connect: connectImap,
  async arrives(mail) {
    const before = (await eventsOf(team.id)).length
    dovecot.deliver(asMime(mail))
    return until('its event', async () => (await eventsOf(team.id))[before])
  },
  away: (isAway) => (isAway ? dovecot.stop() : dovecot.start()),
}

const large = randomBytes(3_000_000)
const mail: Mail = {
  subject: 'Repair the oven',
  from: 'Bo <bo@example.org>',
  html: '<p>See <img src="cid:pic@x"> and <img src="cid:lost">.</p>',
  files: [
    { name: 'oven.png', content: png, type: 'image/png', cid: 'pic@x' },
    { name: 'Invoice 7.pdf', content: pdf, type: 'application/pdf' },
    { name: 'large.bin', content: large },
    { name: 'tiny.txt', content: Buffer.from('tiny') },
  ],
}

describe.each([
  ['Gmail', viaGmail],
  ['Microsoft 365', viaGraph],
  ['IMAP', viaImap],
])('%s', (name, way) => {
  beforeEach(async ({ skip }) => {
    if (name === 'IMAP' && dovecotMissing) skip(dovecotMissing)
    await way.connect()
  })

  it('[CL300] [CL301] tells of the files of a mail, and keeps one for the team when it is asked for', async () => {
    const history = await way.arrives(mail)
    const [message] = (await read(history)).messages as [MailMessage]
    expect(message.body).toBe('See [cid:pic@x] and [cid:lost].')
    expect(message.files?.map(({ name: told, content_id }) => [told, content_id])).toEqual([
      ['oven.png', 'pic@x'],
      ['Invoice 7.pdf', null],
      ['large.bin', null],
      ['tiny.txt', null],
    ])
    const ref = message.ref as string
    for (const [i, file] of (mail.files ?? []).entries()) {
      const told = message.files?.[i]
      expect(Math.abs((told?.bytes ?? 0) - file.content.length)).toBeLessThan(200 + file.content.length / 50)
      const { status, body } = await keep(history, ref, told?.part as string)
      expect([status, body]).toEqual([
        200,
        { hash: sha(file.content), bytes: file.content.length, media_type: i === 0 ? 'image/png' : 'application/octet-stream' },
      ])
      expect((await readFile(cloud, team.as, `/attachments/${body.hash}/x`)).bytes.equals(file.content)).toBe(true)
    }
    expect(await mineOf()).toHaveLength(4)
  })

  it('[CL300] only what the event tells of can be asked for, by whoever may read it', async () => {
    const first = await way.arrives(mail)
    const second = await way.arrives({ ...mail, subject: 'Another one' })
    const [{ ref: own = '', files = [] }] = (await read(first)).messages as [MailMessage]
    const [{ ref: other = '' }] = (await read(second)).messages as [MailMessage]
    const [{ part: known }] = files as [MailFile]
    expectProblem(await keep(first, other, known), 404, /no such file/)
    for (const none of ['999', '0', '1.1.1', '../1', 'TEXT', 'HEADER', '', known + known].filter((one) => one !== known))
      expect([400, 404], none).toContain((await keep(first, own, none)).status)
    for (const none of ['1', 'x', '1.1', '99999999999999999999.1', `${own}0`, '../../me'].filter((one) => one !== own))
      expect([404, 409], none).toContain((await keep(first, none, known)).status)
    for (const none of ['1', 'imap:1:1:1:INBOX', 'x']) expect([400, 404], none).toContain((await keep(none, own, known)).status)
    const stranger = await newPerson(cloud, 'stranger')
    const theirs = await newTeam(cloud, stranger)
    expect([400, 404]).toContain((await keep(first, own, known, theirs)).status)
    expect((await cloud.call('POST', '/email/files', { history_id: first, ref: own, part: known }, { ...stranger.as, 'x-team-id': team.id })).status).toBe(403)
    expect((await cloud.call('POST', '/email/files', { history_id: first, ref: own, part: known })).status).toBe(401)
    expect(await mineOf()).toHaveLength(0)
  })

  it('[CL303] however many ask at once, it is there once; a provider that is away is 503 and leaves nothing', async () => {
    const history = await way.arrives(mail)
    const [{ ref = '', files = [] }] = (await read(history)).messages as [MailMessage]
    const big = files[2]?.part as string
    await way.away(true)
    expectProblem(await keep(history, ref, big), 503)
    await way.away(false)
    expect(await mineOf()).toHaveLength(0)
    const answers = await Promise.all(Array.from({ length: 6 }, () => keep(history, ref, big)))
    expect(answers.map(({ status, body }) => [status, body.hash])).toEqual(Array.from({ length: 6 }, () => [200, sha(large)]))
    expect(await mineOf()).toHaveLength(1)
  })
})

it('[CL302] a team without room is told so, and a file that is too large is refused whatever was said of it', async () => {
  await viaGmail.connect()
  const files = [29, 30, 31].map((n) => ({ name: `${n}.bin`, content: randomBytes(n === 31 ? 27_000_000 : 24_000_000 + n) }))
  const history = await viaGmail.arrives({ ...mail, files: [...files, { name: 'last.bin', content: randomBytes(20_000_000) }] })
  const [{ ref = '', files: told = [] }] = (await read(history)).messages as [MailMessage]
  const statuses: number[] = []
  for (const { part: one } of told) statuses.push((await keep(history, ref, one)).status)
  expect(statuses).toEqual([200, 200, 413, 403])
  expect((await keep(history, ref, told[3]?.part as string)).body).toMatchObject({ quota_bytes: quota })
  expect(await mineOf()).toHaveLength(2)
})

it('[CL300] a token that only reads keeps nothing, a member may', async () => {
  await viaGmail.connect()
  const history = await viaGmail.arrives(mail)
  const [{ ref = '', files = [] }] = (await read(history)).messages as [MailMessage]
  const member = await newPerson(cloud, 'member')
  await addMember(cloud, team, owner, member, 'member')
  const as = { call: (method: string, path: string, body?: unknown) => cloud.call(method, path, body, { ...member.as, 'x-team-id': team.id }) } as TestTeam
  expect((await keep(history, ref, files[0]?.part as string, as)).status).toBe(200)
  const { token } = (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'reader', read_only: true })).body
  const reader = {
    call: (method: string, path: string, body?: unknown) => cloud.call(method, path, body, { authorization: `Bearer ${token}`, 'x-team-id': team.id }),
  } as TestTeam
  expect((await keep(history, ref, files[0]?.part as string, reader)).status).toBe(403)
})

describe('a desktop of the team', () => {
  async function desktop(name: string): Promise<SyncedDesktop> {
    const { token } = (await owner.call('POST', `/teams/${team.id}/tokens`, { name })).body
    const made = await openDesktop(name, cloud, { ...team, token })
    open.push(made)
    await made.connect()
    await made.synced()
    return made
  }
  const tasksIn = async (of: { call(method: string, path: string): Promise<{ body: unknown }> }) => (await of.call('GET', '/tasks')).body as Task[]
  const inCloud = () => tasksIn({ call: (method, path) => team.call(method, path) })

  it('[CL304] makes a task with the files of the mail, the picture where it stood; two desktops make one', async ({ skip }) => {
    if (dovecotMissing) skip(dovecotMissing)
    await viaImap.connect()
    const sides = [await desktop('ana'), await desktop('bo')]
    await viaImap.arrives(mail)
    const [task] = await until('the task', async () => ((await inCloud()).length > 0 ? inCloud() : undefined))
    expect(task?.description).toMatch(/^See \[oven\.png\]\(\/attachments\/[0-9a-f]{64}\/oven\.png\) and\.\n\n\[Invoice 7\.pdf\]/)
    for (const side of sides) {
      await until('the task there', async () => (await tasksIn(side)).length === 1)
      const path = /\]\((\/attachments\/[0-9a-f]{64}\/large\.bin)\)/.exec((await tasksIn(side))[0]?.description ?? '')?.[1]
      // The bytes come when somebody opens it.
      const response = await fetch(side.url() + path)
      expect(Buffer.from(await response.arrayBuffer()).equals(large)).toBe(true)
    }
    expect(await mineOf()).toHaveLength(4)
    expect(await inCloud()).toHaveLength(1)
  })

  it('[V50] offers an invitation of the team’s mailbox, and a yes anywhere makes a task that is due then', async ({ skip }) => {
    if (dovecotMissing) skip(dovecotMissing)
    await viaImap.connect()
    await desktop('ana')
    const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    const event = ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Kickoff', `DTSTART:${day.replaceAll('-', '')}T080000Z`, 'END:VEVENT']
    const calendar = ['BEGIN:VCALENDAR', 'METHOD:REQUEST', ...event, 'END:VCALENDAR', ''].join('\r\n')
    // As Google and Microsoft send it: beside the text, without a name.
    const both = [part({ type: 'text/plain', content: 'Let us begin.' }), part({ type: 'text/calendar; method=REQUEST; charset=utf-8', content: calendar })]
    dovecot.deliver(mimeMail({ subject: 'Invitation: Kickoff', from: 'Bo <bo@example.org>' }, multipart('alternative', both)))
    const [waiting] = await until('the question', async () => {
      const { body } = await owner.call('GET', '/proposals', undefined, asOwner())
      return body.length > 0 && (body as { id: number }[])
    })
    expect(await inCloud()).toEqual([])
    expect((await owner.call('POST', `/proposals/${waiting?.id}/accept`, undefined, asOwner())).status).toBe(200)
    expect(await inCloud()).toMatchObject([{ title: 'Kickoff', due: `${day}T08:00:00.000Z` }])
  })

  it('[CL304] a file that cannot be had now makes the mail wait; one that never can be is told in its place', async () => {
    await viaGmail.connect()
    const ana = await desktop('ana')
    const isFile = (path: string) => path.includes('/attachments/')
    let refused = 0
    gmail.mood = (path) => (isFile(path) && ++refused <= 2 ? { status: 503, headers: { 'retry-after': '1' } } : undefined)
    const huge = { name: 'film.mp4', content: randomBytes(27_000_000) }
    await viaGmail.arrives({ ...mail, files: [...(mail.files ?? []), huge] })
    const task = await until('the task', async () => (await tasksIn(ana))[0])
    expect(refused).toBeGreaterThan(2)
    expect(task.description).toContain('[large.bin](/attachments/')
    expect(task.description).toContain('film.mp4 (25.7 MB; left out: larger than 25 MB)')
    // What is deleted between being told of and being asked for.
    gmail.mood = (path) => (isFile(path) ? { status: 404 } : undefined)
    await viaGmail.arrives({ subject: 'Print the plan', from: 'Cy <cy@example.org>', text: 'Please print it.', files: [{ name: 'plan.pdf', content: large }] })
    const second = await until('the second task', async () => (await tasksIn(ana)).find(({ title }) => title === 'Print the plan'))
    expect(second.description).toMatch(/plan\.pdf \(2\.9 MB; left out: it could not be read\)/)
  })

  it('[CL302] without room for files the mail becomes a task all the same, and says so', async () => {
    await viaGmail.connect()
    const ana = await desktop('ana')
    const files = [1, 2, 3].map((n) => ({ name: `part ${n}.bin`, content: randomBytes(24_000_000) }))
    await viaGmail.arrives({ subject: 'Keep the recordings', from: 'Bo <bo@example.org>', text: 'Please keep them.', files })
    const { description } = await until('the task', async () => (await tasksIn(ana))[0])
    expect(description).toContain('[part 2.bin](/attachments/')
    expect(description).toContain('part 3.bin (22.9 MB; left out: the team’s files have no more room)')
  })
})
