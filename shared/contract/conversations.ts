import { Type } from 'typebox'
import { AttachRequest, Conversation, ConversationDetail, NewConversation, TakenIn, TaskConversation } from '../schema/conversation.ts'
import { Id, object } from '../schema/field.ts'
import { paging } from './paging.ts'
import { defineContract } from './route.ts'
import { TaskParams } from './tasks.ts'

const ConversationParams = object('ConversationParams', { id: Id })

export const conversationContract = defineContract({
  listConversations: {
    method: 'GET',
    path: '/conversations',
    tag: 'Conversations',
    summary: 'List conversations, newest first',
    query: object('ConversationPage', { source: Type.Optional(Type.String({ maxLength: 64, description: 'Only from this source.' })), ...paging }),
    reply: Type.Array(Conversation),
    status: 200,
    etag: 'revision',
  },
  takeInConversation: {
    method: 'POST',
    path: '/conversations',
    tag: 'Conversations',
    summary: 'Store messages and turn them into tasks: known messages are recognized, existing tasks are added to, and unclear ones wait for a person',
    body: NewConversation,
    reply: TakenIn,
    status: 201,
    otherStatuses: [200],
    etag: 'version',
    location: (conversation: TakenIn) => `/conversations/${conversation.id}`,
    idempotent: true,
    bodyLimit: 8_388_608,
  },
  getConversation: {
    method: 'GET',
    path: '/conversations/:id',
    tag: 'Conversations',
    summary: 'Read one conversation with its messages and what became of it',
    params: ConversationParams,
    reply: ConversationDetail,
    status: 200,
    etag: 'version',
  },
  attachConversation: {
    method: 'POST',
    path: '/conversations/:id/tasks',
    tag: 'Conversations',
    summary: 'Attach a conversation to a task, which settles its open proposals',
    params: ConversationParams,
    body: AttachRequest,
    reply: ConversationDetail,
    status: 200,
    etag: 'version',
    idempotent: true,
  },
  deleteConversation: {
    method: 'DELETE',
    path: '/conversations/:id',
    tag: 'Conversations',
    summary: 'Delete a conversation with its messages; its tasks stay',
    params: ConversationParams,
    status: 204,
  },
  listTaskConversations: {
    method: 'GET',
    path: '/tasks/:id/conversations',
    tag: 'Conversations',
    summary: 'Where a task came from: its conversations, oldest first',
    params: TaskParams,
    reply: Type.Array(TaskConversation),
    status: 200,
    etag: 'revision',
  },
})
