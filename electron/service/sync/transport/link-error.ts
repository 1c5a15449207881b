// What the failing of a call to the cloud means. Nothing of the token is ever in an error or a log.
import { type QuotaUsage, teamQuotas } from '../../../../shared/schema/cloud/usage.ts'

/** `failed`: it does not take what was sent; `broken`: it has an error of its own, perhaps only with what was sent. */
export type LinkProblem = 'unreachable' | 'not_a_cloud' | 'token' | 'team' | 'busy' | 'failed' | 'broken'

/** `retryAfter`: milliseconds for which the cloud asks to be left alone. */
export class LinkError extends Error {
  readonly problem: LinkProblem
  readonly retryAfter: number | undefined
  /** Of the answer that said no. */
  readonly status: number | undefined
  /** Why the cloud forbids it, in its own words. */
  readonly said: string | undefined
  constructor(problem: LinkProblem, detail: string, retryAfter?: number, status?: number, said?: string) {
    super(detail)
    this.name = 'LinkError'
    this.problem = problem
    this.retryAfter = retryAfter
    this.status = status
    this.said = said
  }
}

/** The team has no room for what was sent. */
export class OverQuotaError extends LinkError {
  /** null: of one that this version does not know. */
  readonly overQuota: QuotaUsage | null
  constructor(detail: string, status: number, overQuota: QuotaUsage | null) {
    super('failed', detail, undefined, status)
    this.overQuota = overQuota
  }
}

/** Milliseconds for which the cloud may ask to be left alone. */
const longestRest = 3_600_000

export const isObject = (body: unknown): body is Record<string, unknown> => typeof body === 'object' && body !== null

/** The same, whichever call shows it. */
export const notACloud = (url: string) => new LinkError('not_a_cloud', `There is no Tandem cloud at ${url}: something else responds there. Check the address.`)
export const notTheTeam = (teamId: string, said?: string) =>
  new LinkError('team', `This token does not belong to the team ${teamId}. Use the ID of the team it was created in.`, undefined, undefined, said)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Of the cloud itself, or of what stands before it: not of what was sent. */
function busyError({ status, headers }: Response, detail: string): LinkError | undefined {
  if (status !== 429 && status !== 503) return undefined
  const wait = Number(headers.get('retry-after'))
  return new LinkError('busy', detail || 'The cloud is busy.', Number.isFinite(wait) && wait > 0 ? Math.min(wait * 1000, longestRest) : undefined)
}

const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
/** The longest that a quota takes to begin again, in seconds. */
const aDay = 86_400

function overQuotaIn({ quota, used, limit, retry_after: seconds }: Record<string, unknown>): QuotaUsage | null {
  const known = teamQuotas.find((name) => name === quota)
  if (known === undefined || !isAmount(used) || !isAmount(limit)) return null
  return { quota: known, used, limit, resets_at: isAmount(seconds) ? new Date(Date.now() + Math.min(seconds, aDay) * 1000).toISOString() : null }
}

/** A response that says no. `url` and `teamId`: what the link is to. */
export async function refusalOf(response: Response, { url, teamId }: { url: string; teamId: string }): Promise<LinkError> {
  const said = parsed(await response.text().catch(() => ''))
  const isProblem = response.headers.get('content-type')?.includes('json') ?? false
  const detail = isObject(said) && typeof said.detail === 'string' ? said.detail : ''
  const { status } = response
  const busy = busyError(response, detail)
  if (busy) return busy
  // What stands before a cloud says this in words of its own.
  if (status === 413) return new LinkError('failed', detail || 'The change is too large for the cloud (413).', undefined, status)
  if (!isProblem || !isObject(said) || typeof said.code !== 'string') {
    if (status >= 500) return new LinkError('unreachable', `${url} returned ${status}. It may be restarting.`)
    return new LinkError('not_a_cloud', `There is no Tandem cloud at ${url} (it returned ${status}). Check the address.`)
  }
  // Nothing is wrong with what was sent, nor with the token: it waits until the operator unlocks the team.
  if (said.code === 'locked') return new LinkError('busy', detail || 'The operator of the cloud has locked this team.')
  // No matter what was sent: its operator has to make room first.
  if (said.code === 'storage_full') return new LinkError('busy', detail || 'The cloud is out of storage.')
  if (status >= 500) return new LinkError('broken', `${url} has an internal error (${status}). Retrying; the cloud’s operator can find the cause in its log.`)
  if (status === 404 && response.url.endsWith('/teams'))
    return new LinkError('not_a_cloud', `There is no Tandem cloud at ${url}: it has no teams. Check the address.`)
  if (status === 401)
    return new LinkError(
      'token',
      'The cloud rejected this token: it is mistyped, was revoked, or its owner left the team. Create a new one in Team → API tokens.',
    )
  // It is the team, which has no more room. A cloud of before 0.2.0 says it of files only, and by their quota.
  if (said.code === 'quota_exceeded' || 'quota_bytes' in said) return new OverQuotaError(detail, status, overQuotaIn(said))
  if (status === 403) return notTheTeam(teamId, detail)
  return new LinkError('failed', detail || `The cloud returned ${status}.`, undefined, status)
}
