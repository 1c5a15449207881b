// Each verifier finds what it is for: hand-made histories that are right, and the same with one thing wrong.
import { describe, expect, it } from 'vitest'
import type { Evidence, JournalRow, Verifier } from '../evidence.ts'
import { lostWrites } from '../evidence.ts'
import type { FaultLine, Operation, OpKind, Segment, StreamedEvent } from '../history.ts'
import { noticed, streams } from './streams.ts'
import { claims, desktops, questions, reads, sends } from './work.ts'
import { acknowledged, numbers, once } from './writes.ts'

const moment = (seq: number) => new Date(1_800_000_000_000 + seq * 1000).toISOString()
const row = (seq: number, kind: string, entity_id: number, after: Record<string, unknown> = {}): JournalRow => ({
  seq,
  kind,
  entity_id: String(entity_id),
  created_at: moment(seq),
  after,
})
let clock = 0
const operation = (op: OpKind, args: Operation['args'], more: Partial<Operation> = {}): Operation => ({
  client: 'c0',
  op,
  args,
  outcome: 'ok',
  attempts: 1,
  status: 200,
  value: {},
  invokedAt: ++clock,
  completedAt: ++clock,
  ...more,
})
const created = (text: string, id: number, more: Partial<Operation> = {}) => operation('create', { text }, { value: { id }, ...more })
const event = ({ seq: id, kind, entity_id, created_at }: JournalRow): StreamedEvent => ({ id, kind, entity_id, created_at })
const segment = (position: number, events: StreamedEvent[], more: Partial<Segment> = {}): Segment => ({
  openedAt: 1,
  asked: position,
  first: 'hello',
  epoch: 'one',
  position,
  events,
  ...more,
})
const takeOver = (promotedAt: number): FaultLine => ({ name: 'the standby takes over', from: promotedAt - 1, to: promotedAt + 1, promotedAt })

function evidence(given: Partial<Evidence>): Evidence {
  const journal = given.journal ?? []
  return {
    mode: 'sync',
    operations: [],
    streams: [],
    faults: [],
    journal,
    head: journal.at(-1)?.seq ?? 0,
    streamed: new Set(['task.created', 'task.updated', 'claim.created', 'claim.deleted']),
    tasks: [],
    deliveries: [],
    desktops: [],
    noticeWithinMs: 10_000,
    endedAt: 1_000_000,
    ...given,
  }
}
const says = (verifier: Verifier, given: Partial<Evidence>) => verifier.check(evidence(given)).map(({ what }) => what)

describe('[HA17] acknowledged writes', () => {
  const journal = [row(1, 'task.created', 1, { title: 'a' }), row(2, 'comment.created', 1, { body: 'b' }), row(3, 'task.deleted', 1)]
  const operations = [created('a', 1), operation('comment', { text: 'b', task: 1 }), operation('delete', { task: 1 })]
  it('are there', () => expect(says(acknowledged, { journal, operations })).toEqual([]))
  it.each([0, 1, 2])('are missed: %i', (i) =>
    expect(says(acknowledged, { journal: journal.filter((_, j) => j !== i), operations })).toEqual([expect.stringContaining('is not there')]),
  )
  it('that were not acknowledged are not missed', () => expect(says(acknowledged, { operations: [created('x', 9, { outcome: 'unknown' })] })).toEqual([]))
  it('of an asynchronous system are counted as lost before a failover, and missed after it', () => {
    const faults = [takeOver(500)]
    const [before, after] = [created('a', 1, { invokedAt: 400, completedAt: 410 }), created('b', 1, { invokedAt: 600, completedAt: 610 })]
    const given = { mode: 'async', faults, operations: [before, after] } as const
    expect(says(acknowledged, given)).toEqual([expect.stringContaining("'b'")])
    expect(lostWrites(evidence(given)).excused).toEqual([before])
  })
})

describe('[HA18] no write twice', () => {
  it('finds a repeat that was carried out again', () =>
    expect(
      says(once, { journal: [row(1, 'task.created', 1, { title: 'a' }), row(2, 'task.created', 2, { title: 'a' })], operations: [created('a', 1)] }),
    ).toEqual(["create 'a' (ok) is there 2 times"]))
  it('finds what was refused and done all the same', () =>
    expect(says(once, { journal: [row(1, 'task.created', 1, { title: 'a' })], operations: [created('a', 1, { outcome: 'fail' })] })).toHaveLength(1))
  it('was refused because another client had it deleted, whose number it was, too', () => {
    const operations = [operation('delete', { task: 1 }, { client: 'a' }), operation('delete', { task: 1 }, { client: 'b', outcome: 'fail' })]
    const journal = [row(1, 'task.deleted', 1)]
    expect(says(once, { mode: 'async', journal, operations })).toEqual([])
    expect(says(once, { mode: 'sync', journal, operations })).toHaveLength(1)
  })
  it('takes an edit for late, not for doubled, that was sent more than once', () => {
    const journal = [row(1, 'task.updated', 1, { description: 'x' }), row(2, 'task.updated', 1, { description: 'x' })]
    expect(says(once, { journal, operations: [operation('edit', { text: 'x', task: 1 }, { attempts: 2 })] })).toEqual([])
    expect(says(once, { journal, operations: [operation('edit', { text: 'x', task: 1 })] })).toHaveLength(1)
  })
})

describe('[HA18] what a desktop brings back', () => {
  const journal = [row(1, 'task.created', 1, { title: 'a', uid: 'u' }), row(2, 'task.created', 2, { title: 'a', uid: 'u' })]
  const operations = [created('a', 1)]
  it('is no second write after an asynchronous failover', () => expect(says(once, { mode: 'async', faults: [takeOver(1)], journal, operations })).toEqual([]))
  it('is one without it, and under another uid', () => {
    expect(says(once, { mode: 'async', journal, operations })).toHaveLength(1)
    expect(says(once, { mode: 'sync', faults: [takeOver(1)], journal, operations })).toHaveLength(1)
    const other = journal.with(1, row(2, 'task.created', 2, { title: 'a', uid: 'v' }))
    expect(says(once, { mode: 'async', faults: [takeOver(1)], journal: other, operations })).toHaveLength(1)
  })
})

describe('[HA19] numbers', () => {
  const journal = [row(1, 'task.created', 1, { title: 'a' }), row(2, 'task.created', 2, { title: 'b' })]
  it('are right', () => expect(says(numbers, { journal, operations: [created('a', 1), created('b', 2)] })).toEqual([]))
  it.each<[string, Partial<Evidence>]>([
    ['a gap', { journal: [row(1, 'x', 1), row(3, 'x', 1)] }],
    ['a counter that is ahead', { journal, head: 5 }],
    ['a task made twice', { journal: [row(1, 'task.created', 1), row(2, 'task.created', 1)] }],
    ['a number answered twice', { journal, operations: [created('a', 1), created('z', 1)] }],
    ['another number than the one that was answered', { journal, operations: [created('a', 7)] }],
  ])('%s is found', (_, given) => expect(says(numbers, given)).not.toEqual([]))
})

describe('[HA20] streams', () => {
  const journal = [1, 2, 3, 4].map((seq) => row(seq, 'task.created', seq, { title: String(seq) }))
  const [one, two, three, four] = journal.map(event) as [StreamedEvent, StreamedEvent, StreamedEvent, StreamedEvent]
  const of = (...segments: Segment[]) => ({ journal, streams: [{ client: 'c0', segments }] })
  it('that resume are whole', () => expect(says(streams, of(segment(0, [one, two]), segment(2, [three, four])))).toEqual([]))
  it('begin where they began', () => expect(says(streams, of(segment(2, [three, four])))).toEqual([]))
  it.each<[string, Segment[]]>([
    ['a hole', [segment(0, [one, three, four])]],
    ['a hole between two connections', [segment(0, [one]), segment(2, [three, four])]],
    ['the end that never came', [segment(0, [one, two, three])]],
    ['an event twice', [segment(0, [one, two, two, three, four])]],
    ['an event out of order', [segment(0, [one, three, two, four])]],
    ['an event again after a reconnect', [segment(0, [one, two]), segment(2, [two, three, four])]],
    ['an event that is another one', [segment(0, [one, { ...two, created_at: moment(77) }, three, four])]],
    ['an event that is none', [segment(0, [one, two, three, four, { ...four, id: 5 }])]],
  ])('with %s are found', (_, segments) => expect(says(streams, of(...segments))).not.toEqual([]))
  it('with a hole before a failover are found in the synchronous mode, and after it in both', () => {
    const early = of(segment(0, [two]), segment(2, [three, four], { epoch: 'two' }))
    expect(says(streams, early)).not.toEqual([])
    expect(says(streams, { ...early, mode: 'async' })).toEqual([])
    expect(says(streams, { ...of(segment(0, [one, two]), segment(2, [four], { epoch: 'two' })), mode: 'async' })).not.toEqual([])
  })
  it('that were never opened are found', () => expect(says(streams, of())).not.toEqual([]))
})

describe('[HA21] another history', () => {
  const of = (at: number, epoch: string): Partial<Evidence> => ({
    faults: [takeOver(1000)],
    streams: [{ client: 'c0', segments: [segment(0, []), segment(0, [], { openedAt: at, epoch })] }],
  })
  it('is noticed in time', () => expect(says(noticed, of(9000, 'two'))).toEqual([]))
  it('is noticed before the checker itself sees who leads', () =>
    expect(says(noticed, { ...of(9000, 'two'), faults: [{ ...takeOver(9500), from: 8000 }] })).toEqual([]))
  it('is noticed too late', () => expect(says(noticed, of(11_500, 'two'))).toEqual([expect.stringContaining('10.5 s')]))
  it('is not noticed', () => expect(says(noticed, of(9000, 'one'))).toEqual([expect.stringContaining('nothing')]))
  it('is not noticed by a desktop', () =>
    expect(says(noticed, { faults: [takeOver(1000)], desktops: [{ name: 'desk', titles: [], epochs: [{ epoch: 'one', at: 1 }] }] })).toEqual([
      expect.stringContaining('desk'),
    ]))
})

describe('[HA22] claims', () => {
  const took = (client: string, at: number, key: string) =>
    operation('next', {}, { client, invokedAt: at - 1, completedAt: at, value: { id: 1, key, outcome: 'claimed' } })
  const gave = (client: string, at: number, key: string) => operation('release', { task: 1, key }, { client, invokedAt: at, completedAt: at + 1 })
  it('one after the other are right', () => expect(says(claims, { operations: [took('a', 10, 'k'), gave('a', 20, 'k'), took('b', 30, 'l')] })).toEqual([]))
  it('at once are found', () => expect(says(claims, { operations: [took('a', 10, 'k'), took('b', 15, 'l')] })).toEqual(['a and b held task 1 at once']))
  it('at once are excused by an asynchronous failover in between', () =>
    expect(says(claims, { mode: 'async', faults: [takeOver(12)], operations: [took('a', 10, 'k'), took('b', 15, 'l')] })).toEqual([]))
  it('that were given back finish nothing', () => {
    const stale = (outcome: string) => [operation('stale_finish', { text: 's', task: 1, key: 'k' }, { value: { outcome } })]
    expect(says(claims, { operations: stale('lost') })).toEqual([])
    expect(says(claims, { operations: stale('finished') })).toHaveLength(1)
  })
  it('that are lost while they are held are found', () =>
    expect(
      says(claims, {
        operations: [
          took('a', 10, 'k'),
          operation('finish', { text: 's', task: 1, key: 'k' }, { client: 'a', invokedAt: 20, completedAt: 21, value: { outcome: 'lost' } }),
        ],
      }),
    ).toEqual(['a lost its claim on task 1']))
  it('that were given back in the lost moments are held again', () => {
    const stale = operation('stale_finish', { text: 's', task: 1, key: 'k' }, { client: 'a', invokedAt: 40, completedAt: 41, value: { outcome: 'finished' } })
    const operations = [took('a', 10, 'k'), gave('a', 20, 'k'), stale]
    const journal = [row(1, 'comment.created', 1, { body: 's' })]
    for (const verifier of [claims, once]) {
      expect(says(verifier, { mode: 'async', faults: [takeOver(30)], operations, journal })).toEqual([])
      expect(says(verifier, { mode: 'async', faults: [takeOver(50)], operations, journal })).toHaveLength(1)
      expect(says(verifier, { mode: 'sync', faults: [takeOver(30)], operations, journal })).toHaveLength(1)
    }
  })
  it('that a desktop ended, which knew of a finish that was lost, are excused', () => {
    const finish = (client: string, at: number, outcome: string) =>
      operation('finish', { text: client, task: 1, key: client }, { client, invokedAt: at, completedAt: at + 1, value: { outcome } })
    const operations = [took('a', 10, 'a'), finish('a', 20, 'finished'), took('b', 40, 'b'), finish('b', 50, 'lost')]
    expect(says(claims, { mode: 'async', faults: [takeOver(30)], operations })).toEqual([])
    expect(says(claims, { mode: 'sync', faults: [takeOver(30)], operations })).toEqual(['b lost its claim on task 1'])
    expect(says(claims, { mode: 'async', operations })).toEqual(['b lost its claim on task 1'])
  })
  it('finish a task once', () =>
    expect(says(claims, { operations: ['k', 'l'].map((key) => operation('finish', { text: key, task: 1, key }, { value: { outcome: 'finished' } })) })).toEqual(
      ['task 1 was finished 2 times'],
    ))
  it('at once in the journal are found', () => expect(says(claims, { journal: [row(1, 'claim.created', 1), row(2, 'claim.created', 1)] })).toHaveLength(1))
})

describe('[HA22] questions', () => {
  const answered = (text: string) => operation('answer', { text, question: 1 })
  it('answered once are right', () => expect(says(questions, { operations: [answered('a'), { ...answered('b'), outcome: 'fail' }] })).toEqual([]))
  it('answered twice are found', () => expect(says(questions, { operations: [answered('a'), answered('b')] })).toHaveLength(1))
  it('answered twice in the journal are found', () =>
    expect(
      says(questions, { journal: [row(1, 'question.updated', 1, { state: 'answered' }), row(2, 'question.updated', 1, { state: 'answered' })] }),
    ).toHaveLength(1))
})

describe('[HA23] reads', () => {
  const edit = (n: number, more: Partial<Operation> = {}) => operation('edit', { text: `edit ${n} of 1 by c0`, task: 1 }, more)
  const read = (n: number, more: Partial<Operation> = {}) =>
    operation('read', { task: 1 }, { value: { id: 1, text: n === 0 ? '' : `edit ${n} of 1 by c0` }, ...more })
  it('of what was written are right', () => expect(says(reads, { operations: [read(0), edit(1), read(1), edit(2), read(2)] })).toEqual([]))
  it('that miss what was written are found', () => expect(says(reads, { operations: [edit(1), edit(2), read(1)] })).toHaveLength(1))
  it('that go back are found', () => expect(says(reads, { operations: [edit(1), edit(2, { outcome: 'fail' }), read(2), read(1)] })).toHaveLength(1))
  it('of an edit that was under way are right', () => expect(says(reads, { operations: [edit(1, { attempts: 2 }), edit(2), read(2), read(1)] })).toEqual([]))
  it('of what another client wrote are found, unless the number was lost and given to both', () => {
    const ofOther = operation('read', { task: 1 }, { value: { id: 1, text: 'edit 7 of 1 by c1' }, invokedAt: 30, completedAt: 31 })
    const operations = [edit(9, { invokedAt: 20, completedAt: 21 }), ofOther]
    expect(says(reads, { operations })).toHaveLength(1)
    expect(says(reads, { mode: 'async', faults: [takeOver(10)], operations })).toEqual([])
  })
  it('that find nothing are found', () => expect(says(reads, { operations: [edit(1), read(0, { outcome: 'fail', status: 404 })] })).toHaveLength(1))
})

describe('[HA24] sends and desktops', () => {
  const told = (collapseKey = 'k') => ({ device: 'd', notification: 'n', collapseKey })
  it('once is right', () => expect(says(sends, { deliveries: [told()] })).toEqual([]))
  it('twice is found where nothing failed', () => expect(says(sends, { deliveries: [told(), told()] })).toHaveLength(1))
  it('three times is found, and twice under two keys', () => {
    const faults = [takeOver(1)]
    expect(says(sends, { faults, deliveries: [told(), told()] })).toEqual([])
    expect(says(sends, { faults, deliveries: [told(), told(), told()] })).toHaveLength(1)
    expect(says(sends, { faults, deliveries: [told(), told('other')] })).toHaveLength(1)
  })
  it('a desktop that lacks a task, has one more or one twice is found', () => {
    const tasks = [{ id: 1, title: 'a', description: '' }]
    const has = (...titles: string[]) => says(desktops, { tasks, desktops: [{ name: 'desk', titles, epochs: [] }] })
    expect(has('a')).toEqual([])
    for (const titles of [[], ['a', 'b'], ['a', 'a']]) expect(has(...titles)).toHaveLength(1)
  })
})
