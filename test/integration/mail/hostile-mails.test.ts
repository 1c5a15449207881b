// Hostile mails between good ones, on their whole way: Dovecot, the cloud, a desktop, tasks. They change nothing but what is theirs, and stop nothing.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Task } from '../../../shared/schema/task.ts'
import { png } from '../../support/attachments.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { type Dovecot, dovecotMissing, openDovecot, testCa } from '../../support/mail/dovecot.ts'
import { hostileMails } from '../../support/mail/hostile-mails.ts'
import { attached, inline, mimeMail, multipart, part, pdf } from '../../support/mail/mime.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

const isLong = process.env.TANDEM_LONG === '1'
const count = isLong ? 500 : 60
const perBatch = isLong ? 50 : 20
const seed = Number(process.env.TANDEM_SEED ?? Math.floor(Math.random() * 2 ** 31))
const mebibyte = 1_048_576

let dovecot: Dovecot
let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
let desktop: SyncedDesktop

beforeAll(async () => {
  if (dovecotMissing) return
  console.log(`hostile mails: seed ${seed} (TANDEM_SEED=${seed} repeats it)`)
  dovecot = await openDovecot()
  cloud = await openCloud({
    email: {
      gmail: undefined,
      microsoft: undefined,
      imap: { hosts: [`${dovecot.imaps.host}:${dovecot.imaps.port}`], ca: testCa[0], plain: false, max: 10 },
    },
    imap: { takeEvery: 50, leaseFor: 30, lookEvery: 200, pollEvery: 100, retries: { usual: [50, 100], password: [50, 50] } },
    streams: { leaseFor: 10_000, pollEvery: 200 },
  })
  owner = await newPerson(cloud, 'ana')
  team = await newTeam(cloud, owner)
  const servers = { imap: dovecot.imaps, smtp: null, user: dovecot.user }
  const as = { ...owner.as, 'x-team-id': team.id }
  expect((await cloud.call('POST', '/email/imap', { address: dovecot.user, password: dovecot.password, servers }, as)).status).toBe(201)
  await until('the first look', async () => (await team.call('GET', '/email/health')).body[0]?.looked_at)
  const { token } = (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'ana' })).body
  desktop = await openDesktop('ana', cloud, { ...team, token })
  await desktop.connect()
  await desktop.synced()
})
afterAll(async () => {
  await desktop?.close()
  await cloud?.close()
  await dovecot?.close()
})

const goods = ['oven', 'door', 'lamp', 'roof', 'sink', 'fence', 'stove', 'window', 'carpet', 'boiler']
const good = (name: string) =>
  mimeMail(
    { subject: `Repair the ${name}`, from: `${name} <${name}@example.org>` },
    multipart('mixed', [
      multipart('related', [part({ type: 'text/html', content: `<p>It is <img src="cid:${name}"> the ${name}.</p>` }), inline(name, `${name}.png`, png)]),
      attached(`${name}.pdf`, Buffer.concat([pdf, Buffer.from(name)]), 'application/pdf'),
    ]),
  )
const tasks = async () => (await desktop.call('GET', '/tasks')).body as Task[]
const conversations = async () => Number((await desktop.call('GET', '/conversations?limit=1')).headers.get('x-total-count'))

it(
  `[V29] ${count} hostile mails change only what is theirs and stop nothing`,
  async ({ skip }) => {
    if (dovecotMissing) skip(dovecotMissing)
    const before = process.memoryUsage().rss
    let peak = 0
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 100)
    const mine = (await desktop.call('POST', '/tasks', { title: 'What I do myself', description: 'as it is' })).body as Task
    const mails = hostileMails(count, seed)
    for (let from = 0; from < count; from += perBatch) {
      for (const { raw } of mails.slice(from, from + perBatch)) dovecot.deliver(raw)
      const name = goods[from / perBatch] as string
      dovecot.deliver(good(name))
      const task = await until(
        `the good mail behind ${from + perBatch}`,
        async () => (await tasks()).find(({ title }) => title === `Repair the ${name}`),
        240_000,
      )
      expect(task.description).toMatch(
        new RegExp(`^It is \\[${name}\\.png\\]\\(/attachments/[0-9a-f]{64}/${name}\\.png\\) the ${name}\\.\\n\\n\\[${name}\\.pdf\\]\\(`),
      )
    }
    clearInterval(watch)
    // What no answer can carry is known by its header all the same.
    expect((await tasks()).some(({ description }) => description?.startsWith('This email is made in such a way'))).toBe(true)
    // None is lost: those without a header of their own are told apart by what they are.
    expect(await conversations()).toBe(count + Math.ceil(count / perBatch))
    const after = (await tasks()).find(({ id }) => id === mine.id)
    expect([after?.title, after?.description, after?.updated_at]).toEqual([mine.title, mine.description, mine.updated_at])
    expect(((await team.call('GET', '/email/health')).body[0] as { problem: unknown }).problem).toBeNull()
    for (const { title, description } of await tasks()) {
      expect(title).not.toMatch(/[\p{Cc}\u202E]/u)
      expect((description?.match(/\]\(\/attachments\//g) ?? []).length).toBeLessThanOrEqual(50)
      // One with a broken header is its own text, parts and names and all.
      if (!description?.includes('\nContent-Type:')) expect(description ?? '').not.toMatch(/!\[[^\]]*\]\((?!\/attachments\/)|\]\(javascript:/)
    }
    console.log(`hostile mails: ${Math.round((peak - before) / mebibyte)} MiB more at most, cloud and desktop together`)
    expect(peak - before).toBeLessThan(900 * mebibyte)
  },
  isLong ? 900_000 : 400_000,
)
