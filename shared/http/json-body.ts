// Reads a request body as JSON, strictly: what we store must come back byte for byte, in every tool that reads it.
import { isUtf8 } from 'node:buffer'
import { AppError, invalidField } from '../domain/app-error.ts'

const deepest = 64

/** JSON that holds what cannot be kept. A protocol that answers by an id inside the body finds it in `value`. */
export class UnusableBody extends AppError {
  /** Not for storing: it holds what was refused. */
  readonly value: unknown
  constructor({ code, message, errors }: AppError, value: unknown) {
    super(code, message, errors ? { errors } : {})
    Object.defineProperty(this, 'value', { enumerable: false })
    this.value = value
  }
}

export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) throw new AppError('invalid', 'The body is not valid UTF-8. Send JSON encoded as UTF-8.')
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new AppError('invalid', `The body is not valid JSON: ${(error as Error).message}`)
  }
  // What is UTF-8 and JSON has neither NUL nor half a pair, unless it is escaped: most bodies need no second look at each text.
  try {
    if (text.includes('\\u')) checkText(value)
    else checkDepth(value)
  } catch (error) {
    throw error instanceof AppError ? new UnusableBody(error, value) : error
  }
  return value
}

const tooDeep = () => new AppError('invalid', `The body is nested deeper than ${deepest} levels.`)

function checkDepth(value: unknown, depth = 0): void {
  if (value === null || typeof value !== 'object') return
  if (depth >= deepest) throw tooDeep()
  if (Array.isArray(value)) for (const item of value) checkDepth(item, depth + 1)
  else for (const key of Object.keys(value)) checkDepth((value as Record<string, unknown>)[key], depth + 1)
}

/** Refuses what SQLite, PostgreSQL or other clients cannot give back unchanged: NUL and half surrogate pairs. */
export function checkText(value: unknown, pointer = '', depth = 0): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed())
      throw invalidField(pointer, `${pointer.slice(1) || 'the body'} contains half of a surrogate pair, which is not valid Unicode. Send whole characters.`)
    if (value.includes('\0')) throw invalidField(pointer, `${pointer.slice(1) || 'the body'} contains a NUL character (\\u0000). Remove it.`)
    return
  }
  if (value === null || typeof value !== 'object') return
  if (depth >= deepest) throw tooDeep()
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) checkText(value[i], `${pointer}/${i}`, depth + 1)
    return
  }
  for (const key of Object.keys(value)) {
    if (!key.isWellFormed() || key.includes('\0')) throw new AppError('invalid', 'A field name in the body is not valid text.')
    checkText((value as Record<string, unknown>)[key], `${pointer}/${key}`, depth + 1)
  }
}
