import { Type } from 'typebox'
import { Id, object } from '../../schema/field.ts'
import { NewReply, Reply, ReplyDraft, ReplyDraftQuery } from '../../schema/mail/reply.ts'
import { defineContract } from '../route.ts'
import { TaskParams } from '../tasks.ts'

const tag = 'Replies'
const ReplyParams = object('ReplyParams', { id: Id, reply: Type.String({ format: 'uuid' }) })

export const replyContract = defineContract({
  draftReply: {
    method: 'GET',
    path: '/tasks/:id/reply-draft',
    tag,
    summary: 'A reply draft to the requesters of a task; 404 when none of them has an address',
    params: TaskParams,
    query: ReplyDraftQuery,
    reply: ReplyDraft,
    status: 200,
  },
  listReplies: {
    method: 'GET',
    path: '/tasks/:id/replies',
    tag,
    summary: 'What was sent to those who asked for a task, oldest first',
    params: TaskParams,
    reply: Type.Array(Reply),
    status: 200,
  },
  sendReply: {
    method: 'POST',
    path: '/tasks/:id/replies',
    tag,
    summary: 'Send a reply in the thread that the task came from, through its mailbox. It waits for ten seconds first.',
    params: TaskParams,
    body: NewReply,
    reply: Reply,
    status: 201,
    personal: 'agents',
  },
  cancelReply: {
    method: 'POST',
    path: '/tasks/:id/replies/:reply/cancel',
    tag,
    summary: 'Take back a reply that has not left yet',
    params: ReplyParams,
    reply: Reply,
    status: 200,
  },
  resendReply: {
    method: 'POST',
    path: '/tasks/:id/replies/:reply/send',
    personal: true,
    tag,
    summary: 'Send a reply again that failed, came back or may not have been sent: the same email, with the same Message-ID',
    params: ReplyParams,
    reply: Reply,
    status: 200,
  },
})
