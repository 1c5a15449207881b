// Tools beside the tasks themselves: comments, reminders, contacts, proposals.
import { AppError } from '../../../shared/domain/app-error.ts'
import { isSameName } from '../../../shared/domain/people/same-name.ts'
import { commentPage, contactPage, contactRow } from '../../../shared/mcp/answers/pages.ts'
import { proposalAnswer } from '../../../shared/mcp/answers/proposal-answer.ts'
import { positionOf } from '../../../shared/mcp/answers/rows.ts'
import { reminderRow } from '../../../shared/mcp/answers/task-detail.ts'
import type { Tool } from '../../../shared/mcp/tool.ts'
import * as table from '../../../shared/mcp/tools/others.ts'
import { pageSize } from '../../../shared/mcp/tools/tasks.ts'
import type { NewReply } from '../../../shared/schema/mail/reply.ts'
import type { TeamMcpDeps } from '../deps.ts'
import { teamTool } from '../team-tool.ts'

export function commentTools({ tasks, comments, around }: TeamMcpDeps): Tool[] {
  return [
    teamTool(table.addComment, {
      before: async ({ id }, { ctx }) => void (await tasks.get(id, ctx)),
      work: async ({ id, body }, { ctx }) => ({ outcome: 'created', comment_id: (await comments.create(id, { body }, ctx)).id }),
    }),
    teamTool(table.listComments, {
      async work({ id, limit = pageSize, cursor }, { ctx, reader }) {
        const after = positionOf(cursor)
        const { rows: found, total } = await comments.list(id, after, limit + 1, ctx)
        return commentPage({ found, total, limit, after }, await around.rows([id], ctx), reader)
      },
    }),
  ]
}

export function replyTools({ tasks, replies }: TeamMcpDeps): Tool[] {
  return [
    teamTool(table.draftReply, {
      async before({ id, body }, { ctx }) {
        await tasks.get(id, ctx)
        const { to, cannot } = await replies.draft(id, ctx)
        if (cannot !== null) throw new AppError('conflict', cannot)
        return { args: { id, to, body } }
      },
      async work(args, { ctx }) {
        const { id, ...reply } = args as NewReply & { id: number }
        const { id: reply_id, to } = await replies.send(id, reply, ctx)
        return { outcome: 'created', reply_id, to }
      },
    }),
  ]
}

export function reminderTools({ tasks, schedules }: TeamMcpDeps): Tool[] {
  return [
    teamTool(table.scheduleReminder, {
      before: async ({ id }, { ctx }) => void (await tasks.get(id, ctx)),
      work: async ({ id, ...rule }, { ctx }) => ({ outcome: 'created', reminder: reminderRow(await schedules.create(id, rule, ctx)) }),
    }),
  ]
}

export function contactTools({ contacts, around }: TeamMcpDeps): Tool[] {
  return [
    teamTool(table.listContacts, {
      async work({ limit = pageSize, cursor }, { ctx, reader }) {
        const after = positionOf(cursor)
        const { rows: found, total } = await contacts.list(after, limit + 1, ctx)
        const ids = found.slice(0, limit).map(({ id }) => id)
        return contactPage({ found, total, limit, after }, await around.contacts(ids, ctx), reader)
      },
    }),
    teamTool(table.createContact, {
      work: async (input, { ctx }) => ({ outcome: 'created', contact: contactRow(await contacts.create(input, ctx)) }),
    }),
  ]
}

export function proposalTools({ proposals, around }: TeamMcpDeps): Tool[] {
  return [
    teamTool(table.getProposal, {
      async work({ id }, { ctx, actor, reader }) {
        const proposal = await proposals.get(id, ctx)
        if (!isSameName(proposal.agent, actor.name)) throw new AppError('not_found', `You have no proposal ${id}.`)
        return proposalAnswer(proposal, await around.proposal(proposal.result, ctx), reader)
      },
    }),
  ]
}
