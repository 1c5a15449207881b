// The team of the pictures, and what its people did: told in the order in which it is read here, at moments of the fixed clock.
import { addMember, newPerson, newTeam, type TestCloud, type TestPerson, type TestTeam } from '../../test/support/cloud/cloud.ts'
import { connectMailbox } from '../../test/support/mail/mail-stand-ins.ts'
import { androidToken, iosToken } from '../../test/support/push/push-cloud.ts'
import { goTo, tick } from './fixed-clock.ts'

/** The team, and who is on it. */
export interface Bakery {
  team: Pick<TestTeam, 'id'>
  ana: TestPerson
  mika: TestPerson
  jo: TestPerson
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

export async function foundBakery(cloud: TestCloud): Promise<Bakery> {
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
  return { team, ana, mika, jo }
}

/** Tasks, comments, a reminder and contacts. Answers the task with comments. */
export async function writeTasks({ team, ana, mika, jo }: Bakery): Promise<number> {
  const inTeam = (person: TestPerson) => (method: string, path: string, body?: unknown) => person.call(method, path, body, { 'x-team-id': team.id })
  goTo(60 * 24 * 9)
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
  return main
}

/** Ana's phones, tokens and mailbox, and what her laptop sent about the task `main`. Answers the laptop. */
export async function connectDevices(cloud: TestCloud, { team, ana }: Bakery, main: number): Promise<TestTeam> {
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
  return laptop
}
