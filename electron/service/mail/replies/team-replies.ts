// Answers on tasks of a team: the cloud has the mailbox, and sends them. Asked as whoever asks here.
import { AppError } from '../../../../shared/domain/app-error.ts'
import type { NewReply, Reply, ReplyDraft, ReplyLanguage } from '../../../../shared/schema/mail/reply.ts'
import type { TeamLink } from '../../claims/cloud-claims.ts'
import type { Context } from '../../context.ts'
import { LinkError } from '../../sync/transport/link-error.ts'

type Asking = Pick<Context, 'actor'>

export type TeamReplies = ReturnType<typeof createTeamReplies>

/** Header bytes are Latin-1; names are UTF-8. */
const inHeader = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

export function createTeamReplies(team: () => TeamLink | undefined) {
  /** undefined: the cloud does not know the task, or has nothing to say of it. */
  async function ask<T>(taskId: number, method: string, path: string, body: unknown, { actor }: Asking): Promise<T | undefined> {
    const link = team()
    const id = link?.isTeam() ? link.cloudIdOf(taskId) : undefined
    if (!link || id == null) return undefined
    const call = link.call()
    if (!call) throw new AppError('conflict', 'The team’s cloud cannot be reached at the moment, and it has the mailbox. Try again once Tandem is online.')
    const headers = { 'X-Actor': `${actor.kind === 'agent' ? 'agent' : 'person'}:${inHeader(actor.name)}` }
    try {
      return (await call(method, `/tasks/${id}${path}`, body, headers)) as T
    } catch (error) {
      if (!(error instanceof LinkError)) throw error
      if (error.status === 404) return undefined
      if (error.status === 409 || error.status === 400) throw new AppError(error.status === 409 ? 'conflict' : 'invalid', error.said || error.message)
      if (error.status === 403 || error.said) throw new AppError('forbidden', error.said || error.message)
      throw new AppError('conflict', `The team’s cloud did not answer: ${error.message}`)
    }
  }

  const here = (taskId: number, reply: Reply | undefined): Reply | undefined => reply && { ...reply, task_id: taskId }

  return {
    isTeam: (): boolean => team()?.isTeam() ?? false,
    draft: (taskId: number, language: ReplyLanguage | undefined, ctx: Asking): Promise<ReplyDraft | undefined> =>
      ask(taskId, 'GET', language === undefined ? '/reply-draft' : `/reply-draft?language=${language}`, undefined, ctx),
    list: async (taskId: number, ctx: Asking): Promise<Reply[]> =>
      ((await ask<Reply[]>(taskId, 'GET', '/replies', undefined, ctx)) ?? []).map((reply) => ({ ...reply, task_id: taskId })),
    send: async (taskId: number, body: NewReply, ctx: Asking) => here(taskId, await ask(taskId, 'POST', '/replies', body, ctx)),
    cancel: async (taskId: number, id: string, ctx: Asking) => here(taskId, await ask(taskId, 'POST', `/replies/${id}/cancel`, undefined, ctx)),
    resend: async (taskId: number, id: string, ctx: Asking) => here(taskId, await ask(taskId, 'POST', `/replies/${id}/send`, undefined, ctx)),
  }
}
