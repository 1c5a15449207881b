// Ways around a policy: other entry points, other spellings, other people's proposals. Each is tried as an agent would.
import { noAnswers } from '../../../shared/schema/mail/reply.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localContract } from '../../../shared/contract/local.ts'
import { noticeKinds } from '../../../shared/schema/notice.ts'
import { type WriteKind, writeKinds } from '../../../shared/schema/agent.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import { callUrl } from '../../contract/target.ts'
import { connectHttp } from '../../support/mcp/mcp-clients.ts'
import { openService } from '../../support/service/service.ts'

let service: Awaited<ReturnType<typeof openService>>
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const as = (actor: string) => (method: string, path: string, body?: unknown) => callUrl(service.url + path, method, body, { 'x-actor': actor })
const person = as('person')
const task = async (title: string, more: object = {}): Promise<number> => (await person('POST', '/tasks', { title, ...more })).body.id
const policy = (name: string, verdicts: Partial<Record<WriteKind, string>>) => person('PUT', `/agents/${name}/policy`, verdicts)
const everything = (verdict: string) => Object.fromEntries(writeKinds.map((kind) => [kind, verdict]))

/** No write to the list, or refused to agents by itself. */
const open = new Set(['findDuplicates', 'setAgentPolicy', 'decideBrake', 'acceptProposal', 'rejectProposal', 'reopenProposal', 'signIn'])
const writes = Object.entries(localContract).filter(([name, { method }]) => method !== 'GET' && !open.has(name))

const anyUid = '00000000-0000-4000-8000-000000000000'

/** What is asked only once the body makes sense needs one that does. */
const bodies: Record<string, object> = {
  createTask: { title: 'x' },
  updateTask: { title: 'x' },
  mergeTask: { into: 2 },
  finishTask: { key: 'k', summary: 'x' },
  createComment: { body: 'x' },
  askQuestion: { question: 'x' },
  addEvidence: { kind: 'claimed', text: 'x' },
  seeTree: { checkout: 'x', tree: '0'.repeat(40) },
  answerQuestion: { answer: 'x' },
  createSchedule: { type: 'interval', interval_days: 1 },
  createContact: { name: 'x' },
  takeInConversation: { source: 'email', messages: [{ from: 'a@example.org', sent_at: '2027-01-01T00:00:00Z', body: 'x' }] },
  attachConversation: { task_id: 1 },
  takeBackRefused: { entity: 'task', entity_id: 1 },
  undo: { entry: 1 },
  changeTasks: { changes: [{ ids: [1], patch: { title: 'x' } }], delete: [1] },
  judgeDuplicates: { a: 1, b: 2, distinct: true },
  mergeContact: { into: '2' },
  snoozeReminder: { minutes: 5 },
  checkRemote: { url: 'http://127.0.0.1:9', token: 'x', team_id: '00000000-0000-4000-8000-000000000000' },
  connectRemote: { url: 'http://127.0.0.1:9', token: 'x', team_id: '00000000-0000-4000-8000-000000000000' },
  discoverOwnMailbox: { address: 'ana@example.org' },
  connectOwnMailbox: { address: 'ana@example.org', password: 'x' },
  watchOwnFolders: { folders: ['INBOX'] },
  setOwnAnswers: noAnswers,
  sendReply: { to: ['a@example.org'], body: 'x' },
  settleConflict: { keep: 'local' },
  createList: { name: 'x', query: {} },
  importBatch: { source: 'x', records: [{ external_id: '1', task: { title: 'x' } }] },
}

it.each(writes)('[A3] %s is closed to an agent that may write nothing', async (name, { method, path, ...route }) => {
  await policy('shut-out', everything('deny'))
  const body = 'body' in route ? (bodies[name] ?? {}) : undefined
  for (const spelling of ['shut-out', 'Shut-Out']) {
    if ('file' in route) {
      const headers = { 'x-actor': `agent:${spelling}`, 'content-type': route.file }
      expect((await callUrl(`${service.url}${path}?name=x.csv`, method, 'title\nx', headers)).status).toBe(403)
    } else
      expect(
        (
          await as(`agent:${spelling}`)(
            method,
            path
              .replace('/mailboxes/:id', `/mailboxes/${anyUid}`)
              .replace(':kind', noticeKinds[0])
              .replace(':hash', '0'.repeat(64))
              .replace(/:uid|:reply/, anyUid)
              .replaceAll(/:\w+/g, '1'),
            body,
          )
        ).status,
      ).toBe(403)
  }
})

it('[A3] many at once are what each of them is, and so is taking several back', async () => {
  await policy('no-finish', { status: 'deny', delete: 'deny' })
  const agent = as('agent:no-finish')
  const id = await task('one of many')
  const bulk = (body: object) => agent('POST', '/tasks/bulk', body)
  const raised = await bulk({ changes: [{ ids: [id], patch: { priority: 'high' } }] })
  expect(raised.status).toBe(200)
  expect(
    (
      await bulk({
        changes: [
          { ids: [id], patch: { title: 'other' } },
          { ids: [id], patch: { status: 'done' } },
        ],
      })
    ).status,
  ).toBe(403)
  expect((await bulk({ delete: [id] })).status).toBe(403)
  const finished = await person('PATCH', `/tasks/${id}`, { status: 'done' })
  const [entry] = (await person('GET', `/tasks/${id}/history`)).body as JournalEntry[]
  expect([finished.status, (await agent('POST', '/undo', { entries: [raised.body.changed[0].entry, entry?.seq] })).status]).toEqual([200, 403])
  expect((await agent('POST', '/undo', { entries: [raised.body.changed[0].entry] })).status).toBe(200)
})

it('[A3] an undo is what it takes back', async () => {
  await policy('no-status', { status: 'deny' })
  const agent = as('agent:no-status')
  const id = await task('to be finished')
  await person('PATCH', `/tasks/${id}`, { status: 'done' })
  const [finished] = (await person('GET', `/tasks/${id}/history`)).body as JournalEntry[]
  expect((await agent('POST', '/undo', { entry: finished?.seq })).status).toBe(403)
  expect((await agent('POST', '/undo', { entry: finished?.seq, preview: true })).status).toBe(200)
  expect((await agent('POST', '/undo', { actor: 'person', since: finished?.at })).status).toBe(403)
  expect((await person('GET', `/tasks/${id}`)).body.status).toBe('done')
  await agent('PATCH', `/tasks/${id}`, { priority: 'high' })
  const [raised] = (await person('GET', `/tasks/${id}/history`)).body as JournalEntry[]
  expect((await agent('POST', '/undo', { entry: raised?.seq })).status).toBe(200)
})

it('[A3] a merge is a delete, an import a create', async () => {
  await policy('no-delete', { delete: 'deny' })
  await policy('no-create', { create: 'propose' })
  const [one, other] = [await task('one'), await task('other')]
  expect((await as('agent:no-delete')('POST', `/tasks/${one}/merge`, { into: other })).status).toBe(403)
  const records = [{ external_id: '1', task: { title: 'through the back door' } }]
  expect((await as('agent:no-create')('POST', '/import', { source: 'x', records })).status).toBe(403)
  expect((await person('GET', `/tasks/${one}`)).status).toBe(200)
})

it('[A3] a session keeps the name that it began with', async () => {
  await policy('steadfast', { delete: 'deny' })
  const agent = await connectHttp('legacy', service.url, 'steadfast')
  const id = await task('to be kept')
  const session = (agent.raw as unknown as { transport: { sessionId: string } }).transport.sessionId
  const reply = await callUrl(
    `${service.url}/mcp`,
    'POST',
    { jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'delete_task', arguments: { id } } },
    {
      'mcp-session-id': session,
      'mcp-protocol-version': '2025-11-25',
      'x-actor': 'agent:somebody-else',
      'user-agent': 'somebody/1',
      accept: 'application/json, text/event-stream',
    },
  )
  expect(JSON.stringify(reply.body)).toContain('does not allow steadfast')
  expect((await person('GET', `/tasks/${id}`)).status).toBe(200)
  await agent.close()
})

it('[A4] decided twice at once, a proposal is carried out once', async () => {
  await policy('eager', { comment: 'propose' })
  const agent = await connectHttp('modern', service.url, 'eager')
  const id = await task('to be commented on')
  const { proposal } = (await agent.call('add_comment', { id, body: 'once' })).answer
  const decisions = await Promise.all([
    ...[1, 2, 3].map(() => person('POST', `/proposals/${proposal}/accept`)),
    person('POST', `/proposals/${proposal}/reject`, {}),
  ])
  expect(decisions.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409])
  expect((await person('GET', `/tasks/${id}/comments`)).body.length).toBeLessThanOrEqual(1)
  await agent.close()
})

it('[A4] a decision is taken back: what an accepted proposal wrote is undone, and it waits again', async () => {
  await policy('hasty', { status: 'propose', create: 'propose' })
  const agent = await connectHttp('modern', service.url, 'hasty')
  const id = await task('as it was')
  const propose = async (tool: string, args: Record<string, unknown>) => (await agent.call(tool, args)).answer?.proposal as number
  const [changing, adding] = [await propose('set_task_status', { id, status: 'in_review' }), await propose('create_task', { title: 'one that hasty wants' })]
  const status = async () => (await person('GET', `/tasks/${id}`)).body.status as string
  const titles = async () => (await person('GET', '/tasks')).body.map(({ title }: { title: string }) => title) as string[]
  for (const proposal of [changing, adding]) expect((await person('POST', `/proposals/${proposal}/accept`)).body.entries).not.toEqual([])
  expect([await status(), (await titles()).includes('one that hasty wants')]).toEqual(['in_review', true])

  expect((await as('agent:hasty')('POST', `/proposals/${changing}/reopen`)).status).toBe(403)
  for (const proposal of [changing, adding]) {
    const { status: answered, body } = await person('POST', `/proposals/${proposal}/reopen`)
    expect([answered, body.proposal.state, body.proposal.entries, body.conflicts]).toEqual([200, 'pending', [], []])
  }
  expect([await status(), (await titles()).includes('one that hasty wants')]).toEqual(['backlog', false])
  // It waits already: nothing happens.
  expect((await person('POST', `/proposals/${changing}/reopen`)).body.proposal.state).toBe('pending')

  // Rejected and taken back, it can be accepted; what somebody changed since is left, and said.
  await person('POST', `/proposals/${changing}/reject`, { reason: 'no' })
  expect((await person('POST', `/proposals/${changing}/reopen`)).body.proposal.reason).toBeNull()
  expect((await person('POST', `/proposals/${changing}/accept`)).status).toBe(200)
  await person('PATCH', `/tasks/${id}`, { status: 'todo' })
  const { body } = await person('POST', `/proposals/${changing}/reopen`)
  expect([body.proposal.state, body.conflicts.length]).toEqual(['accepted', 1])
  expect(await status()).toBe('todo')
  await agent.close()
})

it('[A4] nobody else reads what an agent proposed, over the tool or the resource', async () => {
  await policy('discreet', { comment: 'propose' })
  const [agent, other] = [await connectHttp('legacy', service.url, 'discreet'), await connectHttp('modern', service.url, 'curious')]
  const id = await task('to be discussed')
  const { proposal } = (await agent.call('add_comment', { id, body: 'between us' })).answer
  const uri = `tandem://proposal/${proposal}`
  expect(JSON.stringify(await agent.raw.readResource({ uri }))).toContain('proposed')
  await expect(other.raw.readResource({ uri })).rejects.toThrow(/nothing at/)
  expect((await other.call('get_proposal', { id: proposal })).isError).toBe(true)
  await Promise.all([agent.close(), other.close()])
})

it('[M5] a page of comments loses none when one before it is deleted', async () => {
  const agent = await connectHttp('legacy', service.url, 'reader')
  const id = await task('much discussed')
  const ids: number[] = []
  for (const body of ['1', '2', '3', '4', '5']) ids.push((await person('POST', `/tasks/${id}/comments`, { body })).body.id)
  const bodies = (answer: { comments: { body: string }[] }) => answer.comments.map(({ body }) => body)
  const first = (await agent.call('list_comments', { id, limit: 2 })).answer
  expect([bodies(first), first.more]).toEqual([['1', '2'], '3 more'])
  await person('DELETE', `/tasks/${id}/comments/${ids[0]}`)
  expect(bodies((await agent.call('list_comments', { id, limit: 2, cursor: first.next_cursor })).answer)).toEqual(['3', '4'])
  await person('DELETE', `/tasks/${id}/comments/${ids[1]}`)
  const second = (await agent.call('list_comments', { id, limit: 2, cursor: first.next_cursor })).answer
  expect([bodies(second), bodies((await agent.call('list_comments', { id, limit: 2, cursor: second.next_cursor })).answer)]).toEqual([['3', '4'], ['5']])
  await agent.close()
})
