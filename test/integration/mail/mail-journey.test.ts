// A request by mail from its arrival to the word that it is done, as people live it: Dovecot, an SMTP server, a team's cloud, a desktop that makes the tasks, and
// a phone that answers; and the same with kill -9 of the cloud and of the desktop at each step.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Comment } from '../../../shared/schema/comment.ts'
import type { Reply } from '../../../shared/schema/mail/reply.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { callUrl } from '../../contract/target.ts'
import { png } from '../../support/attachments.ts'
import { type Call, newPerson, newTeam } from '../../support/cloud/cloud.ts'
import { onDatabase, openDatabase } from '../../support/cloud/postgres.ts'
import { type Dovecot, dovecotMissing, openDovecot } from '../../support/mail/dovecot.ts'
import { attached, inline, mimeMail, multipart, part, pdf } from '../../support/mail/mime.ts'
import { openTestSmtp, type TestSmtp } from '../../support/mail/smtp-server.ts'
import { headerOf, headersOf, threadedMail, threads } from '../../support/mail/threads.ts'
import { serves } from '../../support/service/as-person.ts'
import { type Program, startProgram } from '../../support/service/program.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { until } from '../../support/until.ts'

const steps = ['arrives', 'answered', 'answer to it', 'done'] as const
type Step = (typeof steps)[number]

interface Kills {
  cloud: readonly Step[]
  desktop: readonly Step[]
  /** How far the server is with an answer when the cloud is killed. */
  at: 'recipient' | 'mail'
}

let dovecot: Dovecot
let smtp: TestSmtp

beforeAll(async () => {
  if (dovecotMissing) return
  dovecot = await openDovecot()
  smtp = await openTestSmtp({ user: dovecot.user, password: () => dovecot.password })
})
beforeEach(({ skip }) => {
  if (dovecotMissing) skip(dovecotMissing)
  smtp.received.length = 0
})
afterAll(async () => {
  await smtp?.close()
  await dovecot?.close()
})

/** Both programs over one database, and what kills and starts them again where they were. */
async function openWorld() {
  const folder = temporaryFolder()
  const database = await openDatabase()
  const env = {
    DATABASE_URL: database.url,
    TANDEM_KEY: '7'.repeat(64),
    TANDEM_LOG: 'fatal',
    TANDEM_TEST_LEASE: '2000',
    TANDEM_SIGN_INS_PER_MINUTE: '1000',
    TANDEM_MAIL_HOSTS: [dovecot.imaps, smtp.server].map(({ host, port }) => `${host}:${port}`).join(),
    TANDEM_MAIL_CA: new URL('../../support/certificate/localhost.crt', import.meta.url).pathname,
  }
  let at = '0'
  const start = {
    async cloud() {
      const program = await startProgram(['test/support/cloud/impatient-cloud.ts', '--port', at, '--data-dir', `${folder.path}/cloud`], env)
      at = new URL(program.url).port
      return program
    },
    async desktop() {
      const program = await startProgram(['test/support/service/impatient-service.ts', `${folder.path}/desktop`], { TANDEM_SECRETS: 'file' })
      serves(program.url, `${folder.path}/desktop`)
      return program
    },
  }
  const [cloud, desktop] = await Promise.all([start.cloud(), start.desktop()])
  const programs: Record<'cloud' | 'desktop', Program> = { cloud, desktop }
  return {
    programs,
    database,
    call: ((method, path, body, headers) => callUrl(`${programs.cloud.url}/api${path}`, method, body, headers)) as Call,
    async kill(which: 'cloud' | 'desktop', meanwhile = (): void => undefined) {
      await programs[which].end('SIGKILL')
      meanwhile()
      programs[which] = await start[which]()
    },
    async close() {
      await Promise.all(Object.values(programs).map((program) => program.end('SIGKILL')))
      await database.drop()
      folder.remove()
    },
  }
}

/** A phone signed in to a team with a mailbox that tells when done, and a desktop of the team. */
async function connectAll({ call, programs }: Awaited<ReturnType<typeof openWorld>>): Promise<Call> {
  const person = await newPerson({ call }, 'ana')
  const team = await newTeam({ call }, person)
  const as = { ...person.as, 'x-team-id': team.id }
  const phone = ((method, path, body) => call(method, path, body, as)) as Call
  const servers = { imap: dovecot.imaps, smtp: smtp.server, user: dovecot.user }
  const { status, body: mailbox } = await phone('POST', '/email/imap', { address: dovecot.user, password: dovecot.password, servers })
  expect(status).toBe(201)
  const answers = { sends: true, name: 'The team', signature: '', acknowledge: null, done: '“{title}” is done.' }
  expect((await phone('PUT', `/email/mailboxes/${mailbox.id}/answers`, answers)).status).toBe(200)
  await until('the first look', async () => (await phone('GET', '/email/health')).body[0]?.looked_at)
  const { token } = (await person.call('POST', `/teams/${team.id}/tokens`, { name: 'ana' })).body
  const connected = await callUrl(`${programs.desktop.url}/remote`, 'PUT', { url: programs.cloud.url, token, team_id: team.id }, { 'x-actor': 'person:ana' })
  expect(connected.status).toBe(200)
  return phone
}

const picture = Buffer.concat([png, Buffer.from('lamp')])
const request = () =>
  mimeMail(
    { subject: 'Broken lamp', from: 'Bo <bo@example.org>' },
    multipart('mixed', [
      multipart('related', [part({ type: 'text/html', content: '<p>Here is <img src="cid:lamp"> the lamp.</p>' }), inline('lamp', 'lamp.png', picture)]),
      attached('bill.pdf', pdf, 'application/pdf'),
    ]),
  )

async function journey(kills: Kills): Promise<void> {
  const world = await openWorld()
  try {
    const phone = await connectAll(world)
    const get = async <T>(path: string) => (await phone('GET', path)).body as T
    const killDesktop = async (step: Step) => kills.desktop.includes(step) && world.kill('desktop')
    /** What sends a mail: the cloud dies while the server has it. */
    const sending = async (step: Step, act: () => Promise<unknown>) => {
      if (!kills.cloud.includes(step)) return act()
      let go = (): void => undefined
      smtp.held = 0
      smtp.hold = { at: kills.at, until: new Promise<void>((resolve) => (go = resolve)) }
      await act()
      await until(`the server has it (${step})`, () => smtp.held > 0)
      await world.kill('cloud', () => {
        smtp.hold = undefined
        go()
      })
    }
    const settled = (cause: Reply['cause']) =>
      until(`what became of it (${cause})`, async () => {
        const found = (await get<Reply[]>(`/tasks/${task.id}/replies`)).filter((one) => one.cause === cause)
        expect(found.length).toBeLessThan(2)
        return found.find(({ state }) => state === 'sent' || state === 'uncertain')
      })
    const expected = (step: Step) => (kills.cloud.includes(step) && kills.at === 'mail' ? 'uncertain' : 'sent')

    const asked = dovecot.deliver(request()) as string
    await killDesktop('arrives')
    if (kills.cloud.includes('arrives')) await world.kill('cloud')
    const [task] = await until('the task', async () => {
      const all = await get<Task[]>('/tasks')
      return all.length > 0 ? (all as [Task]) : undefined
    })
    const files = /^Here is \[lamp\.png\]\((\/attachments\/[0-9a-f]{64}\/lamp\.png)\) the lamp\.\n\n\[bill\.pdf\]\((\/attachments\/[0-9a-f]{64}\/bill\.pdf)\)/
    const [, image, bill] = files.exec(task.description ?? '') ?? []
    for (const path of [image, bill]) expect((await phone('GET', path ?? '/nothing')).status).toBe(200)

    await until('it can be answered', async () => (await phone('GET', `/tasks/${task.id}/reply-draft`)).status === 200)
    await sending('answered', async () => {
      await killDesktop('answered')
      expect((await phone('POST', `/tasks/${task.id}/replies`, { to: ['bo@example.org'], body: 'We come tomorrow.' })).status).toBe(201)
    })
    const reply = await settled('person')
    expect([reply.state, smtp.received.length]).toEqual([expected('answered'), 1])
    const sent = threadedMail(smtp.received[0] as string)
    expect(sent.id).toBe(reply.message_id)
    expect(threads([{ id: asked, references: [] }, sent]).get(sent.id)).toBe(asked)

    const back = { subject: 'Something else', from: 'Bo <bo@example.org>', body: 'Tomorrow is fine.', headers: [`In-Reply-To: ${sent.id}`] }
    dovecot.deliver(back)
    await killDesktop('answer to it')
    if (kills.cloud.includes('answer to it')) await world.kill('cloud')
    const byMail = async () => (await get<Comment[]>(`/tasks/${task.id}/comments`)).filter(({ author }) => author.kind === 'email')
    const [comment] = await until('their answer', async () => ((await byMail()).length > 0 ? byMail() : undefined))
    expect(comment?.body).toContain('Tomorrow is fine.')

    await sending('done', async () => {
      expect((await phone('PATCH', `/tasks/${task.id}`, { status: 'done' })).status).toBe(200)
      await killDesktop('done')
    })
    const told = await settled('done')
    expect([told.state, smtp.received.length]).toEqual([expected('done'), 2])
    const last = smtp.received[1] as string
    expect([headersOf(last, 'Message-ID'), headerOf(last, 'Auto-Submitted')]).toEqual([[told.message_id], 'auto-replied'])

    // Whatever still comes comes after this one.
    dovecot.deliver({ subject: 'The next request', from: 'Cy <cy@example.org>' })
    await until('the next task', async () => (await get<Task[]>('/tasks')).some(({ title }) => title === 'The next request'))
    expect(await byMail()).toHaveLength(1)
    expect(smtp.received).toHaveLength(2)
    const { rows } = await onDatabase(world.database.url, (client) =>
      client.query(
        'SELECT (SELECT count(*)::int FROM tasks) AS tasks, (SELECT count(*)::int FROM files) AS files, (SELECT count(DISTINCT hash)::int FROM files) AS contents',
      ),
    )
    expect(rows).toEqual([{ tasks: 2, files: 2, contents: 2 }])
  } finally {
    smtp.hold = undefined
    await world.close()
  }
}

it(
  '[V52] a request by mail with files, answered from a phone, answered back, done, and told once',
  () => journey({ cloud: [], desktop: [], at: 'recipient' }),
  60_000,
)

it('[V53] the same with kill -9 of both at each step, before a mail has left', () => journey({ cloud: steps, desktop: steps, at: 'recipient' }), 120_000)

const rounds: Kills[] = [
  { cloud: steps, desktop: [], at: 'mail' },
  ...steps.flatMap((step): Kills[] => [
    { cloud: [step], desktop: [], at: 'recipient' },
    { cloud: [step], desktop: [step], at: 'mail' },
    { cloud: [], desktop: [step], at: 'recipient' },
  ]),
]
it.runIf(process.env.TANDEM_LONG).each(rounds)('[V53] cloud killed at $cloud, desktop at $desktop, with the server at the $at', journey, 120_000)
