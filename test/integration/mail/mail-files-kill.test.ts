// Mails with files into a team, and kill -9 of the cloud and of the desktop while they come.
import { expect, it } from 'vitest'
import type { Task } from '../../../shared/schema/task.ts'
import { callUrl } from '../../contract/target.ts'
import { png } from '../../support/attachments.ts'
import { type Call, newPerson, newTeam } from '../../support/cloud/cloud.ts'
import { onDatabase, openDatabase } from '../../support/cloud/postgres.ts'
import { dovecotMissing, openDovecot } from '../../support/mail/dovecot.ts'
import { attached, inline, mimeMail, multipart, part } from '../../support/mail/mime.ts'
import { serves } from '../../support/service/as-person.ts'
import { type Program, startProgram } from '../../support/service/program.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { until } from '../../support/until.ts'

const things = ['oven', 'door', 'lamp', 'roof', 'sink', 'fence', 'stove', 'window', 'carpet', 'boiler', 'gate', 'stairs']
const mailOf = (thing: string, n: number) =>
  mimeMail(
    { subject: `Repair the ${thing}`, from: `${thing} <${thing}@example.org>` },
    multipart('mixed', [
      multipart('related', [
        part({ type: 'text/html', content: `<p>Here is <img src="cid:${thing}"> the ${thing}.</p>` }),
        inline(thing, `${thing}.png`, Buffer.concat([png, Buffer.from(thing)])),
      ]),
      attached(`${thing}.pdf`, Buffer.alloc(400_000, n + 1), 'application/pdf'),
    ]),
  )

it('[CL304] kill -9 of the cloud and of the desktop: no mail and no file is lost, none is there twice', async ({ skip }) => {
  if (dovecotMissing) skip(dovecotMissing)
  const dovecot = await openDovecot()
  const folder = temporaryFolder()
  const database = await openDatabase()
  const port = new URL(`http://${dovecot.imaps.host}:${dovecot.imaps.port}`).port
  const env = {
    DATABASE_URL: database.url,
    TANDEM_KEY: '7'.repeat(64),
    TANDEM_LOG: 'fatal',
    TANDEM_TEST_LEASE: '3000',
    TANDEM_SIGN_INS_PER_MINUTE: '1000',
    TANDEM_MAIL_HOSTS: `localhost:${port}`,
    TANDEM_MAIL_CA: new URL('../../support/certificate/localhost.crt', import.meta.url).pathname,
  }
  let at = '0'
  const startCloud = async (): Promise<Program> => {
    const program = await startProgram(['test/support/cloud/impatient-cloud.ts', '--port', at, '--data-dir', `${folder.path}/cloud`], env)
    at = new URL(program.url).port
    return program
  }
  const startDesktop = async (): Promise<Program> => {
    const program = await startProgram(['test/support/service/impatient-service.ts', `${folder.path}/desktop`], { TANDEM_SECRETS: 'file' })
    serves(program.url, `${folder.path}/desktop`)
    return program
  }
  let [cloud, desktop] = await Promise.all([startCloud(), startDesktop()])
  try {
    const over = { call: ((method, path, body, headers) => callUrl(`${cloud.url}/api${path}`, method, body, headers)) as Call }
    const person = await newPerson(over, 'ana')
    const team = await newTeam(over, person)
    const servers = { imap: dovecot.imaps, smtp: null, user: dovecot.user }
    const as = { ...person.as, 'x-team-id': team.id }
    expect((await over.call('POST', '/email/imap', { address: dovecot.user, password: dovecot.password, servers }, as)).status).toBe(201)
    await until('the first look', async () => (await team.call('GET', '/email/health')).body[0]?.looked_at)
    const { token } = (await person.call('POST', `/teams/${team.id}/tokens`, { name: 'ana' })).body
    const connected = await callUrl(`${desktop.url}/remote`, 'PUT', { url: cloud.url, token, team_id: team.id }, { 'x-actor': 'person:ana' })
    expect(connected.status).toBe(200)
    const tasks = async () => (await callUrl(`${cloud.url}/api/tasks`, 'GET', undefined, team.as)).body as Task[]
    for (let round = 0; round < 3; round++) {
      for (const [i, thing] of things.slice(round * 4, round * 4 + 4).entries()) dovecot.deliver(mailOf(thing, round * 4 + i))
      await until('the first of this round', async () => (await tasks()).length > round * 4)
      if (round !== 1) {
        await desktop.end('SIGKILL')
        desktop = await startDesktop()
      }
      if (round > 0) {
        await cloud.end('SIGKILL')
        cloud = await startCloud()
      }
    }
    const all = await until('all tasks', async () => ((await tasks()).length >= things.length ? tasks() : undefined), 90_000)
    expect(all.map(({ title }) => title).toSorted()).toEqual(things.map((thing) => `Repair the ${thing}`).toSorted())
    for (const { title, description } of all) {
      const thing = title.slice('Repair the '.length)
      expect(description).toMatch(
        new RegExp(
          `^Here is \\[${thing}\\.png\\]\\(/attachments/[0-9a-f]{64}/${thing}\\.png\\) the ${thing}\\.\\n\\n\\[${thing}\\.pdf\\]\\(/attachments/[0-9a-f]{64}/`,
        ),
      )
    }
    const { rows } = await onDatabase(database.url, (client) => client.query('SELECT count(*)::int AS files, count(DISTINCT hash)::int AS contents FROM files'))
    expect(rows).toEqual([{ files: 24, contents: 24 }])
  } finally {
    await Promise.all([cloud, desktop].map((program) => program.end('SIGKILL')))
    await database.drop()
    await dovecot.close()
    folder.remove()
  }
}, 240_000)
