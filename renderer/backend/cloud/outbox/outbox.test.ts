import { describe, expect, test, vi } from 'vitest'
import type { Contact } from '../../../../shared/schema/contact.ts'
import type { Task, TaskPatch } from '../../../../shared/schema/task.ts'
import { ApiError, Kept, Withdrawn } from '../../api.ts'
import { Outbox } from './outbox.ts'
import { type Answer, asToday, changedSchedule, contactLane, unsentSchedule, type Write } from './write.ts'

const at = '2026-01-01T00:00:00.000Z'
const later = '2026-01-02T00:00:00.000Z'
const ana: Contact = { slug: 'ana', name: 'Ana', email: null, phone: null, organization: null, role: null, created_at: at, updated_at: at }
const daily = { type: 'interval', interval_days: 1, timezone: 'UTC' } as const
const nothing = () => undefined

const problem = (status: number, code: string) => new ApiError({ type: 'about:blank', title: code, status, detail: code, instance: '/', code })

/** The cloud answers when it is told to. */
function open() {
  const sent: Write[] = []
  const answers: ((answer: Answer) => void)[] = []
  const execute = (write: Write) => {
    sent.push(structuredClone(write))
    return new Promise<Answer>((resolve) => answers.push(resolve))
  }
  const outbox = new Outbox({ db: undefined, execute, waiting: nothing, arrived: nothing, refused: nothing, held: nothing, notKept: nothing })
  return { outbox, sent, answer: (reply: Answer) => answers.shift()?.(reply) }
}

test('[PW6] a reminder that is removed while it is on its way is removed there', async () => {
  const { outbox, sent, answer } = open()
  const shown = unsentSchedule(-7, 1, daily, at)
  const made = outbox.add({ kind: 'remind', id: 1, key: 'k', body: daily, shown })
  const removed = outbox.add({ kind: 'unremind', id: 1, scheduleId: -7 })
  await expect.poll(() => sent.length).toBe(1)
  answer({ ...shown, id: 40 })
  await made
  await expect.poll(() => sent[1]).toMatchObject({ kind: 'unremind', scheduleId: 40 })
  answer(undefined)
  await removed
})

test('[PW6] a reminder that is changed while it is on its way is changed there, and again where it came back under another number', async () => {
  const { outbox, sent, answer } = open()
  const shown = unsentSchedule(-7, 1, daily, at)
  const change = (time: string) =>
    outbox.add({ kind: 'remind-change', id: 1, key: time, scheduleId: -7, body: { time }, shown: changedSchedule(shown, { time }, later) })
  const all = [outbox.add({ kind: 'remind', id: 1, key: 'k', body: daily, shown }), change('08:00'), change('09:00')]
  for (const [turn, id] of [40, 41, 41].entries()) {
    await expect.poll(() => sent.length).toBe(turn + 1)
    answer({ ...shown, id })
  }
  await Promise.all(all)
  expect(sent.slice(1)).toMatchObject([{ scheduleId: 40 }, { scheduleId: 41 }])
})

test('[PW6] a changed reminder keeps what its new type has, and no second moment', () => {
  const weekly = unsentSchedule(1, 1, { type: 'weekly', day_of_week: 1, time: '08:15', timezone: 'Europe/Berlin' }, at)
  expect(changedSchedule(weekly, { type: 'rule', rule: 'FREQ=DAILY', time: '09:00' }, later)).toMatchObject({ day_of_week: null, timezone: 'Europe/Berlin' })
  const once = unsentSchedule(1, 1, { type: 'one_time', fire_at: later }, at)
  expect(changedSchedule(once, { before_due_minutes: 30 }, later)).toMatchObject({ fire_at: null, next_fire_at: null })
  expect(changedSchedule(once, { fire_at: at }, later)).toMatchObject({ fire_at: at, next_fire_at: at })
})

test('[PW7] who changes a contact and then deletes it deletes it, unless somebody else wrote meanwhile', async () => {
  for (const [role, seen] of [
    [null, later],
    ['Baker', at],
  ] as const) {
    const { outbox, sent, answer } = open()
    const changed = outbox.add({ kind: 'contact-change', id: contactLane, key: 'k', slug: 'ana', body: { phone: '1' }, base: ana })
    const deleted = outbox.add({ kind: 'contact-delete', id: contactLane, slug: 'ana', base: { ...ana, phone: '1' } })
    await expect.poll(() => sent.length).toBe(1)
    answer({ ...ana, phone: '1', role, updated_at: later })
    await changed
    await expect.poll(() => sent[1]).toMatchObject({ kind: 'contact-delete', base: { updated_at: seen } })
    answer(undefined)
    await deleted
  }
})

test('[PW6] a reminder that an earlier build kept can be shown', () => {
  const kept = { turn: 5, page: 'before', kind: 'remind', id: 1, key: 'k', body: daily } as unknown as Write
  expect(asToday(kept)).toMatchObject({ shown: { id: -5, task_id: 1, interval_days: 1, enabled: true } })
})

test.each([
  ['has no room left', problem(507, 'storage_full'), 7],
  ['is answered for by what stands before it', problem(404, 'unexpected'), 7],
  ['has an error of its own', problem(500, 'internal'), 4],
])('[PW6] what is written while the cloud %s is sent later', async (_what, error, times) => {
  vi.useFakeTimers()
  try {
    let tries = 0
    const execute = async () => {
      if (tries++ < times) throw error
      return ana
    }
    const outbox = new Outbox({ db: undefined, execute, waiting: nothing, arrived: nothing, refused: nothing, held: nothing, notKept: nothing })
    const added = outbox.add({ kind: 'contact', id: contactLane, key: 'k', body: { name: 'Ana' }, shown: ana })
    await vi.advanceTimersByTimeAsync(times * 3000)
    expect(await added).toEqual(ana)
    expect(tries).toBe(times + 1)
  } finally {
    vi.useRealTimers()
  }
})

test('[PW6] what the cloud breaks on each time, or finds too long, does not hold up the rest', async () => {
  vi.useFakeTimers()
  try {
    for (const error of [problem(500, 'internal'), problem(413, 'unexpected')]) {
      const execute = async (write: Write) => {
        if (write.kind === 'contact' && write.body.name === 'Poison') throw error
        return ana
      }
      const outbox = new Outbox({ db: undefined, execute, waiting: nothing, arrived: nothing, refused: nothing, held: nothing, notKept: nothing })
      const refused = expect(outbox.add({ kind: 'contact', id: contactLane, key: 'k', body: { name: 'Poison' }, shown: ana })).rejects.toBe(error)
      const added = outbox.add({ kind: 'contact', id: contactLane, key: 'l', body: { name: 'Ana' }, shown: ana })
      await vi.advanceTimersByTimeAsync(5 * 3000)
      await refused
      expect(await added).toEqual(ana)
    }
  } finally {
    vi.useRealTimers()
  }
})

describe('what the team has no room for', () => {
  const full = (more: object = {}) =>
    new ApiError({
      type: 'about:blank',
      title: '',
      status: 403,
      detail: '',
      instance: '/',
      code: 'quota_exceeded',
      quota: 'tasks',
      used: 1,
      limit: 1,
      ...more,
    })
  const task = (id: number, version = 1) => ({ id, version, title: 't', uid: `${id}` }) as unknown as Task

  /** A cloud with room, or without. */
  function openFull(error = full()) {
    const state = { isFull: true, sent: [] as Write[], held: [] as number[], arrived: [] as Answer[] }
    const execute = async (write: Write): Promise<Answer> => {
      state.sent.push(structuredClone(write))
      if (state.isFull && write.kind !== 'delete' && !(write.kind === 'change' && write.body.status === 'done')) throw error
      return write.kind === 'delete' ? undefined : task(write.id < 0 ? 40 - write.id : write.id, 2)
    }
    const outbox = new Outbox({
      db: undefined,
      execute,
      waiting: nothing,
      arrived: (_write, answer) => state.arrived.push(answer),
      refused: nothing,
      held: (count) => state.held.push(count),
      notKept: nothing,
    })
    return { state, outbox }
  }
  const create = (id: number) => ({ kind: 'create' as const, id, key: `k${id}`, body: { title: `New ${id}` }, at })
  const change = (id: number, body: TaskPatch) => ({ kind: 'change' as const, id, key: `c${id}`, body, base: task(id), version: 1 })

  test('[OP41] is held and sent once: again when somebody says so, or makes room', async () => {
    const { state, outbox } = openFull()
    await expect(outbox.add(create(-5))).rejects.toThrow(Kept)
    expect(state.held).toEqual([1])
    expect(outbox.created()).toMatchObject([{ id: -5, title: 'New -5' }])
    // What else is written is sent, and does not send it again.
    await outbox.add(change(1, { status: 'done' }))
    expect(state.sent).toHaveLength(2)
    outbox.retry()
    await expect.poll(() => state.sent.length).toBe(3)
    state.isFull = false
    await outbox.add({ kind: 'delete', id: 1, version: 2 })
    await expect.poll(() => state.arrived).toMatchObject([{ id: 1 }, undefined, { id: 45 }])
    expect([state.held.at(-1), outbox.created()]).toEqual([0, []])
  })

  test('[OP41] of one task what is about something else passes it, and deleting the task ends it', async () => {
    const { state, outbox } = openFull()
    await expect(outbox.add(change(1, { description: 'long' }))).rejects.toThrow(Kept)
    const behind = outbox.add(change(1, { description: 'longer' }))
    behind.catch(nothing)
    await outbox.add(change(1, { status: 'done' }))
    expect(state.sent.map((write) => write.kind === 'change' && Object.keys(write.body)[0])).toEqual(['description', 'status'])
    await outbox.add({ kind: 'delete', id: 1, version: 2 })
    expect([state.held.at(-1), outbox.over(task(1))?.description]).toEqual([0, undefined])
  })

  test('[OP41] a new task that is held can be deleted unsent, and what hangs on it waits with it', async () => {
    const { state, outbox } = openFull()
    await expect(outbox.add(create(-5))).rejects.toThrow(Kept)
    const titled = outbox.add({ ...change(-5, { title: 'Other' }), version: undefined })
    expect(state.sent).toHaveLength(1)
    await outbox.add({ kind: 'delete', id: -5, version: undefined })
    await expect(titled).rejects.toThrow(Withdrawn)
    expect([state.sent.length, state.held.at(-1)]).toEqual([1, 0])
  })

  test('[OP41] a day that is full is over by itself', async () => {
    vi.useFakeTimers()
    try {
      const { state, outbox } = openFull(full({ quota: 'daily_events', retry_after: 3600 }))
      await expect(outbox.add(create(-5))).rejects.toThrow(Kept)
      await vi.advanceTimersByTimeAsync(3_599_000)
      expect(state.sent).toHaveLength(1)
      state.isFull = false
      await vi.advanceTimersByTimeAsync(62_000)
      expect(state.arrived).toMatchObject([{ id: 45 }])
    } finally {
      vi.useRealTimers()
    }
  })
})
