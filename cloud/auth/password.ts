// Argon2id, as OWASP advises for logins: 19 MiB, two passes. A hash says how it was made, so that the parameters may grow later.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '../../shared/domain/app-error.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'

const derive = promisify(argon2)
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
/** Each takes 19 MiB and a thread: two at a time, and a queue that is not endless. */
const maxAtOnce = 2
const maxWaiting = 100

const inTurn = createConcurrencyLimit(maxAtOnce, maxWaiting, () => {
  throw new AppError('rate_limited', 'Too many people are signing in right now. Try again in a few seconds.', { extra: { retry_after: 5 } })
})

function hash(password: string, nonce: Buffer, { memory, passes, parallelism }: typeof cost): Promise<Buffer> {
  // The same password typed on another keyboard may come in another composition of its accents.
  const message = Buffer.from(password.normalize('NFKC'))
  return inTurn(() => derive('argon2id', { message, nonce, memory, passes, parallelism, tagLength }))
}

const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** A hash in the usual PHC format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await hash(password, nonce, cost)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(nonce)}$${text(tag)}`
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/
/** Nobody's password: verified where there is no account, so that the answer takes as long. */
const nobodys = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(Buffer.alloc(16, 7))}$${text(Buffer.alloc(tagLength, 7))}`

/** `stored` undefined: there is no such account; false after the same time. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = form.exec(stored ?? nobodys) ?? []
  if (!nonce || !tag) throw new Error('a stored password hash cannot be read')
  const expected = Buffer.from(tag, 'base64')
  const actual = await hash(password, Buffer.from(nonce, 'base64'), { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) })
  return timingSafeEqual(actual, expected) && stored !== undefined
}
