import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { TakenIn } from '../../../shared/schema/conversation.ts'
import type { Comment } from '../../../shared/schema/comment.ts'
import type { JournalEntry, UndoResult } from '../../../shared/schema/journal.ts'
import type { Schedule } from '../../../shared/schema/schedule.ts'
import type { DuplicatePair, Task } from '../../../shared/schema/task.ts'
import { eventually } from '../../support/eventually.ts'
import { openSearchService, type SearchService } from '../../support/service/search-service.ts'

let service: SearchService
beforeAll(async () => {
  service = await openSearchService()
})
afterAll(() => service.close())

describe('find-duplicates', () => {
  it('[D3] finds another wording, and not what is merely similar', async () => {
    const asked = await service.create('How do I make text strikethrough on GitHub?')
    await service.create('Where can I buy a used bicycle?')
    await service.settled()
    const all = (await service.duplicates({ text: 'Strike through a word in GitHub markdown', threshold: 0 })).body
    expect(all[0]?.id).toBe(asked.id)
    expect((await service.duplicates({ text: 'Paint the garden fence green', threshold: 0.8 })).body).toEqual([])
    expect((await service.duplicates({ text: asked.title, exclude_id: asked.id, threshold: 0.8 })).body).toEqual([])
  })

  it('[D3] a title of nothing but a pictogram is compared too', async () => {
    const bus = await service.create('🚌')
    expect((await service.duplicates({ text: '🚌', threshold: 0.8 })).body.map((one) => [one.id, one.score > 0.9])).toEqual([[bus.id, true]])
    expect((await service.duplicates({ text: '🚲', threshold: 0.8 })).body).toEqual([])
  })

  it('[D2] of two creates at once one is told of the other', async () => {
    const title = 'Rotate the certificates of the gateway'
    const replies = await Promise.all([1, 2, 3].map(() => service.call<Task>('POST', '/tasks?on_duplicate=reject', { title })))
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(2)
  })

  it.runIf(process.env.TANDEM_LONG)('[D4] an equal dedupe_key makes a pair, whatever the two are called', async () => {
    const one = await service.create('Order flour for the week', { dedupe_key: 'mill::order::flour' })
    const other = await service.create('Ring the people up north', { dedupe_key: 'mill::order::flour' })
    const pair = await eventually(async () => (await service.call<DuplicatePair[]>('GET', `/tasks/duplicates?task=${other.id}`)).body[0])
    expect([pair.a.id, pair.b.id, pair.score]).toEqual([one.id, other.id, 1])
    for (const text of ['mill::order::flour', 'The same as "mill::order::flour", I think', 'See `mill::order::flour`.'])
      expect((await service.duplicates({ text, threshold: 0.8 })).body.map((found) => [found.id, Math.round(found.score * 100)])).toEqual([
        [other.id, 100],
        [one.id, 100],
      ])
    await service.call('PATCH', `/tasks/${other.id}`, { status: 'done' })
    expect((await service.duplicates({ text: 'mill::order::flour', threshold: 0.8 })).body.map(({ id }) => id)).toEqual([one.id, other.id])
  })

  it('[D4] [D8] pairs are found in the background', async () => {
    const one = await service.create('Replace the toner of the printer on floor two')
    const other = await service.create('Replace the toner of the printer on floor two')
    const pair = await eventually(async () => (await service.call<DuplicatePair[]>('GET', '/tasks/duplicates')).body.find(({ b }) => b.id === other.id), 30_000)
    expect(pair.a.id).toBe(one.id)
    expect(pair.score).toBeGreaterThan(0.8)
    const pairsOf = async (id: number) => (await service.call<DuplicatePair[]>('GET', `/tasks/duplicates?task=${id}`)).body.length
    expect([await pairsOf(one.id), await pairsOf(one.id + 1000)]).toEqual([1, 0])
    const judge = (distinct: boolean) =>
      fetch(`${service.url}/tasks/duplicates`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Actor': 'person' },
        body: JSON.stringify({ a: other.id, b: one.id, distinct }),
      })
    expect((await judge(true)).status).toBe(204)
    expect(await pairsOf(one.id)).toBe(0)
    expect((await judge(false)).status).toBe(204)
    expect(await pairsOf(one.id)).toBe(1)
    await service.call('DELETE', `/tasks/${other.id}`)
    expect((await service.call<DuplicatePair[]>('GET', '/tasks/duplicates')).body.filter(({ b }) => b.id === other.id)).toEqual([])
  })
})

describe('copies of one task', () => {
  it.runIf(process.env.TANDEM_LONG)('[D10] make one pair each, also when another of them becomes the first', async () => {
    const own = await openSearchService()
    onTestFinished(() => own.close())
    const { call, create } = own
    const copies: number[] = []
    for (let i = 0; i < 5; i++) copies.push((await create('Send the weekly report to the team')).id)
    await create('Descale the espresso machine')
    const pairs = async () => (await call<DuplicatePair[]>('GET', '/tasks/duplicates?threshold=0.5')).body.map(({ a, b }) => [a.id, b.id])
    const pairsWith = (first: number, others: readonly number[]) => others.map((id) => [Math.min(id, first), Math.max(id, first)])
    const arePaired = (first: number, others: readonly number[]) =>
      eventually(async () => {
        const wanted = pairsWith(first, others).map(String).sort()
        return String((await pairs()).map(String).sort()) === String(wanted)
      }, 30_000)
    const [last, ...before] = copies.toReversed() as [number, ...number[]]
    await arePaired(last, before)
    await call('PATCH', `/tasks/${last}`, { status: 'done' })
    const [second, ...rest] = before as [number, ...number[]]
    await arePaired(second, [...rest, last])
    await call('DELETE', `/tasks/${second}`)
    const [third, ...fewer] = rest as [number, ...number[]]
    await arePaired(third, [...fewer, last])
    const newest = (await create('Send the weekly report to the team')).id
    await arePaired(newest, [...rest, last])
  })
})

describe('a list of its own', () => {
  // Thirty with the one that is looked for: fewer say nothing about a list.
  const unrelated =
    `Renew the passport|Book flights to Lisbon|Sharpen the kitchen knives|Write the eulogy for uncle Tom|Invoice the bakery for March|Fix the login redirect
Order toner|Teach Mia to ride a bike|Migrate the blog to Hugo|Water the tomatoes|Prepare slides for the board|Return library books|Replace the bicycle chain|Review a thesis
Back up the photo archive|Cancel the gym membership|Descale the espresso machine|Plan the summer party|Update the privacy policy|Call the tax office|Buy running shoes
Measure server latency|Learn the second sonata|Repair the garden fence|Schedule the flu shot|Translate the manual to Polish|Sell the old sofa|Draft the grant proposal|Vote`.split(
      /[|\n]/,
    )
  let own: SearchService
  beforeAll(async () => {
    own = await openSearchService()
  })
  afterAll(() => own.close())

  it.runIf(process.env.TANDEM_LONG)('[D9] that never repeats itself promises less than one that nobody knows yet', async () => {
    const scoreOf = async (title: string) => (await own.duplicates({ text: title, threshold: 0 })).body[0]?.score ?? 0
    await own.create('Ring the plumber about the dripping tap')
    for (const title of unrelated.slice(1)) await own.create(title)
    await own.settled()
    const wording = 'Somebody has to look at the bathroom tap because it drips'
    const odds = (score: number) => score / (1 - score)
    const before = await scoreOf(wording)
    expect(before).toBeGreaterThan(0.1)
    await own.create(unrelated[0] as string)
    const after = await eventually(async () => {
      const score = await scoreOf(wording)
      return odds(score) < odds(before) / 1.2 && score
    })
    expect(after).toBeGreaterThan(0)
  })
})

describe('a list with many copies of one task', () => {
  const others = 'Water the tomatoes|Book flights to Lisbon|Fix the login redirect|Order toner|Return library books|Descale the espresso machine'.split('|')
  let own: SearchService
  beforeAll(async () => {
    own = await openSearchService()
    for (const title of others) await own.create(title)
  })
  afterAll(() => own.close())
  const ask = async (text: string, more: object = {}) => (await own.duplicates({ text, ...more })).body

  it.runIf(process.env.TANDEM_LONG)('[D10] scores as if it had one, shows the open and newest first, and leaves room for others', async () => {
    await own.create('Weekly report', { status: 'done' })
    await own.settled()
    const wording = 'Write the weekly report'
    const [once] = await ask(wording, { threshold: 0 })
    expect(once?.score).toBeGreaterThan(0.7)
    const copies: Task[] = []
    for (let i = 0; i < 39; i++) copies.push(await own.create('Weekly report', { status: i < 37 ? 'done' : 'todo' }))
    const open = copies.slice(37).map(({ id }) => id)
    await own.create('Weekly report', { status: 'done' })
    await own.settled()

    const [first, second, third] = await ask(wording, { threshold: 0 })
    expect(first?.score).toBeCloseTo(once?.score as number, 2)
    expect([first?.id, second?.id]).toEqual(open.toReversed())
    expect(third?.status).toBe('done')
    expect((await own.call<Task>('POST', '/tasks?on_duplicate=return', { title: 'Weekly report' })).body.id).toBe(open[1])
    expect(await ask('Weekly report', { limit: 30, threshold: 0.8 })).toHaveLength(30)

    const near = await own.create('Weekly reports')
    await own.settled()
    const titles = (await ask('Weekly report')).map(({ title }) => title)
    expect(titles.filter((title) => title === near.title)).toHaveLength(1)
    expect(titles.filter((title) => title === 'Weekly report')).toHaveLength(4)
    expect((await ask('Book a flight to Lisbon', { threshold: 0.8 })).map(({ title }) => title)).toEqual(['Book flights to Lisbon'])
    expect(await ask('Paint the garden fence green', { threshold: 0.8 })).toEqual([])
  })
})

describe('merge', () => {
  async function two() {
    const from = await service.create('Fix the door', { labels: ['house', 'urgent'], requesters: ['ana'], dedupe_key: 'house::fix::door' })
    const into = await service.create('The door is stuck', { labels: ['house'], requesters: ['bob'] })
    const { body: comment } = await service.call<Comment>('POST', `/tasks/${from.id}/comments`, { body: 'It squeaks.' })
    const { body: schedule } = await service.call<Schedule>('POST', `/tasks/${from.id}/schedules`, { type: 'interval', interval_days: 2 })
    return { from, into, comment, schedule }
  }
  const commentsOf = async (id: number) => (await service.call<Comment[]>('GET', `/tasks/${id}/comments`)).body
  const schedulesOf = async (id: number) => (await service.call<Schedule[]>('GET', `/tasks/${id}/schedules`)).body
  const historyOf = async (id: number) => (await service.call<JournalEntry[]>('GET', `/tasks/${id}/history`)).body

  it('[D5] comments, labels, requesters and schedules move, history stays', async () => {
    const { from, into, comment, schedule } = await two()
    const merged = await service.call<Task>('POST', `/tasks/${from.id}/merge`, { into: into.id })
    expect(merged.status).toBe(200)
    expect(merged.body).toMatchObject({
      id: into.id,
      labels: ['house', 'urgent'],
      requesters: ['bob', 'ana'],
      dedupe_key: 'house::fix::door',
      version: into.version + 1,
    })
    expect((await commentsOf(into.id)).map((one) => one.id)).toEqual([comment.id])
    expect((await schedulesOf(into.id)).map((one) => one.id)).toEqual([schedule.id])
    expect((await service.call('GET', `/tasks/${from.id}`)).status).toBe(404)
    expect((await historyOf(from.id)).map((entry) => entry.action)).toContain('deleted')
    expect((await service.search('squeaks', '&mode=keyword')).body[0]?.id).toBe(into.id)
  })

  it('[D5] undo brings all back, and undoing that merges again', async () => {
    const { from, into, comment, schedule } = await two()
    await service.call('POST', `/tasks/${from.id}/merge`, { into: into.id })
    const entry = (await historyOf(from.id)).find((one) => one.action === 'deleted' && one.entity === 'task')
    const undone = await service.call<UndoResult>('POST', '/undo', { entry: entry?.seq })
    expect(undone.body.conflicts).toEqual([])
    expect((await service.call<Task>('GET', `/tasks/${from.id}`)).body).toMatchObject({ labels: from.labels, requesters: from.requesters })
    expect((await commentsOf(from.id)).map((one) => one.id)).toEqual([comment.id])
    expect((await schedulesOf(from.id)).map((one) => one.id)).toEqual([schedule.id])
    expect((await service.call<Task>('GET', `/tasks/${into.id}`)).body).toMatchObject({ labels: ['house'], requesters: ['bob'], dedupe_key: null })
    expect(await commentsOf(into.id)).toEqual([])
    expect((await service.search('squeaks', '&mode=keyword')).body.map((hit) => hit.id)).toContain(from.id)

    const restored = (await historyOf(from.id)).find((one) => one.action === 'created' && one.undo_of === entry?.seq)
    await service.call('POST', '/undo', { entry: restored?.seq })
    expect((await service.call('GET', `/tasks/${from.id}`)).status).toBe(404)
    expect((await commentsOf(into.id)).map((one) => one.id)).toEqual([comment.id])
    expect((await service.call<Task>('GET', `/tasks/${into.id}`)).body.labels).toEqual(['house', 'urgent'])
  })

  it.runIf(process.env.TANDEM_LONG)('[D5] undoing all that an agent did undoes its merge too', async () => {
    const { from, into, comment } = await two()
    const since = new Date().toISOString()
    await fetch(`${service.url}/tasks/${from.id}/merge`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-actor': 'agent:merger' },
      body: JSON.stringify({ into: into.id }),
    })
    const { body } = await service.call<UndoResult>('POST', '/undo', { actor: 'merger', since })
    expect(body.conflicts).toEqual([])
    expect((await commentsOf(from.id)).map((one) => one.id)).toEqual([comment.id])
  })

  it('[U3] a move alone is not undone while the task that it would go back to is gone', async () => {
    const { body: talk } = await service.call<TakenIn>('POST', '/conversations', {
      source: 'email',
      external_id: 'moved with its task',
      subject: 'The quokka fence has a hole',
      messages: [{ from: 'ana@example.org', sent_at: '2027-01-01T00:00:00Z', body: 'A quokka was seen outside.' }],
    })
    const from = talk.task_ids[0] as number
    const { into } = await two()
    await service.call('POST', `/tasks/${from}/comments`, { body: 'It squeaks.' })
    await service.call('POST', `/tasks/${from}/schedules`, { type: 'interval', interval_days: 2 })
    await service.call('POST', `/tasks/${from}/merge`, { into: into.id })
    const moves = (await historyOf(into.id)).filter((one) => one.action === 'updated' && one.entity !== 'task')
    expect(moves.map(({ entity }) => entity).sort()).toEqual(['comment', 'origin', 'schedule'])
    for (const { seq, entity } of moves) {
      const undone = await service.call<UndoResult>('POST', '/undo', { entry: seq })
      expect(undone.status, entity).toBe(200)
      expect(undone.body).toMatchObject({ done: [], entries: [], conflicts: [{ seq, entity, reason: `its task ${from} has been deleted` }] })
    }
    expect(await commentsOf(into.id)).toHaveLength(1)
    expect((await service.call<TakenIn>('GET', `/conversations/${talk.id}`)).body.task_ids).toEqual([into.id])
  })

  it('[U3] a merge is not done again while the task that it went into is gone', async () => {
    const { from, into, comment } = await two()
    await service.call('POST', `/tasks/${from.id}/merge`, { into: into.id })
    const entry = (await historyOf(from.id)).find((one) => one.action === 'deleted' && one.entity === 'task')
    const undone = await service.call<UndoResult>('POST', '/undo', { entry: entry?.seq })
    await service.call('DELETE', `/tasks/${into.id}`)
    const again = await service.call<UndoResult>('POST', '/undo', { entry: undone.body.entries[0] })
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({
      done: [],
      entries: [],
      conflicts: [{ entity: 'task', entity_id: from.id, reason: `its task ${into.id} has been deleted` }],
    })
    expect((await commentsOf(from.id)).map((one) => one.id)).toEqual([comment.id])
    expect(await schedulesOf(from.id)).toHaveLength(1)
  })

  it('[D5] says what is wrong', async () => {
    const { from, into } = await two()
    expect((await service.call('POST', `/tasks/${from.id}/merge`, { into: from.id })).status).toBe(400)
    expect((await service.call('POST', `/tasks/${from.id}/merge`, { into: 999_999 })).status).toBe(404)
    expect((await service.call('POST', '/tasks/999999/merge', { into: into.id })).status).toBe(404)
    expect((await service.call('POST', `/tasks/${from.id}/merge`, {})).status).toBe(400)
    expect((await service.call('GET', `/tasks/${from.id}`)).status).toBe(200)
  })
})
