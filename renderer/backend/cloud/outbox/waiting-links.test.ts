import { expect, test } from 'vitest'
import { isTemporaryUid, temporaryIdOf, unnumbered } from '../../unnumbered.ts'
import { Outbox } from './outbox.ts'
import { type Answer, type Draft, type Write } from './write.ts'

const at = '2026-01-01T00:00:00.000Z'
const nothing = () => undefined
const uid = (n: number) => `0190c5f2-0000-7000-8000-00000000000${n}`

/** The cloud numbers tasks in the order in which they come, and refuses what is told. */
function open(refuses?: string) {
  const sent: Write[] = []
  let id = 0
  const execute = async (write: Write): Promise<Answer> => {
    sent.push(structuredClone(write))
    if (write.kind === 'create' && write.body.title === refuses) throw new Error('no')
    return { ...unnumbered(write.id, { title: '' }, at), ...(write.kind === 'create' ? { id: ++id, uid: uid(id) } : {}) }
  }
  const outbox = new Outbox({ db: undefined, execute, waiting: nothing, arrived: nothing, refused: nothing, held: nothing, notKept: nothing })
  return { outbox, sent }
}

const whole = temporaryIdOf('whole')
const first = unnumbered(whole, { title: 'Open the shop' }, at)
const other = { ...unnumbered(7, { title: 'Hire a baker' }, at), uid: uid(7), id: 7 }
const create: Draft = { kind: 'create', id: whole, key: 'whole', body: { title: first.title }, at }
const part: Draft = { kind: 'create', id: temporaryIdOf('part'), key: 'part', body: { title: 'Rent rooms', parent_uid: first.uid }, at }
const change = (body: Extract<Draft, { kind: 'change' }>['body']): Draft => ({ kind: 'change', id: 7, key: 'k', body, base: other, version: 2 })

test('[PW6] what names a task without a number waits for it, and then names it as the cloud does; what comes after it keeps its turn', async () => {
  expect(isTemporaryUid(first.uid)).toBe(true)
  const { outbox, sent } = open()
  await Promise.all([outbox.add(create), outbox.add(part), outbox.add(change({ blocker_uids: [uid(9), first.uid] })), outbox.add(change({ title: 'Hire' }))])
  expect(sent.filter(({ kind }) => kind === 'create')).toMatchObject([{ id: whole }, { body: { title: 'Rent rooms', parent_uid: uid(1) } }])
  expect(sent.filter(({ kind }) => kind === 'change')).toMatchObject([{ body: { blocker_uids: [uid(9), uid(1)] } }, { body: { title: 'Hire' } }])
})

test('[PW6] a link to a task that the cloud does not take goes; what had it stays', async () => {
  const { outbox, sent } = open('Open the shop')
  const refused = outbox.add(create).catch(() => 'refused')
  await Promise.all([outbox.add(part), outbox.add(change({ blocker_uids: [first.uid] }))])
  expect(await refused).toBe('refused')
  expect(sent.at(-1)).toBeDefined()
  expect(sent.slice(1)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ body: { title: 'Rent rooms', parent_uid: null } }),
      expect.objectContaining({ body: { blocker_uids: [] } }),
    ]),
  )
})
