import { expect, it } from 'vitest'
import type { WriteAction } from './record-state.ts'
import { type Reply, type Sender, sendUntilSettled } from './send-until-settled.ts'

const conflict = { status: 'conflict', error: new Error('412') } as const
const gone = { status: 'gone', error: new Error('404') } as const
const applied = { status: 'applied', answer: 'task' } as const

/** A cloud that answers this, one after the other; `done`: what was asked of it and of the device. */
function cloudOf(replies: Reply<string>[], merges: ('ahead' | 'same' | 'gone' | Error)[] = []) {
  const done: string[] = []
  const sender: Sender<string> = {
    send(action: WriteAction) {
      done.push(action)
      return Promise.resolve(replies.shift() ?? applied)
    },
    merge() {
      done.push('merge')
      const left = merges.shift() ?? 'ahead'
      return left instanceof Error ? Promise.reject(left) : Promise.resolve(left)
    },
    recreateTask() {
      done.push('recreateTask')
      return Promise.resolve()
    },
  }
  return { done, sender }
}

it.each<[string, WriteAction, Reply<string>[], ('ahead' | 'same' | 'gone')[], string[]]>([
  ['an update is sent once', 'update', [applied], [], ['update']],
  ['one that met another is merged and sent again', 'update', [conflict, conflict], [], ['update', 'merge', 'update', 'merge', 'update']],
  ['nothing is sent of which nothing is left', 'update', [conflict], ['same'], ['update', 'merge']],
  ['what was deleted there is created again', 'update', [gone], [], ['update', 'create']],
  ['also when that shows while it is merged', 'update', [conflict], ['gone'], ['update', 'merge', 'create']],
  ['a comment brings its task back', 'create', [gone], [], ['create', 'recreateTask', 'create']],
  ['a delete of what is gone is done', 'delete', [gone], [], ['delete']],
  ['a delete that met a change is not sent again', 'delete', [conflict], ['same'], ['delete', 'merge']],
])('%s', async (_what, action, replies, merges, expected) => {
  const { done, sender } = cloudOf(replies, merges)
  await sendUntilSettled(action, sender)
  expect(done).toEqual(expected)
})

it('answers what the cloud answered last', async () => {
  expect(await sendUntilSettled('update', cloudOf([conflict]).sender)).toBe('task')
  expect(await sendUntilSettled('delete', cloudOf([gone]).sender)).toBeUndefined()
})

it('gives up when others are faster five times, and when the person is to be told', async () => {
  const { done, sender } = cloudOf(Array.from({ length: 9 }, () => conflict))
  await expect(sendUntilSettled('update', sender)).rejects.toThrow('412')
  expect(done.filter((one) => one === 'update')).toHaveLength(5)
  await expect(sendUntilSettled('delete', cloudOf([conflict], [new Error('it changed')]).sender)).rejects.toThrow('it changed')
})
