// What an operator is told when something cannot be done: in words, with a word for programs and the exit code.

export const exitCodes = { done: 0, failed: 1, usage: 2 } as const

export type AdminProblem = 'not_found' | 'ambiguous' | 'conflict' | 'refused' | 'failed' | 'usage' | 'unreachable'

export class AdminError extends Error {
  readonly problem: AdminProblem
  /** Further members of the error as JSON. */
  readonly more: Record<string, unknown>
  constructor(problem: AdminProblem, detail: string, more: Record<string, unknown> = {}) {
    super(detail)
    this.name = 'AdminError'
    this.problem = problem
    this.more = more
  }
  get exitCode(): number {
    return this.problem === 'usage' ? exitCodes.usage : exitCodes.failed
  }
}
