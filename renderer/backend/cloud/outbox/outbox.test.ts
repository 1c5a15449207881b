import { expect, test, vi } from 'vitest'
import type { Contact } from '../../../../shared/schema/contact.ts'
import { ApiError } from '../../api.ts'
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
  const outbox = new Outbox({ db: undefined, execute, waiting: nothing, arrived: nothing, refused: nothing, notKept: nothing })
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
    const outbox = new Outbox({ db: undefined, execute, waiting: nothing, arrived: nothing, refused: nothing, notKept: nothing })
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
      const outbox = new Outbox({ db: undefined, execute, waiting: nothing, arrived: nothing, refused: nothing, notKept: nothing })
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
