// What an agent answers: as its policy says, through this service's own mailbox or the team's.
import { AppError, invalidField } from '../../../../shared/domain/app-error.ts'
import { addressKey } from '../../../../shared/domain/people/same-person.ts'
import type { NewReply, Reply, ReplyDraft } from '../../../../shared/schema/mail/reply.ts'
import type { Context } from '../../context.ts'
import type { OwnReplies } from './own-replies.ts'
import type { TeamReplies } from './team-replies.ts'

type Asking = Pick<Context, 'actor'>

export type AgentReplies = ReturnType<typeof createAgentReplies>

export function createAgentReplies({ own, team }: { own: OwnReplies; team: TeamReplies }) {
  const missing = (id: number) => new AppError('not_found', `Task ${id} did not come by email to a mailbox that Tandem watches, or nobody can be answered.`)

  async function to(id: number, ctx: Asking): Promise<string[]> {
    const draft: ReplyDraft | undefined = own.draft(id, ctx) ?? (await team.draft(id, undefined, ctx))
    if (!draft) throw missing(id)
    if (draft.cannot !== null) throw new AppError('conflict', draft.cannot)
    return draft.to
  }

  return {
    /** Whether this service sends it itself. */
    isOwn: own.isOwn,
    /** Whether the team's cloud does. */
    isTeams: (id: number): boolean => !own.isOwn(id) && team.isTeam(),

    /** The call as a person reads it, with whom it goes to: who wrote. Throws what stands against it. */
    async proposed(
      id: number,
      { to: given, body }: Pick<NewReply, 'body'> & Partial<NewReply>,
      ctx: Asking,
    ): Promise<{ id: number; to: string[]; body: string }> {
      const allowed = await to(id, ctx)
      const keys = new Set(allowed.map(addressKey))
      if (given?.some((one) => !keys.has(addressKey(one)))) throw invalidField('/to', `An agent replies only to who wrote: ${allowed.join(', ')}.`)
      return { id, to: allowed, body }
    },

    async send(id: number, reply: NewReply, ctx: Asking): Promise<Reply> {
      const sent = own.isOwn(id) ? own.send(id, reply, ctx) : await team.send(id, reply, ctx)
      if (!sent) throw missing(id)
      return sent
    },

    /** What a person accepted. The cloud carries out what the team sends. */
    carryOut: own.send,
  }
}
