// What the tests of conversations need of a real service.
import type { Conversation, ConversationDetail, NewConversation, NewMessage, TakenIn, TaskConversation } from '../../../shared/schema/conversation.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { Schedule } from '../../../shared/schema/schedule.ts'
import type { Comment } from '../../../shared/schema/comment.ts'
import type { Contact } from '../../../shared/schema/contact.ts'
import type { SearchHit, Task } from '../../../shared/schema/task.ts'
import type { JournalEntry, UndoResult } from '../../../shared/schema/journal.ts'
import type { ServiceOptions } from '../../../electron/service/start-service.ts'
import { call, type Reply } from '../service/http.ts'
import { openService } from '../service/service.ts'

let count = 0

/** A message that nobody sent before. */
export function message(body: string, more: Partial<NewMessage> = {}): NewMessage {
  count++
  return {
    external_id: `message-${count}@example.org`,
    from: 'Ana Silva <ana@example.org>',
    sent_at: new Date(Date.now() + count).toISOString(),
    body,
    ...more,
  }
}

export function mail(subject: string | null, messages: NewMessage | NewMessage[], more: Partial<NewConversation> = {}): NewConversation {
  count++
  return { source: 'email', external_id: `thread-${count}`, subject, messages: [messages].flat(), ...more }
}

export type Talks = Awaited<ReturnType<typeof openTalks>>

export async function openTalks(options: Partial<ServiceOptions> = {}) {
  const service = await openService(options)
  const person = { 'X-Actor': 'person:Me' }
  const ask = <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply<T>> =>
    call<T>(service.url, method, path, body, { ...person, ...headers })
  const read = async <T>(path: string): Promise<T> => (await ask<T>('GET', path)).body
  return {
    ...service,
    ask,
    read,
    takeIn: async (conversation: NewConversation, headers: Record<string, string> = {}) => ask<TakenIn>('POST', '/conversations', conversation, headers),
    tasks: () => read<Task[]>('/tasks'),
    task: (id: number) => read<Task>(`/tasks/${id}`),
    comments: (id: number) => read<Comment[]>(`/tasks/${id}/comments`),
    schedules: (id: number) => read<Schedule[]>(`/tasks/${id}/schedules`),
    contacts: () => read<Contact[]>('/contacts'),
    conversations: () => read<Conversation[]>('/conversations'),
    conversation: (id: number) => read<ConversationDetail>(`/conversations/${id}`),
    origins: (taskId: number) => read<TaskConversation[]>(`/tasks/${taskId}/conversations`),
    proposals: () => read<Proposal[]>('/proposals'),
    search: async (q: string) => (await read<SearchHit[]>(`/tasks/search?q=${encodeURIComponent(q)}`)).map((hit) => hit.id),
    history: () => read<JournalEntry[]>('/journal?limit=1000'),
    undo: async (request: object) => (await ask<UndoResult>('POST', '/undo', request)).body,
  }
}
