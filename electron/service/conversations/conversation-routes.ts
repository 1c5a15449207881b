import type { conversationContract } from '../../../shared/contract/conversations.ts'
import { Answer, type Handlers, prepared } from '../../../shared/http/mount.ts'
import { pageOf, readCursor } from '../../../shared/http/page.ts'
import type { HttpContext } from '../context.ts'
import type { Conversations } from './conversations.ts'
import type { TakeIn } from './take-in.ts'

export function conversationRoutes(conversations: Conversations, takeIn: TakeIn): Handlers<typeof conversationContract, HttpContext> {
  return {
    listConversations({ query: { limit, cursor, source } }, ctx) {
      const rows = conversations.list(source, readCursor(cursor), limit === undefined ? undefined : limit + 1)
      return pageOf(rows, limit, conversations.count(source), ctx.url, (conversation) => conversation.id)
    },
    takeInConversation: prepared({
      prepare: ({ body }) => takeIn.prepare(body),
      handle({ body }, ctx, ready) {
        const taken = takeIn.handle(body, ctx, ready)
        return new Answer(conversations.taken(taken), taken.isNew ? {} : { status: 200 })
      },
    }),
    getConversation: ({ params }) => conversations.detail(params.id),
    attachConversation: ({ params, body }, ctx) => conversations.attach(params.id, body.task_id, ctx),
    deleteConversation: ({ params }, ctx) => conversations.remove(params.id, ctx),
    listTaskConversations: ({ params }) => conversations.ofTask(params.id),
  }
}
