// A conversation comes in: known messages are recognised, new ones are kept, read, compared with the tasks that exist, and become a
// task, an addition to one, or a question for a person (which of them: task-of-mail.ts). What takes time (reading, comparing) comes
// before the write.
import { AppError } from '../../../shared/domain/app-error.ts'
import { comparedTextFromOutside } from '../../../shared/domain/duplicates/same-task.ts'
import type { ExtractedTask } from '../../../shared/domain/mail/extracted-task.ts'
import type { NewConversation, Outcome, TakenIn } from '../../../shared/schema/conversation.ts'
import type { DuplicateCandidate, Task } from '../../../shared/schema/task.ts'
import type { Context } from '../context.ts'
import type { Journal, Recorder } from '../journal/journal.ts'
import { newestTask } from '../tasks/same-tasks.ts'
import { type CarryOutDeps, type Compared, createCarryOut, sharedTasks } from './carry-out.ts'
import type { StoredConversation } from './conversation-store.ts'
import type { Extract, Extracted } from './extraction.ts'
import type { StoredMessage } from './message-store.ts'
import type { Origins } from './origins.ts'
import { type InvitationIn, withInvitation } from './invitations.ts'
import { createKnows } from './knows.ts'
import { readable, readMessages, withHeaders } from './read-messages.ts'
import { actorOf, type Bringer, bringerOf } from './requesters.ts'
import type { FreshMessage, Threads } from './threads.ts'
import type { Reading, UidOf } from './write-outcome.ts'

export interface TakeInDeps extends CarryOutDeps {
  threads: Threads
  origins: Origins
  extract: Extract
  invitationIn: InvitationIn
  findDuplicates: (query: { text: string; limit: number }) => Promise<{ candidates: DuplicateCandidate[] }>
  journal: Journal
  now: () => Date
}

/** What was found out before the write. */
export interface Ready {
  messages: FreshMessage[]
  /** The keys of those that were new when they were read. */
  read: string[]
  extracted: Extracted | undefined
  compared: Compared[]
  /** The newest task before the comparison. */
  newest: number
}

export interface Taken {
  conversation: StoredConversation
  isNew: boolean
  new_messages: number
  extraction: TakenIn['extraction']
  outcomes: Outcome[]
}

/** The conversation into which new messages were put. */
interface KnownThread {
  conversation: StoredConversation
  /** Tasks that it belongs to, oldest first. */
  linked: readonly Task[]
  /** It was there before these messages. */
  isKnown: boolean
  via: Bringer | undefined
  uidOf: UidOf | undefined
  /** Some desktop of the team has asked a person about it. */
  isAsked: boolean
}

const considered = 5
const nothingRead: TakenIn['extraction'] = { by: 'none', model: null, fallback: null }

export function createTakeIn(deps: TakeInDeps) {
  const { threads, origins, tasks, extract, invitationIn, findDuplicates, journal } = deps
  const carryOut = createCarryOut(deps)

  const threadOf = ({ source, external_id = null }: NewConversation, messages: readonly FreshMessage[]) =>
    threads.known(
      source,
      external_id,
      messages.map((message) => message.key),
    )

  /** Tasks that this conversation belongs to, oldest first. */
  const linkedTo = (conversation: StoredConversation | undefined) =>
    conversation ? tasks.byIds(origins.ofConversations([conversation.id]).map((origin) => origin.task_id)).sort((a, b) => a.id - b.id) : []

  async function compare(task: ExtractedTask): Promise<Compared> {
    const { candidates } = await findDuplicates({ text: comparedTextFromOutside(task), limit: considered })
    return { task, candidates: candidates.map(({ id, status, score }) => ({ id, status, score })) }
  }

  async function prepare(body: NewConversation): Promise<Ready> {
    const messages = await readMessages(body)
    const known = threadOf(body, messages)
    const fresh = messages.filter((message) => threads.isFresh(known, message.key))
    const newest = newestTask(tasks)
    if (fresh.length === 0) return { messages, read: [], extracted: undefined, compared: [], newest }
    const earlier = known ? threads.messages(known.id).map(readable) : []
    const read = await extract({ subject: body.subject ?? known?.subject ?? null, messages: fresh.map(readable), earlier })
    const extracted = withHeaders(withInvitation(read, await invitationIn(body.messages)), body)
    const compared: Compared[] = []
    for (const task of extracted.tasks) compared.push(await compare(task))
    return { messages, read: fresh.map((message) => message.key), extracted, compared, newest }
  }

  function store(
    body: NewConversation,
    known: StoredConversation | undefined,
    fresh: readonly FreshMessage[],
    record: Recorder,
    via: Bringer | undefined,
  ): [StoredConversation, StoredMessage[]] {
    const last = fresh.at(-1)?.sent_at as string
    const begun =
      known ??
      threads.begin(
        { source: body.source, external_id: body.external_id ?? null, subject: body.subject?.toWellFormed() || null, last_message_at: last },
        record,
      )
    const stored = fresh.map((message) => journal.write(actorOf(message.sender, begun.source, via), (as) => threads.add(begun, message, as)))
    return [threads.touch(begun, last, record), stored]
  }

  /** What becomes of each thing that was found; of what somebody else took in while we read, that is theirs to say. */
  function outcomesOf({ compared, read, newest }: Ready, { extraction, isAutomatic }: Extracted, messages: readonly StoredMessage[], thread: KnownThread) {
    const { conversation, linked, isKnown, via, uidOf, isAsked } = thread
    const byKey = new Map(messages.map((message) => [message.key, message]))
    const by = extraction.by === 'model' ? 'model' : 'rules'
    return compared.flatMap((one, place): Outcome[] => {
      const from = one.task.messages.flatMap((at) => byKey.get(read[at] as string) ?? [])
      const [first] = from
      if (!first) return []
      const isShared = !isKnown && linked.length > 0
      const reading: Reading = { conversation, messages: from, extracted_by: by, uidOf, via, isShared, place }
      const told = { linked, isKnown: isKnown || isShared || isAsked, isAutomatic, readsNewRequests: by === 'model' }
      return [journal.write(actorOf(first.sender, conversation.source, via), (as) => carryOut(one, reading, told, newest, as))]
    })
  }

  /** `uidOf`: where others may take in the same. */
  function handle(body: NewConversation, ctx: Context, ready: Ready, uidOf?: UidOf): Taken {
    const via = bringerOf(ctx.actor)
    const { extracted } = ready
    return journal.write(ctx.actor, (record) => {
      const known = threadOf(body, ready.messages)
      const fresh = ready.messages.filter((message) => threads.isFresh(known, message.key))
      if (known && fresh.length === 0) return { conversation: known, isNew: false, new_messages: 0, extraction: nothingRead, outcomes: [] }
      if (!extracted) throw new AppError('conflict', 'The conversation was just deleted. Send it again.')
      const [conversation, messages] = store(body, known, fresh, record, via)
      // As they were before: two requests in one mail are two tasks.
      const asked = deps.proposals.askedOf(uidOf)
      const own = known ? linkedTo(known) : sharedTasks(tasks, uidOf)
      const linked = [...new Map([...own, ...asked.tasks].map((task) => [task.id, task])).values()].sort((a, b) => a.id - b.id)
      const outcomes = outcomesOf(ready, extracted, messages, { conversation, linked, isKnown: known !== undefined, via, uidOf, isAsked: asked.isKnown })
      return { conversation, isNew: known === undefined, new_messages: messages.length, extraction: extracted.extraction, outcomes }
    })
  }

  return { knows: createKnows(threads), prepare, handle }
}

export type TakeIn = ReturnType<typeof createTakeIn>
