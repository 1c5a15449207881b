// Errors in words: what happened, what is safe, what to do. Never a bare code.
import { ApiError, isAway } from './api.ts'
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
  if (error instanceof ApiError) return `${what} ${error.problem.detail}`
  return `${what} ${m.tryAgain}`
}
