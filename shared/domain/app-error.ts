// Errors that a caller can act on. Use-cases throw them; one table maps each code to its HTTP status.

export const errorStatus = {
  invalid: [400, 'Invalid request'],
  unauthenticated: [401, 'Authentication needed'],
  forbidden: [403, 'Not allowed'],
  proof_needed: [403, 'Confirm that it’s you'],
  locked: [403, 'Locked by the operator'],
  quota_exceeded: [403, 'Quota exceeded'],
  needs_person: [403, 'Only the person may do this'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  conflict: [409, 'Conflict'],
  stale: [412, 'Changed in the meantime'],
  too_large: [413, 'Too large'],
  unsupported_media_type: [415, 'Unsupported media type'],
  range_not_satisfiable: [416, 'Range not satisfiable'],
  idempotency_mismatch: [422, 'Idempotency key already used'],
  rate_limited: [429, 'Too many requests'],
  internal: [500, 'Internal error'],
  storage_unavailable: [503, 'Storage unavailable'],
  provider_unavailable: [503, 'Provider unavailable'],
  storage_full: [507, 'Storage full'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof errorStatus

export interface FieldError {
  /** JSON pointer into the body ("/title"), or "?name" for a query and ":name" for a path parameter. */
  pointer: string
  detail: string
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly errors: FieldError[] | undefined
  /** Further members of the problem document, such as the candidates of a rejected duplicate. */
  readonly extra: Record<string, unknown> | undefined

  constructor(code: ErrorCode, detail: string, more: { errors?: FieldError[]; extra?: Record<string, unknown>; cause?: unknown } = {}) {
    super(detail, { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    this.errors = more.errors
    this.extra = more.extra
  }
}

export function invalidField(pointer: string, detail: string): AppError {
  return new AppError('invalid', detail, { errors: [{ pointer, detail }] })
}
