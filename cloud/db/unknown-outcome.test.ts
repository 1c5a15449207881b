import { expect, it } from 'vitest'
import { isUnanswered } from './unknown-outcome.ts'

const error = (message: string, code?: string) => Object.assign(new Error(message), code === undefined ? {} : { code })

it('[HA8] tells the server’s answers to a commit from what a pooler says of a server that it lost', () => {
  expect(isUnanswered(error('server conn crashed?', '08P01'))).toBe(true)
  expect(isUnanswered(error('Connection terminated unexpectedly'))).toBe(true)
  expect(isUnanswered(error('Query read timeout'))).toBe(true)
  expect(isUnanswered(error('could not serialize access', '40001'))).toBe(false)
  expect(isUnanswered(error('terminating connection due to administrator command', '57P01'))).toBe(false)
  // It found no server: nothing was sent.
  expect(isUnanswered(error('query_wait_timeout', '08P01'))).toBe(false)
})
