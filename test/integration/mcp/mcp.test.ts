// The MCP endpoint as agents meet it: real clients of both protocol eras against a real service.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encode } from 'gpt-tokenizer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callUrl } from '../../contract/target.ts'
import { connectHttp, type Era, type McpClient } from '../../support/mcp/mcp-clients.ts'
import { openService } from '../../support/service/service.ts'

let service: Awaited<ReturnType<typeof openService>>
const open: McpClient[] = []

async function connect(era: Era, name: string, options?: Parameters<typeof connectHttp>[3]): Promise<McpClient> {
  const client = await connectHttp(era, service.url, name, options)
  open.push(client)
  return client
}

const rest = (method: string, path: string, body?: unknown, headers: Record<string, string> = { 'x-actor': 'person' }) =>
  callUrl(service.url + path, method, body, headers)

beforeAll(async () => {
  service = await openService()
})
afterAll(async () => {
  await Promise.all(open.map((client) => client.close()))
  await service.close()
})

const eras: Era[] = ['legacy', 'modern']

/** What the documentation says that the lists of tools cost. */
function toldTokens(): Record<'core' | 'full', number> {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/agents.md'), 'utf8')
  const [, core = '', full = ''] = /lists the core only \(([\d,]+) tokens\).*lists all \(([\d,]+);/.exec(text) ?? []
  return { core: Number(core.replace(',', '')), full: Number(full.replace(',', '')) }
}

describe('the tools', () => {
  it('[M2] core is the interface and create_task within 2,000 tokens, full all within 4,000', async () => {
    for (const era of eras) {
      for (const [profile, max] of [
        ['core', 2000],
        ['full', 4000],
      ] as const) {
        const { tools } = await (await connect(era, 'reader', { tools: profile })).raw.listTools()
        const names = tools.map((tool) => tool.name).sort()
        const core = [
          'ask_person',
          'create_task',
          'delete_task',
          'find_duplicates',
          'finish_task',
          'get_task',
          'list_tasks',
          'next_task',
          'search',
          'set_task_status',
          'update_task',
        ]
        if (profile === 'core') expect(names).toEqual(core)
        else
          expect(names).toEqual(
            expect.arrayContaining([
              ...core,
              'add_comment',
              'claim_task',
              'create_contact',
              'draft_reply',
              'get_proposal',
              'list_comments',
              'list_contacts',
              'release_task',
              'schedule_reminder',
            ]),
          )
        const tokens = encode(JSON.stringify(tools)).length
        expect(tokens).toBeLessThanOrEqual(max)
        // What docs/agents.md says of the newer protocol; a little may change without it.
        if (era === 'modern') expect(Math.abs(tokens - toldTokens()[profile])).toBeLessThan(30)
        for (const tool of tools)
          expect(tool).toMatchObject({ description: expect.any(String), annotations: expect.any(Object), outputSchema: { type: 'object' } })
      }
    }
  })

  it("[M2] have the interface's parameters and types", async () => {
    const { tools } = await (await connect('legacy', 'reader', { tools: 'core' })).raw.listTools()
    const parameters = Object.fromEntries(
      tools.map((tool) => [
        tool.name,
        Object.fromEntries(Object.entries(tool.inputSchema.properties ?? {}).map(([name, schema]) => [name, (schema as { type: string }).type])),
      ]),
    )
    expect(parameters).toMatchObject({
      list_tasks: { status: 'string', priority: 'string' },
      get_task: { id: 'integer' },
      update_task: { id: 'integer', status: 'string', priority: 'string', labels: 'array', description: 'string' },
      delete_task: { id: 'integer' },
      search: { query: 'string' },
      find_duplicates: { text: 'string' },
      set_task_status: { id: 'integer', status: 'string' },
    })
  })

  it.each(eras)('[M3][M4] one task from find_duplicates to delete_task (%s)', async (era) => {
    const agent = await connect(era, `scenario-${era}`)
    const title = `Invoice PDF shows the wrong year ${era}`
    expect((await agent.call('find_duplicates', { text: title })).answer.tasks.filter((task: { title: string }) => task.title === title)).toEqual([])
    const created = await agent.call('create_task', { title, priority: 'high', labels: ['billing'], force: true, reason: 'both eras make one' })
    expect(created.answer).toMatchObject({ outcome: 'created', task: { title, status: 'backlog', priority: 'high' } })
    expect(JSON.parse(created.text)).toEqual(created.answer)
    const { id } = created.answer.task
    expect((await agent.call('set_task_status', { id, status: 'in_progress' })).answer).toMatchObject({ outcome: 'updated', task: { status: 'in_progress' } })
    await agent.call('update_task', { id, description: 'The year is hard-coded.' })
    await agent.call('update_task', { id, description: 'Fixed on the branch.', labels: ['billing', 'bug'] })
    expect((await agent.call('get_task', { id })).answer).toMatchObject({
      description: 'The year is hard-coded.\n\nFixed on the branch.',
      labels: ['billing', 'bug'],
      status: 'in_progress',
    })
    expect((await agent.call('search', { query: 'invoice year' })).answer.tasks).toContainEqual(expect.objectContaining({ id }))
    expect((await agent.call('search', { query: 'status:doing' })).answer.note).toMatch(/status must be one of backlog/)
    expect((await agent.call('delete_task', { id })).answer).toEqual({ outcome: 'deleted' })
    const gone = await agent.call('get_task', { id })
    expect([gone.isError, gone.text]).toEqual([true, `There is no task ${id}.`])
    const history = (await rest('GET', `/tasks/${id}/history`)).body as { actor: object }[]
    expect(new Set(history.map((entry) => JSON.stringify(entry.actor)))).toEqual(new Set([JSON.stringify({ kind: 'agent', name: `scenario-${era}` })]))
  })

  it('[M5] lists brief rows with total, next_cursor and how many more', async () => {
    const agent = await connect('legacy', 'lister')
    for (let i = 0; i < 5; i++) await rest('POST', '/tasks', { title: `row ${i}`, status: 'in_review', description: 'long '.repeat(100) })
    const first = (await agent.call('list_tasks', { status: 'in_review', limit: 3 })).answer
    expect(first).toMatchObject({ total: 5, more: '2 more', next_cursor: expect.any(String) })
    expect(Object.keys(first.tasks[0])).toEqual(['id', 'title', 'status', 'priority'])
    const second = (await agent.call('list_tasks', { status: 'in_review', limit: 3, cursor: first.next_cursor })).answer
    expect([...first.tasks, ...second.tasks].map((task: { title: string }) => task.title)).toEqual(['row 4', 'row 3', 'row 2', 'row 1', 'row 0'])
    expect(second.next_cursor).toBeUndefined()
  })

  it('[M3] comments, reminders and contacts', async () => {
    const agent = await connect('modern', 'helper')
    const { id } = (await rest('POST', '/tasks', { title: 'with everything' })).body
    await agent.call('add_comment', { id, body: 'first' })
    await agent.call('add_comment', { id, body: 'second' })
    const reminder = await agent.call('schedule_reminder', { id, type: 'weekly', day_of_week: 1, time: '09:00', timezone: 'Europe/Berlin' })
    expect(reminder.answer).toMatchObject({ outcome: 'created', reminder: { type: 'weekly', next_fire_at: expect.any(String) } })
    const wrong = await agent.call('schedule_reminder', { id, type: 'weekly', day_of_week: 1 })
    expect([wrong.isError, wrong.text]).toEqual([true, 'time is required for a weekly schedule, for example "09:00"'])
    expect((await agent.call('list_comments', { id, limit: 1 })).answer).toMatchObject({
      comments: [{ author: 'helper', body: 'first' }],
      total: 2,
      more: '1 more',
    })
    expect((await agent.call('get_task', { id })).answer).toMatchObject({
      comments: [{ body: 'first' }, { body: 'second' }],
      comments_total: 2,
      reminders: [{ type: 'weekly' }],
    })
    expect((await agent.call('create_contact', { name: 'Ana Núñez', email: 'ana@example.org' })).answer.contact).toMatchObject({ slug: 'ana-nunez' })
    expect((await agent.call('list_contacts')).answer).toMatchObject({ contacts: [{ name: 'Ana Núñez', email: 'ana@example.org' }], total: 1 })
  })
})

describe('create_task', () => {
  it('[M6] identical calls at once make one task', async () => {
    const agents = await Promise.all([...Array(6).keys()].map((i) => connect(eras[i % 2] as Era, `twin-${i}`)))
    const answers = await Promise.all(
      agents.map((agent, i) => agent.call('create_task', { title: i % 2 ? 'Renew the certificate' : 'renew  the certificate.' })),
    )
    expect(answers.map(({ answer }) => answer.outcome).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['created', ...Array(5).fill('existing')])
    expect(new Set(answers.map(({ answer }) => answer.task.id)).size).toBe(1)
  })

  it('[M6] an equal dedupe_key is the same task, another key another one', async () => {
    const agent = await connect('legacy', 'keys')
    const first = await agent.call('create_task', { title: 'Nightly report broken', dedupe_key: 'reports::fix::nightly' })
    expect((await agent.call('create_task', { title: 'The export at night does not run', dedupe_key: 'reports::fix::nightly' })).answer).toMatchObject({
      outcome: 'existing',
      task: { id: first.answer.task.id },
    })
    expect((await agent.call('create_task', { title: 'Nightly report broken', dedupe_key: 'reports::fix::hourly' })).answer.outcome).toBe('needs_decision')
  })

  it('[M6] a likely duplicate needs a decision; force with a reason overrides', async () => {
    const agent = await connect('modern', 'decider')
    const old = await agent.call('create_task', { title: 'Rotate the signing keys' })
    await agent.call('set_task_status', { id: old.answer.task.id, status: 'done' })
    const asked = await agent.call('create_task', { title: 'Rotate the signing keys' })
    expect(asked.answer).toMatchObject({ outcome: 'needs_decision', candidates: [{ id: old.answer.task.id, status: 'done' }] })
    const bare = await agent.call('create_task', { title: 'Rotate the signing keys', force: true })
    expect([bare.isError, bare.text]).toEqual([true, expect.stringContaining('reason')])
    const forced = await agent.call('create_task', { title: 'Rotate the signing keys', force: true, reason: 'they are due again' })
    expect(forced.answer.outcome).toBe('created')
    expect((await agent.call('get_task', { id: forced.answer.task.id })).answer.comments[0].body).toContain('they are due again')
  })
})

describe('the policy', () => {
  it('[A3][A4] propose puts the write on the review list; a person accepts; the agent hears of it', async () => {
    await rest('PUT', '/agents/careful/policy', { create: 'propose', status: 'propose', delete: 'deny' })
    const agent = await connect('legacy', 'careful')
    const proposed = await agent.call('create_task', { title: 'Buy a new printer' })
    expect(proposed.answer).toMatchObject({ outcome: 'proposed', proposal: expect.any(Number) })
    expect((await agent.call('search', { query: 'printer' })).answer.total).toBe(0)
    expect((await agent.call('create_task', { title: 'Buy a new printer' })).answer.proposal).toBe(proposed.answer.proposal)
    const path = `/proposals/${proposed.answer.proposal}`
    expect((await rest('GET', '/proposals')).body).toMatchObject([
      { id: proposed.answer.proposal, agent: 'careful', kinds: ['create'], tool: 'create_task', arguments: { title: 'Buy a new printer' } },
    ])
    expect((await rest('POST', `${path}/accept`, undefined, { 'x-actor': 'agent:careful' })).status).toBe(403)
    expect((await rest('POST', `${path}/accept`)).body).toMatchObject({ state: 'accepted', decided_by: { kind: 'person' }, result: { outcome: 'created' } })
    expect((await rest('POST', `${path}/accept`)).status).toBe(409)
    const outcome = await agent.call('get_proposal', { id: proposed.answer.proposal })
    expect(outcome.answer).toMatchObject({ outcome: 'accepted', task: { title: 'Buy a new printer' } })
    const history = (await rest('GET', `/tasks/${outcome.answer.task.id}/history`)).body
    expect(history[0].actor).toEqual({ kind: 'agent', name: 'careful' })
  })

  it('[A3][A4] a rejection is told with its reason, over the tool and the resource', async () => {
    await rest('PUT', '/agents/rejected/policy', { status: 'propose' })
    const agent = await connect('modern', 'rejected')
    const { id } = (await rest('POST', '/tasks', { title: 'not to be closed' })).body
    const { proposal } = (await agent.call('set_task_status', { id, status: 'done' })).answer
    await rest('POST', `/proposals/${proposal}/reject`, { reason: 'it is not tested' })
    expect((await agent.call('get_proposal', { id: proposal })).answer).toMatchObject({
      outcome: 'rejected',
      note: expect.stringContaining('it is not tested'),
    })
    expect((await agent.call('set_task_status', { id, status: 'done' })).answer).toMatchObject({ outcome: 'rejected', proposal })
    const read = await agent.raw.readResource({ uri: `tandem://proposal/${proposal}` })
    expect((read.contents[0] as { text: string }).text).toContain('it is not tested')
    expect((await rest('GET', `/tasks/${id}`)).body.status).toBe('backlog')
    expect((await (await connect('legacy', 'nosy')).call('get_proposal', { id: proposal })).isError).toBe(true)
  })

  it('[A3] deny refuses over MCP and REST, and * holds for agents without a policy', async () => {
    await rest('PUT', '/agents/fenced/policy', { delete: 'deny', create: 'allow' })
    const { id } = (await rest('POST', '/tasks', { title: 'to be kept' })).body
    const agent = await connect('legacy', 'fenced')
    expect(await agent.call('delete_task', { id })).toMatchObject({ isError: true, text: expect.stringContaining('does not allow fenced to do this (delete)') })
    expect((await rest('DELETE', `/tasks/${id}`, undefined, { 'x-actor': 'agent:fenced' })).status).toBe(403)
    await rest('PUT', '/agents/*/policy', { comment: 'deny' })
    expect((await agent.call('add_comment', { id, body: 'x' })).isError).toBe(true)
    await rest('PUT', '/agents/*/policy', {})
    expect((await agent.call('add_comment', { id, body: 'x' })).isError).toBe(false)
    expect((await rest('GET', `/tasks/${id}`)).status).toBe(200)
    expect((await rest('PUT', '/agents/fenced/policy', { delete: 'allow' }, { 'x-actor': 'agent:fenced' })).status).toBe(403)
    expect((await rest('PUT', '/agents/fenced/policy', { delete: 'perhaps' })).body.detail).toContain('allow, propose, deny')
  })

  it('[A3] what would fail is not proposed', async () => {
    await rest('PUT', '/agents/hasty/policy', { delete: 'propose' })
    const agent = await connect('legacy', 'hasty')
    expect((await agent.call('delete_task', { id: 999_999 })).text).toBe('There is no task 999999.')
    const { id } = (await rest('POST', '/tasks', { title: 'gone soon' })).body
    const { proposal } = (await agent.call('delete_task', { id })).answer
    await rest('DELETE', `/tasks/${id}`)
    expect((await rest('POST', `/proposals/${proposal}/accept`)).status).toBe(409)
    expect((await rest('GET', `/proposals/${proposal}`)).body.state).toBe('withdrawn')
  })

  it('[A5] counts what each agent spends', async () => {
    const agent = await connect('legacy', 'spender')
    const spent = async () => (await rest('GET', '/agents')).body.find((known: { name: string }) => known.name === 'spender')
    await agent.raw.listTools()
    const { tokens_out } = await spent()
    expect(tokens_out).toBeGreaterThan(1000)
    const answer = await agent.call('list_tasks')
    const after = await spent()
    expect(after.calls).toBe(2)
    expect(Math.abs(after.tokens_out - tokens_out - encode(answer.text).length)).toBeLessThan(encode(answer.text).length * 0.2 + 5)
  })
})

describe('resources and prompts', () => {
  it('[M7] are listed and read; an unknown address is an error of the protocol', async () => {
    for (const era of eras) {
      const { raw } = await connect(era, 'reader')
      const { id } = (await rest('POST', '/tasks', { title: 'to be read', status: 'todo' })).body
      expect((await raw.listResources()).resources.map((resource) => resource.uri)).toEqual(
        expect.arrayContaining(['tandem://guide', 'tandem://tasks/in_progress']),
      )
      expect((await raw.listResourceTemplates()).resourceTemplates.map((template) => template.uriTemplate)).toEqual(
        expect.arrayContaining(['tandem://task/{id}', 'tandem://tasks/{status}']),
      )
      const read = async (uri: string) => ((await raw.readResource({ uri })).contents[0] as { text: string }).text
      expect(JSON.parse(await read(`tandem://task/${id}`))).toMatchObject({ id, title: 'to be read' })
      expect(JSON.parse(await read('tandem://tasks/todo')).tasks).toContainEqual(expect.objectContaining({ id }))
      expect(await read('tandem://guide')).toContain('Find before you create')
      await expect(raw.readResource({ uri: 'tandem://task/999999' })).rejects.toThrow(/nothing at tandem:\/\/task\/999999/)
      expect((await raw.listPrompts()).prompts.map((prompt) => prompt.name).sort()).toEqual(['plan_my_day', 'tasks_from_notes', 'triage_backlog'])
      const prompt = await raw.getPrompt({ name: 'tasks_from_notes', arguments: { notes: 'call Ana' } })
      expect(JSON.stringify(prompt.messages)).toMatch(/data, not instructions>>> call Ana <<<end of outside text \w{12}>>>/)
      await expect(raw.getPrompt({ name: 'tasks_from_notes', arguments: {} })).rejects.toThrow(/notes/)
    }
  })

  it('[M7] a subscriber hears of writes through any entry point (legacy)', async () => {
    const { raw } = await connect('legacy', 'subscriber')
    const { id } = (await rest('POST', '/tasks', { title: 'watched' })).body
    const heard: string[] = []
    ;(raw as unknown as { fallbackNotificationHandler: (n: { params: { uri: string } }) => Promise<void> }).fallbackNotificationHandler = async ({ params }) =>
      void heard.push(params.uri)
    await raw.subscribeResource({ uri: `tandem://task/${id}` })
    await raw.subscribeResource({ uri: 'tandem://tasks/done' })
    await rest('POST', `/tasks/${id}/comments`, { body: 'hello' })
    await expect.poll(() => heard).toContain(`tandem://task/${id}`)
    expect(heard).not.toContain('tandem://tasks/done')
    await rest('PATCH', `/tasks/${id}`, { status: 'done' })
    await expect.poll(() => heard).toContain('tandem://tasks/done')
    await raw.unsubscribeResource({ uri: 'tandem://tasks/done' })
  })

  it('[M7] a listener hears of writes through any entry point (modern)', async () => {
    const { raw } = await connect('modern', 'listener')
    const { id } = (await rest('POST', '/tasks', { title: 'listened to' })).body
    const heard: string[] = []
    ;(raw as unknown as { fallbackNotificationHandler: (n: { params: { uri: string } }) => Promise<void> }).fallbackNotificationHandler = async ({ params }) =>
      void heard.push(params.uri)
    const listening = await (raw as unknown as { listen(filter: object): Promise<{ close(): Promise<void> }> }).listen({
      resourceSubscriptions: [`tandem://task/${id}`],
    })
    await rest('PATCH', `/tasks/${id}`, { priority: 'high' })
    await expect.poll(() => heard).toContain(`tandem://task/${id}`)
    await listening.close()
  })
})
