// Errors in words: what happened, what is safe, what to do. Never a bare code.
import { ApiError, isAway } from './api.ts'
import { clock, count, megabytes } from '../lib/dates.ts'
import { m } from '../lib/messages.ts'
import { namedByTitle } from './unnumbered.ts'

/** `failed` is the first sentence: "The comment was not saved." */
export function explain(failed: string, error: unknown): string {
  const what = namedByTitle(failed)
  if (isAway(error)) return `${what} ${m.serviceAway}`
  if (error instanceof ApiError && error.problem.code === 'needs_person') return `${what} ${m.signIn.needed}`
  const { path: way, max_depth: depth } = error instanceof ApiError ? (error.problem as { path?: unknown; max_depth?: unknown }) : {}
  if (typeof depth === 'number') return `${what} ${m.links.tooDeep(depth)}`
  if (Array.isArray(way)) return `${what} ${m.links.circle(String(way[0]), way.map((id) => `#${id}`).join(' → '))}`
  const { instead } = error instanceof ApiError ? (error.problem as { instead?: unknown }) : {}
  if (typeof instead === 'string') return instead
  return `${what} ${reasonOf(error)}`
}

/** Why, and what to do, without what did not work. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return m.tryAgain
  const { code, detail } = error.problem
  const { quota, limit, retry_after: seconds, locked } = error.problem as { quota?: unknown; limit?: unknown; retry_after?: unknown; locked?: unknown }
  if (code === 'locked') return m.locked[locked === 'account' ? 'account' : 'team']
  const resetsAt = typeof seconds === 'number' ? new Date(Date.now() + seconds * 1000).toISOString() : null
  return (code === 'quota_exceeded' ? fullText(quota, limit, resetsAt) : undefined) ?? detail
}

/** What is full, and what to do. `resetsAt`: when that begins again by itself (RFC 3339). Undefined: it is no quota that this build knows. */
export function fullText(quota: unknown, limit: unknown, resetsAt: string | null): string | undefined {
  if (typeof limit !== 'number' || !isQuota(quota)) return undefined
  return m.full[quota](quota.endsWith('_bytes') ? megabytes(limit) : count(limit), resetsAt === null ? '' : clock(resetsAt))
}

const isQuota = (name: unknown): name is keyof typeof m.full => typeof name === 'string' && Object.hasOwn(m.full, name)
