// A small list like one that a team and its agents have after a few weeks: for screenshots.
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { localContract } from '../shared/contract/local.ts'
import { type Client, createClient } from '../shared/http/client.ts'
import type { NewContact } from '../shared/schema/contact.ts'
import type { NewTask } from '../shared/schema/task.ts'

const done: NewTask[] = [
  { title: 'Pin the build image', labels: ['chore'], requesters: ['jo'], priority: 'low' },
  { title: 'Checksum file is left behind after a failed rename', labels: ['bug'], requesters: ['Ana Lopez'] },
  { title: 'Write down how a release is made', labels: ['docs'], requesters: ['Mika Kern'], priority: 'low' },
  { title: 'Rotate the signing key before it expires', labels: ['ops'], requesters: ['jo'], priority: 'high' },
]

const open: NewTask[] = [
  { title: 'Collect screenshots for the release notes', labels: ['docs'], requesters: ['jo'], priority: 'low' },
  { title: 'Book the room for the quarterly review', labels: ['office'], requesters: ['Mika Kern'], status: 'todo' },
  { title: 'Document the token rotation for operators', labels: ['docs'], requesters: ['Ana Lopez'], priority: 'low' },
  { title: 'Improve abfs resilience on double close() calls', labels: ['bug'], requesters: ['jo'] },
  { title: 'Sign-in page answers 500 after an update', labels: ['bug', 'web'], requesters: ['lena@example.org'], status: 'todo', priority: 'high' },
  { title: 'Sign-in page answers 500 after the update', labels: ['web'], requesters: ['jo'] },
  { title: 'Let users stay signed in for 30 days', labels: ['web'], requesters: ['Mika Kern'] },
  { title: 'Update the year to 2027 in every NOTICE file', labels: ['chore'], requesters: ['Ana Lopez'], status: 'in_review' },
  { title: 'Reply to Lena about the renewal of the data contract', requesters: ['lena@example.org'], status: 'todo' },
  { title: 'Retry loop ignores Retry-After from the object store', labels: ['bug', 's3a'], requesters: ['Mika Kern'], status: 'todo', priority: 'high' },
  {
    title: 'hsync on ChecksumFileSystem does not sync to disk',
    labels: ['bug'],
    requesters: ['Ana Lopez'],
    status: 'in_progress',
    priority: 'high',
    description: [
      'Created a sequence file and saw that its size did not change after `hsync()`. The wrapper flushes the buffer of the data file only.',
      '',
      'Expected: both the data and the `.crc` file are synced.',
      '',
      '1. write a block',
      '2. call `hsync()`',
      '3. kill the process, look at the `.crc` file',
    ].join('\n'),
  },
]

const people: NewContact[] = [
  { name: 'Ana Lopez', email: 'ana@example.org', phone: '+49 30 901820', organization: 'Storage team', role: 'Engineer' },
  { name: 'Mika Kern', email: 'mika@example.org', organization: 'Office', role: 'Assistant' },
  { name: 'Lena Brandt', email: 'lena@example.org', organization: 'Data partners', role: 'Account manager' },
  { name: 'jo' },
]

export interface Sample {
  /** The task that has comments, a reminder and an agent's work on it. */
  main: number
}

/** Fills an empty service, as several people and agents. */
export async function fillWithSample(baseUrl: string): Promise<Sample> {
  const as = (actor: string): Client<typeof localContract> => createClient(localContract, { baseUrl, headers: { 'X-Actor': actor } })
  const [me, claude, codex, ana] = [as('person'), as('agent:claude'), as('agent:codex'), as('person:Ana Lopez')]
  const ids: number[] = []
  for (const body of done) ids.push((await me.createTask({ body })).id)
  for (const id of ids) await me.updateTask({ params: { id }, body: { status: 'done' } })
  let main = 0
  let docs = 0
  for (const { status, ...body } of open) {
    const { id } = await me.createTask({ body })
    if (status) await me.updateTask({ params: { id }, body: { status } })
    if (body.title.startsWith('Document')) docs = id
    main = id
  }
  await ana.createComment({ params: { id: main }, body: { body: 'Still fails on the nightly build, log attached.' } })
  await me.createSchedule({ params: { id: main }, body: { type: 'weekly', day_of_week: 5, time: '09:00' } })
  for (const body of people) await me.createContact({ body })
  const in3Hours = new Date(Date.now() + 3 * 3_600_000)
  await me.createSchedule({ params: { id: ids.at(-1) ?? main }, body: { type: 'monthly', day_of_month: 31, time: '08:30' } })
  await me.createSchedule({ params: { id: main - 2 }, body: { type: 'one_time', fire_at: in3Hours.toISOString() } })
  await me.createSchedule({ params: { id: main - 1 }, body: { type: 'one_time', fire_at: new Date(Date.now() - 3_600_000).toISOString() } })
  await codex.updateTask({ params: { id: docs }, body: { labels: ['docs', 'security'] } })
  await claude.updateTask({ params: { id: main }, body: { status: 'in_review' } })
  await claude.createComment({
    params: { id: main },
    body: { body: 'The wrapper now calls `hsync()` on **both** streams. A test that kills the process is on the branch.' },
  })
  await me.updateTask({ params: { id: main }, body: { status: 'in_progress' } })
  const current = await me.getTask({ params: { id: main } })
  await claude.updateTask({ params: { id: main }, body: { priority: 'high', description: `${current.description}\n\nSeen on 3.3.6 and on trunk.` } })
  await codex.claimTask({ params: { id: docs }, body: {} })
  return { main }
}

/** Agents that ask before they write: what Review shows. */
export async function fillReview({ url: baseUrl, as }: { url: string; as(actor: string): Client<typeof localContract> }): Promise<void> {
  const me = as('person')
  await me.setAgentPolicy({ params: { name: 'claude' }, body: { status: 'propose', update: 'propose', delete: 'propose' } })
  await me.setAgentPolicy({ params: { name: 'codex' }, body: { create: 'propose', delete: 'deny' } })
  const tasks = await me.listTasks({ query: { status: ['backlog', 'todo'] } })
  const client = async (name: string) => {
    const agent = new McpClient({ name, version: '1' })
    await agent.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp?tools=full`)))
    return agent
  }
  const [claude, codex] = [await client('claude'), await client('codex')]
  for (const { id } of tasks.slice(2, 6)) await claude.callTool({ name: 'set_task_status', arguments: { id, status: 'done' } })
  const [first] = tasks
  if (first)
    await claude.callTool({
      name: 'update_task',
      arguments: {
        id: first.id,
        priority: 'medium',
        labels: ['s3a', 'resilience'],
        description: 'The header is read in `S3ARetryPolicy`, but its value is **dropped** when the call is retried by the SDK.',
      },
    })
  await codex.callTool({
    name: 'create_task',
    arguments: { title: 'Add a smoke test for the token rotation', labels: ['security'], description: 'Rotate twice while 20 clients write; none may fail.' },
  })
  await codex.callTool({ name: 'search', arguments: { query: 'token' } })
  await Promise.all([claude.close(), codex.close()])
}
