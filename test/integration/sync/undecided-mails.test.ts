// A mail to the team that nobody is sure about: asked on every device, answered once, carried out by whoever says yes.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { uidFrom } from '../../../shared/node/uid-from.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import { newPerson, newTeam, openCloud, prove, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { callUrl } from '../../contract/target.ts'
import { connectMailbox, type Gmail, openGmail, push } from '../../support/mail/mail-stand-ins.ts'
import { openCable } from '../../support/cloud/cable.ts'
import { startChild } from '../../support/service/child-service.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

let gmail: Gmail
let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
const open: SyncedDesktop[] = []

beforeAll(async () => {
  gmail = await openGmail()
  cloud = await openCloud({ email: { gmail: gmail.config, microsoft: undefined }, streams: { leaseFor: 3000, pollEvery: 200 } })
  owner = await newPerson(cloud, 'phone')
  await prove(cloud, owner)
  team = await newTeam(cloud, owner, 'ours')
  await connectMailbox(cloud.url, { ...owner.as, 'x-team-id': team.id })
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((desktop) => desktop.close()))
})
afterAll(async () => {
  await cloud.close()
  await gmail.close()
})

type Side = Pick<SyncedDesktop, 'call'>
const phone: Side = { call: (method, path, body) => owner.call(method, path, body, { 'x-team-id': team.id }) }
let mails = 0

async function desktop(name: string, at: Pick<TestCloud, 'url'> = cloud): Promise<SyncedDesktop> {
  const { token } = (await owner.call('POST', `/teams/${team.id}/tokens`, { name })).body
  const made = await openDesktop(name, at, { ...team, token })
  open.push(made)
  await made.connect()
  await made.synced()
  return made
}
async function arrives(subject: string, text: string): Promise<void> {
  const mail = { subject, text, thread: subject.replace('Re: ', ''), from: 'Shop <shop@example.net>', messageId: `<${++mails}@example.net>` }
  expect((await push(cloud.url, gmail, gmail.arrive(mail))).status).toBe(204)
}
const asked = (side: Side, state = 'pending') =>
  until('the question', async () => ((await side.call('GET', `/proposals?state=${state}`)).body as Proposal[])[0])
const tasks = async (side: Side) => (await side.call('GET', '/tasks')).body as { id: number; uid: string; title: string }[]

it('[X45] is asked on every desktop and in the cloud under one uid; the yes of one makes one task everywhere, and a reply goes to it', async () => {
  const sides: Side[] = [await desktop('ana'), await desktop('bo'), phone]
  await arrives('Spring offers', 'Buy now! Click here to unsubscribe.')
  const found = await Promise.all(sides.map((side) => asked(side)))
  expect(new Set(found.map(({ uid }) => uid)).size).toBe(1)
  expect(found.filter(({ conversation_id }) => conversation_id !== null)).toHaveLength(1)
  const there = found[2] as Proposal
  expect((await phone.call('POST', `/proposals/${there.id}/accept`)).status).toBe(200)
  for (const side of sides) {
    await until('the task', async () => (await tasks(side)).length === 1)
    expect(await tasks(side)).toMatchObject([{ uid: uidFrom('proposal', there.uid ?? ''), title: 'Spring offers' }])
    expect((await asked(side, 'accepted')).decided_by?.name).toMatch(/^phone/)
  }
  const [task] = await tasks(phone)
  expect((await phone.call('GET', `/tasks/${task?.id}/history`)).body.at(-1).actor).toEqual({ kind: 'email', name: 'shop@example.net' })
  for (const n of [1, 2]) {
    await arrives('Re: Spring offers', `We still wait for an answer, day ${n}.`)
    await until(`reply ${n}`, async () => (await phone.call('GET', `/tasks/${task?.id}/comments`)).body.length === n)
  }
  expect(await tasks(phone)).toHaveLength(1)
})

it('[X45] answered while its machine is off, or gone for good, it is carried out once; nobody forges one', async () => {
  const ana = await desktop('ana')
  await arrives('Summer offers', 'Click here to unsubscribe.')
  const own = await asked(ana)
  const there = await asked(phone)
  const { id: _id, conversation_id: _here, entries: _entries, principal: _login, ...call } = there
  const { decide_on: _on, ...forged } = { ...call, task_uid: null, carried_out: false, on: 0, decide_on: undefined }
  const uid = uidFrom('forged', 'one')
  const { task_id: _task, uid: _uid, ...write } = forged
  const other = await newTeam(cloud, owner, 'others')
  expect((await team.call('PUT', `/sync/proposals/${uid}`, { ...write, arguments: { as: 'create' } })).status).toBe(409)
  const agent = (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'bot', agent: 'claude' })).body.token as string
  const asAgent = await fetch(`${cloud.url}/api/sync/proposals/${there.uid}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${agent}`, 'x-team-id': team.id, 'content-type': 'application/json' },
    body: JSON.stringify({ ...write, state: 'accepted' }),
  })
  expect(asAgent.status).toBe(403)
  expect((await other.call('GET', '/proposals')).body).toEqual([])
  await ana.restart(async () => {
    expect((await phone.call('POST', `/proposals/${there.id}/accept`)).status).toBe(200)
  })
  await until('the yes', async () => ((await ana.call('GET', `/proposals/${own.id}`)).body as Proposal).state === 'accepted')
  const called = async (side: Side) => (await tasks(side)).filter(({ title }) => title === 'Summer offers').length
  for (const side of [ana, phone]) await until('one task', async () => (await called(side)) === 1)
  await arrives('Autumn offers', 'Click here to unsubscribe.')
  const last = await asked(phone)
  await Promise.all(open.splice(0).map((gone) => gone.close()))
  expect((await phone.call('POST', `/proposals/${last.id}/accept`)).status).toBe(200)
  expect((await tasks(phone)).map(({ title }) => title)).toContain('Autumn offers')
})

it('[X45] a yes to a mail about an existing task adds it there, as its sender', async () => {
  const task = (await phone.call('POST', '/tasks', { title: 'Mend the lamp' })).body as { id: number; uid: string }
  const uid = uidFrom('update', task.uid)
  const mail = { thread: uidFrom('thread', uid), from: 'Bo Lind <bo@example.org>', body: 'It is dark.', comment_uid: uidFrom('comment', uid), remind_at: null }
  const found = { title: 'Lamp', description: null, priority: 'medium', due: null }
  const given = { id: task.uid, as: 'update', why: 'It may be about this task.', task: found, candidates: [], message_ids: [], mail }
  const open = { state: 'pending', reason: null, result: null, created_at: new Date().toISOString(), decided_at: null, decided_by: null }
  const write = { agent: 'bo@example.org', kinds: ['comment', 'update'], tool: 'conversation', arguments: given, task_uid: task.uid, ...open }
  expect((await team.call('PUT', `/sync/proposals/${uid}`, { ...write, carried_out: false, on: 0 })).status).toBe(200)
  const there = await asked(phone)
  expect((await phone.call('POST', `/proposals/${there.id}/accept`)).body.state).toBe('accepted')
  expect((await phone.call('GET', `/tasks/${task.id}/comments`)).body).toMatchObject([
    { body: 'It is dark.', author: { kind: 'email', name: 'bo@example.org' } },
  ])
  expect((await phone.call('GET', `/tasks/${task.id}`)).body.requesters).toEqual(['bo-lind'])
})

it('[X45] [V50] a yes to one that names a date reminds of it then, and an invitation is due then', async () => {
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const yes = async (title: string, what: object, remind_at: string | null) => {
    const uid = uidFrom('date', title)
    const mail = { thread: uidFrom('thread', uid), from: 'Bo Lind <bo@example.org>', body: 'It is dark.', comment_uid: null, remind_at }
    const given = { as: 'create', why: 'Unsure.', task: { title, description: null, priority: 'medium', ...what }, candidates: [], message_ids: [], mail }
    const open = { state: 'pending', reason: null, result: null, created_at: new Date().toISOString(), decided_at: null, decided_by: null }
    const write = { agent: 'bo@example.org', kinds: ['create'], tool: 'conversation', arguments: given, task_uid: null, ...open }
    expect((await team.call('PUT', `/sync/proposals/${uid}`, { ...write, carried_out: false, on: 0 })).status).toBe(200)
    expect((await phone.call('POST', `/proposals/${(await asked(phone)).id}/accept`)).body.state).toBe('accepted')
    const task = (await tasks(phone)).find((one) => one.title === title) as unknown as { id: number; due: string | null }
    return { due: task.due, schedules: (await phone.call('GET', `/tasks/${task.id}/schedules`)).body as object[] }
  }
  expect(await yes('Lamps by Friday', { due: `${soon.slice(0, 10)}T09:00` }, soon)).toEqual({
    due: null,
    schedules: [expect.objectContaining({ fire_at: soon })],
  })
  expect(await yes('Kickoff', { due: null, deadline: soon }, null)).toEqual({ due: soon, schedules: [] })
})

it('[X45] a yes on two desktops without a network makes one task; whoever moves to another team takes nothing of it along', async () => {
  const cables = [await openCable(cloud.url), await openCable(cloud.url)] as const
  const [ana, bo] = [await desktop('ana', cables[0]), await desktop('bo', cables[1])]
  await arrives('Winter offers', 'Click here to unsubscribe.')
  const found = await Promise.all([ana, bo].map((side) => asked(side)))
  for (const cable of cables) cable.cut()
  const said = await Promise.all([ana, bo].map((side, at) => side.call('POST', `/proposals/${found[at]?.id}/accept`)))
  // Who has the mail carries it out at once; the other one asks the cloud, and says so where it cannot.
  expect(said.map(({ status }) => status)).toContain(200)
  for (const cable of cables) cable.mend()
  const called = async (side: Side) => (await tasks(side)).filter(({ title }) => title === 'Winter offers')
  // Whose yes comes second takes its own task back and gets the team's: in between it has none.
  for (const side of [ana, bo]) await side.synced()
  for (const side of [ana, bo, phone]) {
    await until('the one task', async () => (await called(side)).map(({ uid }) => uid).join() === uidFrom('proposal', found[0]?.uid ?? ''))
    expect((await asked(side, 'accepted')).uid).toBe(found[0]?.uid)
  }
  for (const side of [ana, bo, phone]) expect(await called(side)).toHaveLength(1)
  await arrives('Last offers', 'Click here to unsubscribe.')
  await asked(bo)
  const others = await newTeam(cloud, owner, 'elsewhere')
  expect((await bo.call('DELETE', '/remote')).status).toBe(204)
  expect((await bo.call('PUT', '/remote', { url: cloud.url, token: others.token, team_id: others.id })).status).toBe(200)
  await bo.synced()
  expect((await others.call('GET', '/proposals')).body).toEqual([])
  await Promise.all(cables.map((cable) => cable.close()))
})

it('[X45] a desktop that is killed while it carries out a yes makes one task', async () => {
  const folder = temporaryFolder()
  const others = await newTeam(cloud, owner, 'killed')
  await connectMailbox(cloud.url, { ...owner.as, 'x-team-id': others.id })
  let killed = await startChild(folder.path)
  const ana: Side = { call: (method, path, body) => callUrl(`${killed.url}${path}`, method, body, { 'x-actor': 'person:ana' }) }
  const there: Side = { call: (method, path, body) => owner.call(method, path, body, { 'x-team-id': others.id }) }
  try {
    expect((await ana.call('PUT', '/remote', { url: cloud.url, token: others.token, team_id: others.id })).status).toBe(200)
    for (const [round, wait] of (process.env.TANDEM_LONG ? [0, 5, 20] : [5]).entries()) {
      await arrives(`Offers ${round}`, 'Click here to unsubscribe.')
      const found = await asked(ana)
      const at = await asked(there)
      // The answer may be cut off with the process: what counts is what is there afterwards.
      const said = ana.call('POST', `/proposals/${found.id}/accept`).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, wait))
      await killed.kill()
      await said
      killed = await startChild(folder.path)
      // Not yet written, it still waits; written, it is carried out.
      const { state } = (await ana.call('GET', `/proposals/${found.id}`)).body as Proposal
      if (state === 'pending') expect((await ana.call('POST', `/proposals/${found.id}/accept`)).status).toBe(200)
      for (const side of [ana, there]) {
        const called = async () => (await tasks(side)).filter(({ title }) => title === `Offers ${round}`).map(({ uid }) => uid)
        await until(`task ${round}`, async () => (await called()).join() === uidFrom('proposal', at.uid ?? ''))
        await until('nothing to wait', async () => ((await side.call('GET', '/proposals?state=pending')).body as Proposal[]).length === 0)
      }
    }
    expect(new Set((await tasks(there)).map(({ title }) => title)).size).toBe((await tasks(there)).length)
  } finally {
    await killed.kill()
    folder.remove()
  }
})
