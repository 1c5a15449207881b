import type { NewConversation, Outcome } from '../../../shared/schema/conversation.ts'
import type { EmailLinks } from '../../../shared/schema/mail/email-links.ts'
import { mailProviders } from '../../../shared/schema/cloud/mailbox.ts'
import type { Context } from '../context.ts'
import type { ConversationProposals } from './conversation-proposals.ts'
import type { Origins } from './origins.ts'
import type { Ready, TakeIn } from './take-in.ts'
import type { Threads } from './threads.ts'
import type { UidOf } from './write-outcome.ts'

/** What became of it, and under which title a person knows the task. */
type MailOutcome = Pick<Outcome, 'outcome' | 'task_id'> & { title: string }

/** Taking in what the team's mailbox got: the tasks that come of it have uids that every desktop of the team would give them. */
export interface TakeInMail {
  knows(body: NewConversation): boolean
  prepare(body: NewConversation): Promise<Ready>
  /** Inside a write. */
  handle(body: NewConversation, ctx: Context, ready: Ready, uidOf: UidOf): MailOutcome[]
  /** The tasks of a message's conversation. `made`: of this very message. */
  /** What came of mails since then, by mailbox. */
  linksSince(at: string): EmailLinks[]
  tasksOf(conversation: string, message: string): { task_uid: string; made: boolean }[]
}

interface TakeInMailDeps {
  takeIn: TakeIn
  tasks: { byIds(ids: readonly number[]): { id: number; uid: string; title: string }[] }
  threads: Pick<Threads, 'known' | 'messages' | 'find'>
  origins: Pick<Origins, 'ofConversations' | 'since'>
  acceptedSince: ConversationProposals['acceptedSince']
}

/** As mail-feed.ts names a team's conversations, and own-mail-intake.ts those of one's own. */
function mailboxOf(conversation: string | null): Pick<EmailLinks, 'provider' | 'mailbox'> | undefined {
  const [, named, mailbox = ''] = /^([a-z]+):([^:]+):./.exec(conversation ?? '') ?? []
  const provider = mailProviders.find((one) => one === named)
  return provider && { provider, mailbox }
}

export function createTakeInMail({ takeIn, tasks, threads, origins, acceptedSince }: TakeInMailDeps): TakeInMail {
  return {
    knows: takeIn.knows,
    prepare: takeIn.prepare,
    handle(body, ctx, ready, uidOf) {
      const { outcomes } = takeIn.handle(body, ctx, ready, uidOf)
      const titles = new Map(tasks.byIds(outcomes.flatMap(({ task_id }) => task_id ?? [])).map((task) => [task.id, task.title]))
      return outcomes.map(({ outcome, task_id }) => ({ outcome, task_id, title: titles.get(task_id ?? 0) ?? '' }))
    },
    linksSince(at) {
      const found = new Map<string, EmailLinks>()
      function add(conversationId: number, task_uid: string | undefined, made: (message: number) => boolean): void {
        const conversation = threads.find(conversationId)
        const box = conversation?.source === 'email' ? mailboxOf(conversation.external_id) : undefined
        if (!box || task_uid === undefined) return
        const key = `${box.provider}:${box.mailbox}`
        const { links } = found.get(key) ?? { links: [] }
        const more = threads
          .messages(conversationId)
          .flatMap(({ id, external_id }) => (external_id ? { message_id: external_id, task_uid, made: made(id) } : []))
        found.set(key, { ...box, links: [...links, ...more] })
      }
      const links = origins.since(at)
      const uids = new Map(tasks.byIds(links.map(({ task_id }) => task_id)).map(({ id, uid }) => [id, uid]))
      for (const { conversation_id, task_id, role, message_id } of links)
        add(conversation_id, uids.get(task_id), (message) => role === 'created' && message === message_id)
      for (const { conversation_id, task_uid, made } of acceptedSince(at)) add(conversation_id, task_uid, (message) => made.includes(message))
      return [...found.values()]
    },
    tasksOf(conversation, message) {
      const known = threads.known('email', conversation, [])
      if (!known) return []
      const own = threads.messages(known.id).find(({ external_id }) => external_id === message)?.id
      const links = new Map(origins.ofConversations([known.id]).map((origin) => [origin.task_id, origin]))
      return tasks.byIds([...links.keys()]).map(({ id, uid }) => {
        const origin = links.get(id)
        return { task_uid: uid, made: origin?.role === 'created' && origin.message_id === own }
      })
    },
  }
}
