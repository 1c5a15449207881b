// Calls to the cloud. Nothing of the token is ever in an error or a log.
import { epochHeader, unsentHeader } from '../../../../shared/contract/cloud/sync.ts'
import type { SyncEntity, SyncPage, SyncReply } from '../../../../shared/schema/cloud/sync.ts'
import type { RemoteTeam } from '../../../../shared/schema/remote.ts'
import { type TakenFields, takenFields } from './cloud-schema.ts'
import { createFileCalls } from './file-calls.ts'
import { createCloudRequest, createWatch, type LinkOptions } from './cloud-request.ts'
import { isObject, LinkError, notACloud, notTheTeam } from './link-error.ts'

export { LinkError, type LinkProblem, OverQuotaError } from './link-error.ts'
export type { LinkOptions } from './cloud-request.ts'

export type CloudLink = ReturnType<typeof createCloudLink>

/** Milliseconds until a stream begins. */
const openingTimeoutMs = 10_000
const statuses = new Set<unknown>(['applied', 'conflict', 'gone', 'refused'])

/** What cannot be understood is not acted upon: "gone" and a word that is not known mean different things. */
const isAnswer = (result: unknown) =>
  isObject(result) && statuses.has(result.status) && Number.isSafeInteger(result.seq) && (result.status !== 'applied' || Number.isSafeInteger(result.id))

const sayingUnsent = (seconds: number | undefined): Record<string, string> => (seconds === undefined ? {} : { [unsentHeader]: String(seconds) })

export function createCloudLink(options: LinkOptions) {
  const { url, teamId } = options
  const { ask, json } = createCloudRequest(options)
  const strange = () => new LinkError('not_a_cloud', `${url} did not respond like a Tandem cloud. Check the address and any proxy in front of it.`)

  const count = async (path: string) => Number((await json(`${path}?limit=1`)).headers.get('x-total-count') ?? 0)

  return {
    /** The token's team. Throws a LinkError that says what is wrong: the address, the token or the team. */
    async team(): Promise<RemoteTeam> {
      const { body } = await json<RemoteTeam[]>('/teams')
      if (!Array.isArray(body)) throw notACloud(url)
      const team = body.find(({ id }) => id.toLowerCase() === teamId.toLowerCase())
      if (!team) throw notTheTeam(teamId)
      return { id: team.id, name: team.name, role: team.role }
    },

    /** Whether the token may do what a desktop does: one of an agent, or one that only reads, would keep a list in step that takes no change. Writes nothing. */
    async requireWriting(): Promise<void> {
      try {
        await json('/sync', { method: 'POST', body: '{}' })
      } catch (error) {
        // Whatever else is wrong, connecting says, or the first change.
        if (!(error instanceof LinkError) || error.problem !== 'team') return
        throw new LinkError('token', error.said || 'This token may not write. Create another one in Team → API tokens.')
      }
    },

    url,

    /** GETs anything else, for the web UI. */
    read: (path: string) => json<unknown>(path),

    /** What a write of each kind may say, by the cloud's own description of itself. */
    async fields(): Promise<TakenFields> {
      const { body } = await json<unknown>('/openapi.json', { prefix: '' })
      const found = takenFields(body)
      if (!found) throw strange()
      return found
    },

    countTasks: () => count('/tasks'),
    countContacts: () => count('/contacts'),

    /** `epoch`: of the cloud's database, if it says it. */
    async page(entity: SyncEntity, after: number): Promise<{ page: SyncPage; epoch: string | undefined }> {
      const { body, headers } = await json<SyncPage>(`/sync?entity=${entity}&after=${after}`)
      const isPage = isObject(body) && Number.isSafeInteger(body.seq) && Array.isArray(body.rows) && body.rows.every(isObject)
      if (!isPage || !(body.next === null || body.next > after)) throw strange()
      return { page: body, epoch: headers.get(epochHeader) ?? undefined }
    },

    /** `unsent`: how old the oldest change is that waits here, in seconds. */
    async write(body: string, epoch: string | undefined, unsent?: number): Promise<SyncReply> {
      const headers: Record<string, string> = { ...(epoch === undefined ? {} : { [epochHeader]: epoch }), ...sayingUnsent(unsent) }
      const reply = (await json<SyncReply>('/sync', { method: 'POST', body, headers })).body
      if (!isObject(reply) || !Array.isArray(reply.results) || !reply.results.every(isAnswer)) throw strange()
      return reply
    },

    async ack(done: number[], extend: number[] = []): Promise<void> {
      await json('/events/ack', { method: 'POST', body: JSON.stringify({ ...(done.length > 0 ? { done } : {}), ...(extend.length > 0 ? { extend } : {}) }) })
    },

    /** The open stream of the team's events. How long it may be silent then is the reader's matter. */
    async stream(after: number, lease: boolean, ended: AbortSignal, unsent?: number): Promise<Response> {
      const opening = createWatch(openingTimeoutMs)
      try {
        const headers = { 'Last-Event-ID': String(after), Accept: 'text/event-stream', ...sayingUnsent(unsent) }
        return await ask(`/events/stream?lease=${lease}`, { headers }, AbortSignal.any([opening.signal, ended]))
      } finally {
        opening.end()
      }
    },

    ...createFileCalls({ ask, json }, strange),

    /** Any other call of the cloud, for what works for the team here: mails, notifications. */
    call: async <T>(method: string, path: string, body?: unknown, headers?: Record<string, string>, withinMs?: number): Promise<T> =>
      (
        await json<T>(path, {
          method,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          ...(headers ? { headers } : {}),
          ...(withinMs === undefined ? {} : { withinMs }),
        })
      ).body,
  }
}
