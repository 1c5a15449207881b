import { expect, it } from 'vitest'
import type { Next } from './next-task.ts'
import { createWaitForNext } from './wait-for-next.ts'

it('[A19] who hangs up just as a task becomes ready is given nothing, and the next one is', async () => {
  let ready = false
  let committed = () => {}
  const left = { ready: 0, blocked: 0, asked: 0, claimed: 0, assigned: 0 }
  const given: string[] = []
  const waiting = createWaitForNext({
    next(_, { actor }) {
      if (!ready) return { outcome: 'none', left, note: '' }
      ready = false
      given.push(actor.name)
      return { outcome: 'claimed', left } as Next
    },
    journal: {
      onCommit(act) {
        committed = () => act(1)
        return () => {}
      },
    },
  })
  const hangsUp = new AbortController()
  const wait = (name: string, gone: AbortSignal) => waiting.wait({}, { actor: { kind: 'agent', name } }, 60, gone)
  const answers = [wait('gone', hangsUp.signal), wait('there', new AbortController().signal)]
  ready = true
  committed()
  hangsUp.abort()
  const [first, second] = [await answers[0], await answers[1]]
  expect([first?.outcome, second?.outcome]).toEqual(['none', 'claimed'])
  expect(given).toEqual(['there'])
  waiting.close()
})
