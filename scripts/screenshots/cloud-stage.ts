// A real cloud with a team in it, on a PostgreSQL of its own; mailbox and phones are stand-ins at the wire.
import type { BrowserContext, Page } from 'playwright-core'
import { addMember, newPerson, newTeam, password, type TestCloud, type TestPerson, type TestTeam } from '../../test/support/cloud/cloud.ts'
import { openCloudWindow } from '../../test/support/cloud/cloud-window.ts'
import { connectMailbox, type Gmail, openGmail } from '../../test/support/mail/mail-stand-ins.ts'
import { androidToken, iosToken, openPushServices } from '../../test/support/push/push-cloud.ts'
import { type Cable, openCable } from '../../test/support/cloud/cable.ts'
import setupPostgres from '../../test/support/cloud/postgres-setup.ts'
import type { Stage } from './shot.ts'
import { goTo, tick } from './standing-clock.ts'

export interface CloudStage extends Stage {
  cloud: TestCloud
  cable: Cable
  gmail: Gmail
  ana: TestPerson
  jo: TestPerson
  team: TestTeam
  /** The task with comments. */
  main: number
  /** Someone's browser, signed in. */
  as(person: Pick<TestPerson, 'email'>): Stage
  remove(): Promise<void>
}

const tasks = [
  { title: 'Descale the coffee machine', labels: ['kitchen'], priority: 'low' },
  { title: 'Order rye flour for the weekend', labels: ['orders'], status: 'todo', priority: 'high', requesters: ['mika@example.org'] },
  { title: 'Move the early shift to five o’clock from December', labels: ['staff'], status: 'todo' },
  { title: 'New price list for the market stall', labels: ['shop'], status: 'in_review', requesters: ['Lena Brandt'] },
  {
    title: 'Oven two does not hold its temperature',
    labels: ['kitchen', 'repair'],
    status: 'in_progress',
    priority: 'high',
    description: 'Drops to **180°** after an hour; the door seal looks worn.\n\n- [x] seal measured\n- [ ] seal ordered\n- [ ] oven checked again',
  },
  { title: 'Reply to the school about the 40 rolls on Fridays', labels: ['orders'], requesters: ['office@school.example'] },
]

export async function openCloudStage(): Promise<CloudStage> {
  const removePostgres = setupPostgres()
  const [gmail, phones] = [await openGmail(), await openPushServices()]
  goTo(60 * 24 * 30)
  const cloud = await openCloudWindow({ email: { gmail: gmail.config, microsoft: undefined }, push: phones.config, version: '1.0.0' })
  const cable = await openCable(cloud.url)
  const ana = await newPerson(cloud, 'Ana Lopez', 'ana@example.org')
  await ana.call('POST', '/teams', { name: 'Market stall' })
  tick()
  const team = await newTeam(cloud, ana, 'Bakery North')
  await ana.call('DELETE', `/teams/${team.id}/tokens/${team.tokenId}`)
  goTo(60 * 24 * 20)
  const mika = await newPerson(cloud, 'Mika Kern', 'mika@example.org')
  await addMember(cloud, team, ana, mika, 'admin')
  goTo(60 * 24 * 12)
  const jo = await newPerson(cloud, 'Jo Park', 'jo@example.org')
  await addMember(cloud, team, ana, jo)
  goTo(60 * 26)
  await ana.call('POST', `/teams/${team.id}/members`, { email: 'lena@example.org' })
  goTo(60 * 24 * 9)
  const inTeam = (person: TestPerson) => (method: string, path: string, body?: unknown) => person.call(method, path, body, { 'x-team-id': team.id })
  const made: number[] = []
  for (const [n, task] of tasks.entries()) {
    goTo(60 * 24 - n * 60)
    made.push((await inTeam(n % 2 ? mika : ana)('POST', '/tasks', task)).body.id)
  }
  const main = made[4] ?? 1
  goTo(95)
  await inTeam(mika)('POST', `/tasks/${main}/comments`, { body: 'The supplier has one left. Shall I take it?' })
  goTo(40)
  await inTeam(jo)('POST', `/tasks/${main}/comments`, { body: 'Yes please, and a spare one.' })
  await inTeam(ana)('POST', `/tasks/${main}/schedules`, { type: 'weekly', day_of_week: 5, time: '14:00', timezone: 'UTC' })
  for (const contact of [
    { name: 'Lena Brandt', email: 'lena@example.org', organization: 'Market hall' },
    { name: 'Mika Kern', email: 'mika@example.org' },
  ])
    await inTeam(ana)('POST', '/contacts', contact)
  // Devices, tokens, a mailbox, and what was sent.
  goTo(60 * 24 * 6)
  await ana.call('POST', '/devices', { platform: 'ios', token: iosToken(), name: 'Ana’s iPhone' })
  tick()
  await ana.call('POST', '/devices', { platform: 'android', token: androidToken(), name: 'Kitchen tablet' })
  await ana.call('PUT', '/notifications/preferences', [{ event: 'task.updated', device_id: null, enabled: false }])
  goTo(60 * 24 * 5)
  const own = await ana.call('POST', `/teams/${team.id}/tokens`, { name: 'Ana’s laptop' })
  const as = { authorization: `Bearer ${own.body.token}`, 'x-team-id': team.id }
  const laptop: TestTeam = {
    id: team.id,
    token: own.body.token,
    tokenId: own.body.id,
    as,
    call: (method, path, body, headers) => cloud.call(method, path, body, { ...as, ...headers }),
  }
  goTo(60 * 24 * 3)
  await ana.call('POST', `/teams/${team.id}/tokens`, { name: 'claude, on the build machine' })
  await connectMailbox(cloud.url, { ...ana.as, 'x-team-id': team.id })
  goTo(20)
  for (const event of ['task.created', 'comment.created']) {
    tick(60)
    await laptop.call('POST', '/notifications/send', { event, task_id: main, title: 'Oven two does not hold its temperature' })
  }
  goTo(0)
  await laptop.call('GET', '/tasks')
  // Each signs in once: a list of sessions is short.
  const cookies = new Map<string, Parameters<BrowserContext['addCookies']>[0]>()
  const browserOf = ({ email }: Pick<TestPerson, 'email'>): Stage => ({
    url: cloud.url,
    async enter(page: Page) {
      const known = cookies.get(email)
      if (known) return page.context().addCookies(known)
      const reply = await page.request.post(`${cloud.url}/api/auth/sign-in`, { data: { email, password } })
      if (!reply.ok()) throw new Error(`sign-in: ${reply.status()} ${await reply.text()}`)
      cookies.set(email, await page.context().cookies())
    },
  })
  return {
    ...browserOf(ana),
    cloud,
    cable,
    gmail,
    ana,
    jo,
    team: laptop,
    main,
    as: browserOf,
    async remove() {
      await cable.close()
      await cloud.close()
      await gmail.close()
      await phones.close()
      await removePostgres?.()
    },
  }
}
