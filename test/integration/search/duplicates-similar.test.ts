// What is similar is answered, what is likely stops; and of many who want the same at once only the first creates it.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { DuplicateCandidate, Task } from '../../../shared/schema/task.ts'
import { callUrl } from '../../contract/target.ts'
import { connectHttp, type McpClient } from '../../support/mcp/mcp-clients.ts'
import { openSearchService, type SearchService } from '../../support/service/search-service.ts'

let service: SearchService
beforeAll(async () => {
  service = await openSearchService()
})
afterAll(() => service.close())

const person = (url: string, method: string, path: string, body?: unknown) => callUrl(url + path, method, body, { 'x-actor': 'person' })

async function connect(name: string, { url } = service): Promise<McpClient> {
  const client = await connectHttp('modern', url, name)
  onTestFinished(() => client.close())
  return client
}

describe('[D12] find-duplicates', () => {
  it('answers what is similar, each with its score and whether that is likely, over REST and MCP', async () => {
    const report = await service.create('Users cannot reset their password')
    for (const title of [
      'Water the tomatoes',
      'Book flights to Lisbon',
      'Descale the espresso machine',
      'Order toner',
      'Renew the passport',
      'Sell the old sofa',
    ])
      await service.create(title)
    await service.settled()
    const text = 'password reset does not work'
    const found = (await service.duplicates({ text })).body
    expect(found[0]).toMatchObject({ id: report.id, likely: false })
    expect(found[0]?.score).toBeGreaterThan(0.3)
    expect(found.length).toBeLessThanOrEqual(5)
    for (const { score, likely } of found) expect([score >= 0.8, score > 0]).toEqual([likely, true])
    expect((await service.duplicates({ text, threshold: 0.8 })).body).toEqual([])
    expect((await service.duplicates({ text, threshold: found[0]?.score })).body.map(({ id }) => id)).toEqual([report.id])
    const { tasks } = (await (await connect('asker')).call('find_duplicates', { text })).answer
    expect(tasks[0]).toMatchObject({ id: report.id, likely: false, score: expect.any(Number) })
    const [same] = (await service.duplicates({ text: report.title })).body
    expect(same).toMatchObject({ id: report.id, likely: true })
  })

  it('[M6] create_task and on_duplicate are stopped by what is likely, and name what is possible', async () => {
    const report = await service.create('The printer on floor two prints only blank pages')
    await service.settled()
    const title = 'Paper comes out of the printer without any text'
    const before = (await service.duplicates({ text: title })).body[0] as DuplicateCandidate
    expect([before.id, before.likely]).toEqual([report.id, false])
    const created = await person(service.url, 'POST', '/tasks?on_duplicate=reject', { title })
    expect([created.status, created.headers.get('x-possible-duplicates')?.split(', ')[0]]).toEqual([201, String(report.id)])
    await person(service.url, 'DELETE', `/tasks/${created.body.id}`)
    const { answer } = await (await connect('creator')).call('create_task', { title })
    expect(answer).toMatchObject({ outcome: 'created', possible: [{ id: report.id, likely: false }] })
  })

  it('[V7] a mail names the tasks that are similar, and decides as before', async () => {
    const report = await service.create('The lift stops between two floors')
    await service.settled()
    const { body } = await person(service.url, 'POST', '/conversations', {
      source: 'email',
      subject: 'Lift out of order, stuck',
      messages: [{ from: 'ana@example.org', sent_at: '2027-01-01T00:00:00Z', body: 'It does not move.' }],
    })
    expect(body.outcomes[0]).toMatchObject({ outcome: 'created', possible: expect.arrayContaining([{ id: report.id, score: expect.any(Number) }]) })
  })
})

/** Five wants, each in four wordings, of which the long version tries all. */
const wants = [
  [
    'Renew the TLS certificate of the mail gateway',
    'The TLS certificate of the mail gateway must be renewed',
    'Renew TLS certificate for mail gateway',
    'Mail gateway: renew the TLS certificate',
  ],
  ['Water the plants in the kitchen', 'Plants in the kitchen need to be watered', 'Water kitchen plants', 'Watering the plants in the kitchen'],
  ['Invoice PDF shows the wrong year', 'The invoice PDF shows a wrong year', 'Wrong year shown in the invoice PDF', 'Invoice PDF: wrong year shown'],
  [
    'Database backup fails on Sundays',
    'The database backup fails on Sunday',
    'On Sundays the backup of the database fails',
    'Backup of database failing on Sundays',
  ],
  [
    'Replace the broken projector bulb',
    'The broken bulb of the projector must be replaced',
    'Replace broken bulb in projector',
    'Projector bulb is broken, replace it',
  ],
] as const
const wordings = (process.env.TANDEM_LONG ? [0, 1, 2, 3] : [0, 1]).flatMap((round) => wants.map((want) => want[round] as string))

describe('[M14] of many who want the same at once', () => {
  async function tasksMade(make: (own: SearchService) => Promise<void>): Promise<Task[]> {
    const own = await openSearchService()
    try {
      await own.settled()
      await make(own)
      return (await own.call<Task[]>('GET', '/tasks')).body
    } finally {
      await own.close()
    }
  }

  it('wordings of five wants make as few tasks as one by one, over MCP and REST', async () => {
    const oneByOne = await tasksMade(async (own) => {
      const agent = await connectHttp('legacy', own.url, 'patient')
      for (const title of wordings) {
        await own.settled()
        await agent.call('create_task', { title })
      }
      await agent.close()
    })
    const atOnce = await tasksMade(async (own) => {
      const agents = await Promise.all(wordings.map((_, i) => connectHttp(i % 2 ? 'legacy' : 'modern', own.url, `agent-${i}`)))
      await Promise.all(wordings.map((title, i) => (agents[i] as McpClient).call('create_task', { title })))
      await Promise.all(agents.map((agent) => agent.close()))
    })
    expect(oneByOne.length).toBeLessThan(10)
    expect(atOnce.map(({ title }) => title).length).toBeLessThanOrEqual(oneByOne.length)
    // REST takes only what is surer for the same.
    const overRest = await tasksMade(
      async (own) => void (await Promise.all(wordings.map((title) => own.call('POST', '/tasks?on_duplicate=return', { title })))),
    )
    expect(overRest.length).toBeLessThan(oneByOne.length + 4)
  })

  it('[A4] ten equal proposals make one task, however many are accepted, and other wordings of an agent make none', async () => {
    const own = await openSearchService()
    onTestFinished(() => own.close())
    await own.settled()
    await person(own.url, 'PUT', '/agents/*/policy', { create: 'propose' })
    const agents = await Promise.all([...Array(10).keys()].map((i) => connectHttp('modern', own.url, `proposer-${i}`)))
    onTestFinished(async () => void (await Promise.all(agents.map((agent) => agent.close()))))
    const spellings = ['Renew the passport', 'renew the passport.', 'Renew  the passport!']
    const answers = await Promise.all(agents.map((agent, i) => agent.call('create_task', { title: spellings[i % 3] as string, priority: 'high' })))
    expect(answers.map(({ answer }) => answer.outcome)).toEqual(Array(10).fill('proposed'))
    const [first] = agents as [McpClient]
    const mine = answers[0]?.answer.proposal
    expect((await first.call('create_task', { priority: 'high', title: 'Renew the passport' })).answer).toMatchObject({ outcome: 'proposed', proposal: mine })
    expect((await first.call('create_task', { title: 'renew the  passport.' })).answer).toMatchObject({ outcome: 'proposed', proposal: mine })
    expect((await first.call('create_task', { title: 'The passport must be renewed' })).answer).toMatchObject({ outcome: 'needs_decision', proposal: mine })
    const pending = (await person(own.url, 'GET', '/proposals')).body as Proposal[]
    expect(pending).toHaveLength(10)
    const accepted = await Promise.all(pending.map(({ id }) => person(own.url, 'POST', `/proposals/${id}/accept`)))
    expect(accepted.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const outcomes = accepted.map(({ body }) => body.result.outcome as string)
    expect([outcomes.filter((one) => one === 'created').length, outcomes.filter((one) => one === 'existing').length]).toEqual([1, 9])
    expect((await own.call<Task[]>('GET', '/tasks')).body).toHaveLength(1)
  })

  it('[A4] equal arguments in another order are the same call', async () => {
    const own = await openSearchService()
    onTestFinished(() => own.close())
    await person(own.url, 'PUT', '/agents/*/policy', { update: 'propose' })
    const { id } = await own.create('to be changed')
    const agent = await connectHttp('legacy', own.url, 'reorderer')
    onTestFinished(() => agent.close())
    const one = await agent.call('update_task', { id, priority: 'high', labels: ['a'] })
    const other = await agent.call('update_task', { labels: ['a'], priority: 'high', status: null, id })
    expect(other.answer).toEqual(one.answer)
    expect((await person(own.url, 'GET', '/proposals')).body).toHaveLength(1)
  })
})
