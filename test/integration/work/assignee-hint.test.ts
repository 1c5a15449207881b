// Assigned to "claude", a task is a person's and is never handed to the agent of that name: whoever writes it so is told.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callUrl } from '../../contract/target.ts'
import { addMember, newPerson, newTeam, openCloud } from '../../support/cloud/cloud.ts'
import { connectHttp, type McpClient } from '../../support/mcp/mcp-clients.ts'
import { run } from '../../support/service/programs.ts'
import { openService } from '../../support/service/service.ts'

let service: Awaited<ReturnType<typeof openService>>
let claude: McpClient
beforeAll(async () => {
  service = await openService()
  claude = await connectHttp('modern', service.url, 'claude')
  await claude.call('list_tasks')
  // Seen as an assignee only.
  await rest('POST', '/tasks', { title: 'a task of another agent', assignee: 'agent:Zoë' })
})
afterAll(async () => {
  await claude.close()
  await service.close()
})

const rest = (method: string, path: string, body?: unknown) => callUrl(service.url + path, method, body, { 'x-actor': 'person' })
const hintOf = async (body: object) => {
  const { headers, body: task } = await rest('POST', '/tasks', { title: `to be assigned ${JSON.stringify(body)}`, ...body })
  return { task, hint: headers.get('x-assignee-hint') }
}

it('[T24] says over REST that an agent is assigned as agent:NAME, and leaves what was written', async () => {
  const { task, hint } = await hintOf({ assignee: 'Claude' })
  expect([task.assignee, hint]).toEqual(['Claude', expect.stringContaining('set assignee to "agent:claude"')])
  const changed = await rest('PATCH', `/tasks/${task.id}`, { assignee: 'zoë' })
  expect([changed.body.assignee, decodeURIComponent(changed.headers.get('x-assignee-hint') ?? '')]).toEqual(['zoë', expect.stringContaining('"agent:Zoë"')])
  expect((await rest('PATCH', `/tasks/${task.id}`, { priority: 'high' })).headers.get('x-assignee-hint')).toBeNull()
  for (const assignee of ['agent:claude', 'Bo', 'claudette', null]) expect((await hintOf({ assignee })).hint).toBeNull()
})

it('[T24] says so over MCP', async () => {
  const note = expect.stringContaining('set assignee to "agent:claude"')
  const { answer } = await claude.call('create_task', { title: 'Write the report', assignee: 'claude' })
  expect(answer).toMatchObject({ outcome: 'created', note })
  const { id } = answer.task
  expect((await claude.call('update_task', { id, assignee: ' Claude' })).answer).toMatchObject({ outcome: 'updated', note })
  expect((await claude.call('update_task', { id, assignee: 'agent:claude' })).answer.note).toBeUndefined()
  expect((await rest('GET', `/tasks/${id}`)).body.assignee).toBe('agent:claude')
  await rest('DELETE', `/tasks/${id}`)
})

it.runIf(process.env.TANDEM_LONG)('[T24] says so in the command line, beside the answer', async () => {
  const tandem = (...args: string[]) => run('electron/cli/tandem.mjs', [...args, '--data-dir', service.dataDir], {})
  const added = await tandem('add', 'Sweep the yard', '--assignee', 'claude')
  expect([added.err, JSON.parse(added.out).title]).toEqual([expect.stringContaining('"agent:claude"'), 'Sweep the yard'])
  const set = await tandem('set', String(JSON.parse(added.out).id), '--assignee', 'zoë')
  expect(set.err).toContain('"agent:Zoë"')
})

it('[A16] next_task that finds nothing names such a task', async () => {
  const own = await openService()
  const jay = await connectHttp('modern', own.url, 'jay')
  try {
    const create = async (body: object) => (await callUrl(`${own.url}/tasks`, 'POST', body, { 'x-actor': 'person' })).body.id as number
    await create({ title: 'somebody else’s', assignee: 'Bo' })
    expect((await jay.call('next_task')).answer.note).not.toContain('person')
    const id = await create({ title: 'meant for the agent', assignee: 'Jay', labels: ['yard'] })
    const { answer } = await jay.call('next_task')
    expect(answer).toMatchObject({ outcome: 'none', left: { assigned: 2 } })
    expect(answer.note).toContain(`Task ${id} is assigned to "Jay". "Jay" is a person's name; for you it would be assigned to agent:jay.`)
    expect((await jay.call('next_task', { labels: ['house'] })).answer.note).not.toContain('Jay')
  } finally {
    await jay.close()
    await own.close()
  }
})

it('[T24] a person of that very name may be meant', async () => {
  await rest('POST', '/contacts', { name: 'Claude Monet', email: 'claude@example.com' })
  expect((await hintOf({ assignee: 'claude' })).hint).toBeNull()
})

it('[T24] says so in a team of the cloud, too, of agents that called; a member or a contact of that name may be meant', async () => {
  const cloud = await openCloud()
  try {
    const ana = await newPerson(cloud, 'Ana Kern', 'kern@example.org')
    const team = await newTeam(cloud, ana)
    await team.call('GET', '/tasks', undefined, { 'x-actor': 'agent:claude' })
    const hint = async (assignee: string | null, headers = {}) => {
      const { status, headers: sent } = await team.call('POST', '/tasks', { title: `for ${assignee}`, assignee }, headers)
      expect(status).toBe(201)
      return sent.get('x-assignee-hint')
    }
    const told = expect.stringContaining('set assignee to "agent:claude"')
    expect([await hint('Claude'), await hint('Claude', { 'idempotency-key': 'in a write of its own' })]).toEqual([told, told])
    for (const assignee of ['agent:claude', 'Ana Kern', 'ana@example.org', 'claudette', null])
      expect([assignee, await hint(assignee)]).toEqual([assignee, null])
    const { id } = (await team.call('POST', '/tasks', { title: 'changed later' })).body
    expect((await team.call('PATCH', `/tasks/${id}`, { assignee: 'claude' })).headers.get('x-assignee-hint')).toEqual(told)
    expect((await team.call('PATCH', `/tasks/${id}`, { priority: 'high' })).headers.get('x-assignee-hint')).toBeNull()
    await addMember(cloud, team, ana, await newPerson(cloud, 'Claude Simon', 'simon@example.org'))
    expect(await hint('claude')).toBeNull()
  } finally {
    await cloud.close()
  }
})
