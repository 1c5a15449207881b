// A conversation comes in: known messages are recognised, new ones are kept, read, compared with the tasks that exist, and become a
// task, an addition to one, or a question for a person. What takes time (reading, comparing) comes before the write.
import { setImmediate } from 'node:timers/promises'
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import type { ReadMessage } from '../../../shared/domain/mail/extract-by-rules.ts'
import type { ExtractedTask } from '../../../shared/domain/mail/extracted-task.ts'
import { utcOf } from '../../../shared/domain/time/instant.ts'
import { readCorrespondent } from '../../../shared/domain/mail/mail-address.ts'
import { readSubject } from '../../../shared/domain/mail/mail-subject.ts'
import { ownText } from '../../../shared/domain/mail/mail-text.ts'
import { type Candidate, decide, maybeSame } from '../../../shared/domain/mail/thread-decision.ts'
import type { NewConversation, Outcome, TakenIn } from '../../../shared/schema/conversation.ts'
import type { DuplicateCandidate, Task } from '../../../shared/schema/task.ts'
import type { Context } from '../context.ts'
import type { Journal, Recorder } from '../journal/journal.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { StoredConversation } from './conversation-store.ts'
import type { ConversationProposals } from './conversation-proposals.ts'
import type { Extract, Extracted } from './extraction.ts'
import { messageKey } from './message-key.ts'
import type { StoredMessage } from './message-store.ts'
import type { Origins } from './origins.ts'
import { actorOf, type Bringer, bringerOf } from './requesters.ts'
import type { FreshMessage, Threads } from './threads.ts'
import type { Reading, UidOf, WriteOutcome } from './write-outcome.ts'

export interface TakeInDeps {
  threads: Threads
  origins: Origins
  tasks: Tasks
  write: WriteOutcome
  proposals: ConversationProposals
  extract: Extract
  findDuplicates: (query: { text: string; limit: number }) => Promise<{ candidates: DuplicateCandidate[] }>
  /** Makes a new task known to search at once. */
  adopt(task: Task): void
  journal: Journal
  now: () => Date
}

interface Compared {
  task: ExtractedTask
  candidates: Candidate[]
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

const considered = 5
/** As many as one conversation can become, and what replies bring later. */
const maxOfThread = 20
const comparedCharacters = 5000
const nothingRead: TakenIn['extraction'] = { by: 'none', model: null, fallback: null }

const fold = (title: string) => title.toLowerCase().replaceAll(/\s+/g, ' ').trim()
const readable = (message: Pick<FreshMessage, 'sender' | 'sent_at' | 'text'>): ReadMessage => ({
  from: readCorrespondent(message.sender),
  sent_at: message.sent_at,
  text: message.text,
})

export function createTakeIn(deps: TakeInDeps) {
  const { threads, origins, tasks, write, proposals, extract, findDuplicates, adopt, journal } = deps

  async function messagesOf({ subject, messages }: NewConversation): Promise<FreshMessage[]> {
    const { isForward } = readSubject(subject)
    const read: FreshMessage[] = []
    for (const [i, { external_id = null, from, to = [], sent_at, body }] of messages.entries()) {
      const moment = utcOf(sent_at)
      if (moment === undefined) throw invalidField(`/messages/${i}/sent_at`, `sent_at must be a moment between the years 1 and 9999; got '${sent_at}'`)
      const key = messageKey({ external_id, from, sent_at: moment, body })
      read.push({ external_id, key, sender: from, recipients: to, sent_at: moment, body, text: ownText(body, isForward && i === 0) })
      // Each is bounded, a thread of many is not: others are answered in between.
      await setImmediate()
    }
    const once = new Map(read.toReversed().map((message) => [message.key, message]))
    return [...once.values()].sort((a, b) => (a.sent_at < b.sent_at ? -1 : a.sent_at > b.sent_at ? 1 : read.indexOf(a) - read.indexOf(b)))
  }

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
    // A key is for those who keep the list: a stranger's text must not name the task that it is added to.
    const text = [task.title, task.description].filter(Boolean).join('\n').slice(0, comparedCharacters).replaceAll('::', ' ')
    const { candidates } = await findDuplicates({ text, limit: considered })
    return { task, candidates: candidates.map(({ id, status, score }) => ({ id, status, score })) }
  }

  async function prepare(body: NewConversation): Promise<Ready> {
    const messages = await messagesOf(body)
    const known = threadOf(body, messages)
    const fresh = messages.filter((message) => threads.isFresh(known, message.key))
    const newest = tasks.list({}, undefined, 1)[0]?.id ?? 0
    if (fresh.length === 0) return { messages, read: [], extracted: undefined, compared: [], newest }
    const earlier = known ? threads.messages(known.id).map(readable) : []
    const extracted = await extract({ subject: body.subject ?? known?.subject ?? null, messages: fresh.map(readable), earlier })
    const compared: Compared[] = []
    for (const task of extracted.tasks) compared.push(await compare(task))
    return { messages, read: fresh.map((message) => message.key), extracted, compared, newest }
  }

  /** Somebody created just this while we looked. */
  function writtenMeanwhile(title: string, newest: number): Candidate | undefined {
    const twin = tasks.byTitle(title).find((task) => task.id > newest && task.status !== 'done' && fold(task.title) === fold(title))
    return twin && { id: twin.id, status: twin.status, score: 1 }
  }

  const places = Array.from({ length: maxOfThread }, (_, n) => n)
  /** What others who read this thread have made of it. */
  const sharedTasks = (uidOf: UidOf | undefined) => (uidOf ? places.flatMap((n) => tasks.byUid(uidOf(n)) ?? []) : [])
  const freeUid = (uidOf: UidOf | undefined) => uidOf && places.map((n) => uidOf(n)).find((uid) => !tasks.byUid(uid))

  const outcome = (fields: Partial<Outcome> & Pick<Outcome, 'outcome'>): Outcome => ({
    task_id: null,
    proposal_id: null,
    score: null,
    why: null,
    possible: [],
    ...fields,
  })

  function carryOut({ task, candidates }: Compared, reading: Reading, known: boolean, linked: readonly Task[], ready: Ready, record: Recorder): Outcome {
    const meanwhile = writtenMeanwhile(task.title, ready.newest)
    const present = new Map(tasks.byIds(candidates.map((one) => one.id)).map((one) => [one.id, one]))
    const still = candidates.filter((one) => present.has(one.id)).map((one) => ({ ...one, status: present.get(one.id)?.status ?? one.status }))
    const { isAutomatic, extraction } = ready.extracted as Extracted
    const similar = (chosen?: number) => still.filter(({ id, score }) => id !== chosen && score < maybeSame).map(({ id, score }) => ({ id, score }))
    const decision = decide(task, meanwhile ? [meanwhile, ...still] : still, { linked, isKnown: known, isAutomatic, readsNewWishes: extraction.by === 'model' })

    if (decision.action === 'keep') return outcome({ outcome: 'kept', why: task.doubt })
    if (decision.action === 'create') {
      const created = write.create(task, reading, record, freeUid(reading.uidOf))
      adopt(created)
      return outcome({ outcome: 'created', task_id: created.id, possible: similar() })
    }
    if (decision.action === 'update') {
      const isOwn = linked.some((one) => one.id === decision.id)
      const updated = write.update(decision.id, { due: task.due, isOwn }, reading, record)
      if (updated.status === 'done' && write.asksAgain(reading)) {
        const why = 'A reply came after it was done.'
        const proposal = proposals.put(reading, { as: 'reopen', why, task: shown({ ...task, title: updated.title }), task_id: updated.id, candidates: [] })
        return outcome({ outcome: 'updated', task_id: updated.id, proposal_id: proposal.id, score: decision.score, why })
      }
      return outcome({ outcome: 'updated', task_id: updated.id, score: decision.score })
    }
    // Several mails of a thread that waits are one question.
    const waiting = known ? proposals.waitingOf(reading.conversation.id)[0] : undefined
    if (waiting) return outcome({ outcome: 'proposed', proposal_id: waiting.id, task_id: waiting.task_id, why: decision.why })
    const as = decision.as
    const task_id = as === 'update' ? decision.id : null
    const likely = still.filter((one) => one.score >= maybeSame).map(({ id, score }) => ({ id, score }))
    const proposal = proposals.put(reading, { as, why: decision.why, task: shown(task), task_id, candidates: likely })
    return outcome({
      outcome: 'proposed',
      proposal_id: proposal.id,
      task_id,
      score: likely[0]?.score ?? null,
      why: decision.why,
      possible: similar(task_id ?? undefined),
    })
  }

  const shown = ({ title, description, priority, due }: ExtractedTask) => ({ title, description, priority, due })

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

  /** `uidOf`: where others may take in the same. */
  function handle(body: NewConversation, ctx: Context, ready: Ready, uidOf?: UidOf): Taken {
    const via = bringerOf(ctx.actor)
    return journal.write(ctx.actor, (record) => {
      const known = threadOf(body, ready.messages)
      const fresh = ready.messages.filter((message) => threads.isFresh(known, message.key))
      if (known && fresh.length === 0) return { conversation: known, isNew: false, new_messages: 0, extraction: nothingRead, outcomes: [] }
      if (!ready.extracted) throw new AppError('conflict', 'The conversation was deleted in this very moment. Send it again.')
      const [conversation, messages] = store(body, known, fresh, record, via)
      const byKey = new Map(messages.map((message) => [message.key, message]))
      // As they were before: two wishes of one mail are two tasks.
      const linked = known ? linkedTo(known) : sharedTasks(uidOf)
      const isKnown = known !== undefined || linked.length > 0
      const { extraction } = ready.extracted
      const outcomes = ready.compared.flatMap((compared): Outcome[] => {
        // What somebody else took in while we read is theirs to act on.
        const from = compared.task.messages.flatMap((at) => byKey.get(ready.read[at] as string) ?? [])
        const [first] = from
        if (!first) return []
        const reading: Reading = {
          conversation,
          messages: from,
          extracted_by: extraction.by === 'model' ? 'model' : 'rules',
          uidOf,
          via,
          isShared: !known && linked.length > 0,
        }
        return [journal.write(actorOf(first.sender, conversation.source, via), (as) => carryOut(compared, reading, isKnown, linked, ready, as))]
      })
      return { conversation, isNew: known === undefined, new_messages: messages.length, extraction, outcomes }
    })
  }

  return { prepare, handle }
}

export type TakeIn = ReturnType<typeof createTakeIn>
