import { expect, test } from 'vitest'
import type { Contact } from '../../shared/schema/contact.ts'
import { createOutbox } from './outbox.ts'
import { type Answer, asToday, contactLane, unsentSchedule, type Write } from './write.ts'

const at = '2026-01-01T00:00:00.000Z'
const later = '2026-01-02T00:00:00.000Z'
const ana: Contact = { slug: 'ana', name: 'Ana', email: null, phone: null, organization: null, role: null, created_at: at, updated_at: at }
const daily = { type: 'interval', interval_days: 1, timezone: 'UTC' } as const
const nothing = () => undefined

/** The cloud answers when it is told to. */
function open() {
  const sent: Write[] = []
  const answers: ((answer: Answer) => void)[] = []
  const carry = (write: Write) => {
    sent.push(structuredClone(write))
    return new Promise<Answer>((resolve) => answers.push(resolve))
  }
  const outbox = createOutbox({ db: undefined, carry, waiting: nothing, arrived: nothing, refused: nothing, notKept: nothing })
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
