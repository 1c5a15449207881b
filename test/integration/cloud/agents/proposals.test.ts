// What an agent of a team may only propose, and what becomes of it: every write of the cloud, on two instances.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloudContract } from '../../../../shared/contract/cloud/cloud.ts'
import type { Route } from '../../../../shared/contract/route.ts'
import { writeKinds } from '../../../../shared/schema/agent.ts'
import type { Proposal } from '../../../../shared/schema/proposal.ts'
import { uidFrom } from '../../../../shared/node/uid-from.ts'
import { addMember, newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'

let cloud: TestCloud
let second: TestCloud
let owner: TestPerson
let member: TestPerson
let team: TestTeam

beforeAll(async () => {
  cloud = await openCloud()
  second = await openCloud({}, cloud.database)
  owner = await newPerson(cloud, 'owner')
  team = await newTeam(cloud, owner)
  member = await newPerson(cloud, 'member')
  await addMember(cloud, team, owner, member, 'member')
  await owner.call('PUT', '/agents/shy/policy', Object.fromEntries(writeKinds.map((kind) => [kind, 'propose'])))
})
afterAll(async () => {
  await second.close()
  await cloud.close()
})

const shy = (method: string, path: string, body?: unknown) => team.call(method, path, body, { 'x-actor': 'agent:shy' })
const proposed = async (method: string, path: string, body?: unknown): Promise<number> => {
  const reply = await shy(method, path, body)
  expect([reply.status, reply.body.code, typeof reply.body.proposal]).toEqual([403, 'forbidden', 'number'])
  return reply.body.proposal
}
const accept = (id: number, at: Pick<TestCloud, 'call'> = cloud, who = member) => at.call('POST', `/proposals/${id}/accept`, undefined, who.as)
const made = async (method: string, path: string, body?: unknown): Promise<Proposal> => {
  const { status, body: proposal } = await accept(await proposed(method, path, body))
  expect([status, proposal.state]).toEqual([200, 'accepted'])
  return proposal
}
const resultOf = ({ result }: Proposal, name: string): unknown => result?.[name]
const read = async (path: string) => (await owner.call('GET', path)).body

it('[CL105] every write that has a use-case of its own can be proposed, and is carried out as the agent', async () => {
  const task = await made('POST', '/tasks', { title: 'Proposed', labels: ['a'], description: 'First.', assignee: 'me' })
  const { id } = resultOf(task, 'task') as { id: number }
  expect(await read(`/tasks/${id}`)).toMatchObject({
    title: 'Proposed',
    labels: ['a'],
    assignee: 'agent:shy',
    triage: 'waiting',
    uid: uidFrom('proposal', task.uid ?? ''),
  })
  expect((await made('PATCH', `/tasks/${id}`, { description: 'Second.', title: 'Renamed' })).tool).toBe('change_task')
  expect(await read(`/tasks/${id}`)).toMatchObject({ title: 'Renamed', description: 'Second.' })
  expect((await made('PATCH', `/tasks/${id}`, { status: 'todo' })).tool).toBe('set_task_status')

  const { comment_id } = (await made('POST', `/tasks/${id}/comments`, { body: 'Said' })).result as { comment_id: number }
  await made('PATCH', `/tasks/${id}/comments/${comment_id}`, { body: 'Said better' })
  expect((await read(`/tasks/${id}/comments`))[0]).toMatchObject({ body: 'Said better', author: { kind: 'agent', name: 'shy' } })
  await made('DELETE', `/tasks/${id}/comments/${comment_id}`)

  const { schedule_id } = (await made('POST', `/tasks/${id}/schedules`, { type: 'interval', interval_days: 2 })).result as { schedule_id: number }
  await made('PATCH', `/tasks/${id}/schedules/${schedule_id}`, { interval_days: 3 })
  expect((await read(`/tasks/${id}/schedules`))[0]).toMatchObject({ id: schedule_id, interval_days: 3 })
  await made('DELETE', `/tasks/${id}/schedules/${schedule_id}`)

  const { slug } = resultOf(await made('POST', '/contacts', { name: 'Zoe' }), 'contact') as { slug: string }
  await made('PATCH', `/contacts/${slug}`, { role: 'Lead' })
  expect((await read(`/contacts/${slug}`)).role).toBe('Lead')
  await made('DELETE', `/contacts/${slug}`)

  const { uid } = resultOf(await made('POST', '/lists', { name: 'Mine' }), 'list') as { uid: string }
  await made('PATCH', `/lists/${uid}`, { name: 'Ours' })
  expect((await read(`/lists/${uid}`)).name).toBe('Ours')
  await made('DELETE', `/lists/${uid}`)

  await made('DELETE', `/tasks/${id}`)
  expect((await owner.call('GET', `/tasks/${id}`)).status).toBe(404)
  const writers = new Set((await read('/journal?limit=1000')).map(({ actor }: { actor: { name: string } }) => actor.name))
  expect(writers).toEqual(new Set(['shy']))
  expect((await read('/journal?limit=1')).at(0).principal).toMatchObject({ kind: 'person', id: member.id })
})

it('[CL105] no write of the contract gets past: what cannot be proposed is refused', async () => {
  // The last one writes nothing: it asks with a text that is too long for an address.
  const open = new Set(['POST /events/ack', 'POST /notifications/send', 'POST /sync', 'POST /tasks/find-duplicates'])
  const routes = Object.values<Route>(cloudContract).filter(
    ({ method, path, needs = 'work', onlyReads = false }) => method !== 'GET' && needs === 'work' && !onlyReads && !open.has(`${method} ${path}`),
  )
  expect(routes.length).toBeGreaterThan(14)
  await owner.call('PUT', '/agents/shut-out/policy', Object.fromEntries(writeKinds.map((kind) => [kind, 'deny'])))
  const bodies: Record<string, object> = {
    'POST /tasks': { title: 'x' },
    'PATCH /tasks/:id': { title: 'x' },
    'POST /tasks/:id/comments': { body: 'x' },
    'POST /tasks/:id/schedules': { type: 'interval', interval_days: 1 },
    'POST /contacts': { name: 'x' },
    'POST /lists': { name: 'x' },
    'POST /undo': { entry: 1 },
    'PATCH /tasks/:id/comments/:commentId': { body: 'x' },
    'PATCH /tasks/:id/schedules/:scheduleId': { interval_days: 2 },
    'PATCH /contacts/:slug': { name: 'x' },
    'PATCH /lists/:uid': { name: 'x' },
    'POST /tasks/:id/replies': { to: ['a@example.org'], body: 'x' },
    'POST /tasks/:id/questions': { question: 'x' },
    'POST /email/files': { history_id: '1', ref: '1', part: '1' },
    'POST /tasks/:id/finish': { summary: 'x' },
    'POST /tasks/:id/evidence': { kind: 'claimed', text: 'x' },
    'PUT /evidence/tree': { checkout: 'x', tree: 'a'.repeat(40) },
  }
  for (const { method, path, body, file } of routes) {
    const address = path.replaceAll(/:(\w+)/g, (_, name: string) =>
      name === 'uid' || name === 'reply' ? '00000000-0000-4000-8000-000000000000' : name === 'slug' ? 'x' : '1',
    )
    const given = body ? (bodies[`${method} ${path}`] ?? {}) : undefined
    const shutOut = { 'x-actor': 'agent:shut-out' }
    const { status } = file
      ? await team.call(method, `${address}?name=x.txt`, 'x', { ...shutOut, 'content-type': file })
      : await team.call(method, address, given, shutOut)
    // What only devices bring is a world of its own: a body that makes no sense is told first.
    expect([`${method} ${path}`, path.startsWith('/sync/') && status === 400 ? 403 : status]).toEqual([`${method} ${path}`, 403])
  }
})

it('[CL105] accepted on two instances in the same moment it is written once', async () => {
  for (let round = 0; round < 5; round++) {
    const proposal = await proposed('POST', '/tasks', { title: `Raced ${round}` })
    const answers = await Promise.all([accept(proposal), accept(proposal, second, owner), accept(proposal, second), accept(proposal, cloud, owner)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect((await read('/tasks')).filter(({ title }: { title: string }) => title === `Raced ${round}`)).toHaveLength(1)
  }
})

it('[CL105] the same call from both instances at once is one proposal', async () => {
  const calls = Array.from({ length: 6 }, (_, n) =>
    (n % 2 ? cloud : second).call('POST', '/contacts', { name: 'Twice' }, { ...team.as, 'x-actor': n % 3 ? 'agent:shy' : 'agent:Shy' }),
  )
  expect(new Set((await Promise.all(calls)).map(({ body }) => body.proposal)).size).toBe(1)
})

it('[CL171] a finish that is only proposed holds its task, on every instance, and is carried out also when its claim has ended', async () => {
  const make = async (title: string): Promise<number> => (await owner.call('POST', '/tasks', { title, status: 'todo', labels: ['finishing'] })).body.id
  await owner.call('PUT', '/agents/careful/policy', { status: 'propose' })
  const careful = (method: string, path: string, body?: unknown, run = 'one') => team.call(method, path, body, { 'x-actor': 'agent:careful', 'x-run': run })
  const other = (body: object) =>
    second.call('POST', '/tasks/next', { labels: ['finishing'], ...body }, { ...team.as, 'x-actor': 'agent:other', 'x-run': 'two' })
  const id = await make('To be looked at')
  const { key } = (await careful('POST', '/tasks/next', { id })).body
  const finish = (given: object) => careful('POST', `/tasks/${id}/finish`, { summary: 'Look at it.', ...given })
  // What writes nothing needs nobody's agreement, and is no proposal.
  expect((await finish({ key: 'bogus' })).body).toMatchObject({ outcome: 'lost', task: { status: 'in_progress' } })
  expect((await finish({})).status).toBe(400)
  const asked = await finish({ key })
  expect([asked.status, typeof asked.body.proposal]).toEqual([403, 'number'])
  const { proposal } = asked.body
  expect((await finish({ own_run: true })).body.proposal).toBe(proposal)
  const held = { outcome: 'none', waits_for: [{ for: 'proposal', id: proposal }] }
  expect((await careful('POST', '/tasks/next', { labels: ['finishing'] })).body).toMatchObject({ outcome: 'none' })
  expect((await careful('POST', '/tasks/next', { id })).body).toMatchObject(held)
  // Its claim ends: the task still waits for the person.
  await owner.call('DELETE', `/tasks/${id}/claim`)
  expect(await read(`/tasks/${id}`)).toMatchObject({ status: 'todo', ready: false, waits_for: held.waits_for })
  expect(await read('/tasks?ready=true&label=finishing')).toEqual([])
  expect((await other({})).body).toMatchObject({ outcome: 'none', left: { asked: 1 } })
  expect((await finish({ key })).body.proposal).toBe(proposal)
  const waiting = other({ wait_seconds: 20 })
  await owner.call('POST', `/proposals/${proposal}/reject`, { reason: 'again' })
  const { key: theirs } = (await waiting).body
  expect((await waiting).body).toMatchObject({ outcome: 'claimed', task: { id } })
  // A yes never ends the work of somebody else.
  await owner.call('POST', `/proposals/${proposal}/reopen`)
  expect(await accept(proposal)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('other works on task') } })
  expect(theirs).toEqual(expect.any(String))
  await owner.call('DELETE', `/tasks/${id}/claim`)
  expect((await accept(proposal)).body).toMatchObject({ state: 'accepted', result: { outcome: 'finished', status: 'done' } })
  expect(await read(`/tasks/${id}/comments`)).toMatchObject([{ body: 'Look at it.', author: { kind: 'agent', name: 'careful' } }])
})

it('[CL171] while its claim lasts, a yes ends it; the same call again is then unchanged, and evidence counts for it', async () => {
  await owner.call('PUT', '/agents/careful/policy', { status: 'propose' })
  const careful = (method: string, path: string, body?: unknown) => team.call(method, path, body, { 'x-actor': 'agent:careful', 'x-run': 'three' })
  const { id } = (await owner.call('POST', '/tasks', { title: 'Proven', status: 'todo', criteria: [{ text: 'tests pass' }] })).body
  const { key } = (await careful('POST', '/tasks/next', { id })).body
  const run = {
    command: ['true'],
    exit_code: 0,
    started_at: '2026-11-20T10:00:00Z',
    duration_ms: 1,
    output: '',
    output_sha256: '0'.repeat(64),
    no_tree: 'none',
  }
  const finish = (evidence: object[]) => careful('POST', `/tasks/${id}/finish`, { key, summary: 'All green.', evidence })
  expect((await finish([{ kind: 'ran', run, criterion: 1 }])).body).toMatchObject({ code: 'forbidden', detail: expect.stringContaining('/evidence') })
  const proof = (await careful('POST', `/tasks/${id}/evidence`, { kind: 'ran', run })).body
  expect(proof.id).toEqual(expect.any(String))
  const evidence = [
    { kind: 'ran', id: proof.id, criterion: 1 },
    { kind: 'claimed', text: 'Also looked.' },
  ]
  const { proposal } = (await finish(evidence)).body
  expect((await accept(proposal, second)).body).toMatchObject({ state: 'accepted', result: { outcome: 'finished' } })
  expect(await read(`/tasks/${id}`)).toMatchObject({ status: 'done', criteria: [{ evidence_id: proof.id }] })
  expect((await finish(evidence)).body).toMatchObject({ outcome: 'unchanged' })
})

it('[CL105] a desktop that made the same already is not doubled', async () => {
  const id = await proposed('POST', '/tasks', { title: 'Accepted offline' })
  const { uid } = await read(`/proposals/${id}`)
  const write = { key: 'k-offline', action: 'create', uid: uidFrom('proposal', uid), fields: { title: 'Accepted offline' } }
  expect((await team.call('POST', '/sync', { tasks: [write] })).body.results[0].status).toBe('applied')
  expect((await accept(id)).body.result.outcome).toBe('existing')
  expect((await read('/tasks')).filter(({ title }: { title: string }) => title === 'Accepted offline')).toHaveLength(1)
})

it('[CL105] what a proposal needs beside its task may be gone: 409, and it goes on waiting', async () => {
  const { id } = (await owner.call('POST', '/tasks', { title: 'With a comment' })).body
  const comment = (await team.call('POST', `/tasks/${id}/comments`, { body: 'x' }, { 'x-actor': 'agent:shy2' })).body
  const change = await proposed('PATCH', `/tasks/${id}/comments/${comment.id}`, { body: 'y' })
  await owner.call('DELETE', `/tasks/${id}/comments/${comment.id}`)
  expect(await accept(change)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('can no longer be carried out') } })
  expect((await read(`/proposals/${change}`)).state).toBe('pending')
  expect((await member.call('POST', `/proposals/${change}/reject`, {})).body.state).toBe('rejected')
  // Nobody proposes about what is not there.
  expect((await shy('DELETE', '/tasks/9007199254740991')).status).toBe(404)
})

it('[CL105] what a device brings keeps the rules of the routes, or is refused with what is wrong', async () => {
  const { id, uid: task_uid } = (await owner.call('POST', '/tasks', { title: 'As it was', description: 'x'.repeat(199_990) })).body
  const about = { id: task_uid }
  const wrong: [string, Record<string, unknown>, string][] = [
    ['create_task', {}, 'title'],
    ['create_task', { title: 5 }, 'title'],
    ['create_task', { title: 'x'.repeat(5000) }, 'title'],
    ['create_task', { title: 'x', labels: 'a' }, 'labels'],
    ['set_task_status', { ...about, status: 'bogus' }, 'status'],
    ['change_task', { ...about, title: null }, 'title'],
    ['update_task', { ...about, description: 'More than it holds.' }, 'description'],
    ['finish_task', { ...about, summary: 'x', evidence: [{ text: 7 }] }, 'text'],
    ['add_comment', about, 'body'],
    ['schedule_reminder', { ...about, type: 'never' }, 'type'],
    ['create_contact', { name: 4 }, 'name'],
    ['change_list', { uid: 'none' }, 'uid'],
  ]
  const state = async () => [await read(`/tasks/${id}/history`), await read('/tasks'), await read('/contacts')]
  const before = await state()
  const bring = async (tool: string, given: Record<string, unknown>) => {
    const uid = randomUUID()
    const call = { agent: 'shy', kinds: ['update'], tool, arguments: given, task_uid: given.id === task_uid ? task_uid : null }
    const open = { state: 'pending', reason: null, result: null, created_at: new Date().toISOString(), decided_at: null, decided_by: null }
    expect((await team.call('PUT', `/sync/proposals/${uid}`, { ...call, ...open, carried_out: false, on: 0 })).status).toBe(200)
    return (await read('/proposals')).find((one: Proposal) => one.uid === uid).id as number
  }
  for (const [tool, given, what] of wrong) {
    const proposal = await bring(tool, given)
    expect([tool, await accept(proposal)]).toMatchObject([
      tool,
      { status: 409, body: { detail: expect.stringMatching(new RegExp(`cannot be done: .*${what}`)) } },
    ])
    expect((await member.call('POST', `/proposals/${proposal}/reject`, {})).body.state).toBe('rejected')
  }
  expect(await state()).toEqual(before)
  // A newer desktop's field does no harm, and nothing that the cloud keeps for itself is overwritten.
  expect((await accept(await bring('change_task', { ...about, title: 'As proposed', version: 99, mood: 'good' }))).body.state).toBe('accepted')
  expect(await read(`/tasks/${id}`)).toMatchObject({ title: 'As proposed', version: 2, uid: task_uid })
})

it('[CL105] a decision is taken back by who made it or by an admin, a delete, too', async () => {
  const { id } = (await owner.call('POST', '/tasks', { title: 'Deleted and back' })).body
  await owner.call('POST', `/tasks/${id}/comments`, { body: 'Kept' })
  const proposal = await proposed('DELETE', `/tasks/${id}`)
  await accept(proposal, cloud, owner)
  expect((await member.call('POST', `/proposals/${proposal}/reopen`)).status).toBe(403)
  expect((await owner.call('GET', `/tasks/${id}`)).status).toBe(404)
  expect((await owner.call('POST', `/proposals/${proposal}/reopen`)).body).toMatchObject({ proposal: { state: 'pending' }, conflicts: [] })
  expect(await read(`/tasks/${id}/comments`)).toMatchObject([{ body: 'Kept' }])
  // What was undone by itself meanwhile needs nothing more.
  const { body } = await accept(proposal)
  await owner.call('POST', '/undo', { entries: body.entries })
  expect((await owner.call('POST', `/proposals/${proposal}/reopen`)).body).toMatchObject({ proposal: { state: 'pending' }, conflicts: [] })
  expect((await member.call('POST', `/proposals/${proposal}/reject`, {})).body.state).toBe('rejected')
})

it('[CL105] only people of the team decide, and the stream tells of it', async () => {
  const stream = await fetch(`${cloud.url}/api/events/stream`, { headers: owner.as })
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
  let heard = ''
  const until = async (text: string) => {
    while (!heard.includes(text)) heard += new TextDecoder().decode((await reader.read()).value)
  }
  try {
    await until('hello')
    const id = await proposed('POST', '/contacts', { name: 'Streamed' })
    await until('"proposal.created"')
    expect((await shy('POST', `/proposals/${id}/accept`)).status).toBe(403)
    const stranger = await newPerson(cloud, 'stranger')
    expect((await stranger.call('POST', `/proposals/${id}/accept`, undefined, { 'x-team-id': team.id })).status).toBe(403)
    await accept(id)
    await until('"proposal.updated"')
    expect(heard).toContain('"state": "accepted"')
  } finally {
    await reader.cancel()
  }
})

it('[CL105] of two agents of one name each proposal says with whose token it came, and who decided is told to whoever is late', async () => {
  const tokenOf = async (who: TestPerson, name: string) => (await who.call('POST', `/teams/${team.id}/tokens`, { name, agent: 'shy' })).body
  const ids: number[] = []
  for (const [who, name] of [
    [owner, 'laptop'],
    [owner, 'server'],
  ] as const) {
    const { token } = await tokenOf(who, name)
    const { body } = await cloud.call('POST', '/tasks', { title: `From ${name}` }, { authorization: `Bearer ${token}`, 'x-team-id': team.id })
    ids.push(body.proposal)
    const from = { kind: 'token', name, owner: { id: who.id, name: 'owner' } }
    expect(await read(`/proposals/${body.proposal}`)).toMatchObject({ agent: 'shy', principal: from })
    expect((await read('/proposals')).find(({ id }: Proposal) => id === body.proposal)).toMatchObject({ principal: from })
  }
  const [first] = ids as [number]
  await accept(first)
  const late = await accept(first, second, owner)
  expect([late.status, late.body.detail]).toEqual([409, `Proposal ${first} was already accepted by member.`])
})

it('[CL105] what a device brings that names no task, or a tool that only it knows, is refused here and changes nothing', async () => {
  const { id, uid: task_uid } = (await owner.call('POST', '/tasks', { title: 'As it was' })).body
  const open = {
    state: 'pending',
    reason: null,
    result: null,
    created_at: new Date().toISOString(),
    decided_at: null,
    decided_by: null,
    carried_out: false,
    on: 0,
  }
  const bring = (changed: object) =>
    team.call('PUT', `/sync/proposals/${randomUUID()}`, {
      agent: 'shy',
      kinds: [],
      tool: 'change_task',
      arguments: { id: task_uid },
      task_uid,
      ...open,
      ...changed,
    })
  for (const [changed, status] of [
    [{ arguments: {} }, 400],
    [{ arguments: { id: 'NaN' } }, 404],
    [{ arguments: { id: '' } }, 404],
    [{ arguments: { id: task_uid, parent_id: 'none' } }, 404],
    [{ created_at: '0001-01-01T00:00:00+14:00' }, 400],
    [{ created_at: '9999-12-31T23:59:59-14:00' }, 400],
  ] as const)
    expect([changed, (await bring(changed)).status]).toEqual([changed, status])
  for (const tool of ['NaN', 'constructor', '__proto__', 'toString']) {
    const brought = (await bring({ tool })).body
    expect(brought.state).toBe('pending')
    const { id: proposal } = (await read('/proposals')).find((one: Proposal) => one.uid === brought.uid)
    const refused = await accept(proposal)
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('where it was made')])
    const decided = { state: 'accepted', decided_at: new Date().toISOString(), decided_by: { kind: 'person', name: 'Ana' } }
    expect((await bring({ tool, ...decided })).body).toMatchObject({ state: 'pending', problem: expect.stringContaining('where it was made') })
  }
  expect((await read(`/tasks/${id}`)).title).toBe('As it was')
})

it('[CL105] an agent in a loop fills no more than its share of the list, and another one still gets in', async () => {
  const { token } = (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'loop', agent: 'shy' })).body
  const loop = (n: number) => cloud.call('POST', '/tasks', { title: `Again ${n}` }, { authorization: `Bearer ${token}`, 'x-team-id': team.id })
  const all = await Promise.all(Array.from({ length: 101 }, (_, n) => loop(n)))
  expect(all.filter(({ status }) => status === 403)).toHaveLength(100)
  expect(all.find(({ status }) => status === 409)?.body.detail).toMatch(/shy has 100 proposals waiting already/)
  await proposed('POST', '/tasks', { title: 'Of the other one' })
})

it('[CL105] what names another task that is gone meanwhile is said to the person, as what cannot be done', async () => {
  const [about, gone] = [(await owner.call('POST', '/tasks', { title: 'Bake' })).body, (await owner.call('POST', '/tasks', { title: 'Knead' })).body]
  const id = await proposed('PATCH', `/tasks/${about.id}`, { blocked_by: [gone.id] })
  await owner.call('DELETE', `/tasks/${gone.id}`)
  const refused = await accept(id)
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(`Proposal ${id} can no longer be carried out`)])
})
