// What a decision does to tasks: the only writes that can come of what somebody wrote. Each is made as its sender, inside one transaction.
import type { ExtractedTask } from '../../../shared/domain/mail/extracted-task.ts'
import { isCourtesy } from '../../../shared/domain/mail/extract-by-rules.ts'
import { fileLinksIn } from '../../../shared/domain/mail/mail-file.ts'
import { readMoment } from '../../../shared/domain/time/recurrence.ts'
import { uidFrom } from '../../../shared/node/uid-from.ts'
import type { Extractor } from '../../../shared/schema/conversation.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Comments } from '../comments/comments.ts'
import type { Recorder } from '../journal/journal.ts'
import type { Schedules } from '../schedules/schedules.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { StoredConversation } from './conversation-store.ts'
import type { StoredMessage } from './message-store.ts'
import type { Origins } from './origins.ts'
import { actorOf, type Bringer, type Requesters } from './requesters.ts'

export interface WriteDeps {
  tasks: Tasks
  comments: Comments
  schedules: Schedules
  origins: Origins
  requesters: Requesters
  now: () => Date
  zone: () => string
}

/** What was read, with the messages that it was read from (never none). */
export interface Reading {
  conversation: StoredConversation
  messages: readonly StoredMessage[]
  extracted_by: Extractor
  /** The agent that brought them; undefined: a person, or the team's mailbox. */
  via?: Bringer | undefined
  /** Where others read the same messages. */
  uidOf?: UidOf | undefined
  /** The thread is known by the tasks that others made of it, and not by its messages. */
  isShared?: boolean
  /** Which of the things it is that were found in these messages, from 0. */
  place?: number
}

/** The uid that everybody who reads this thread gives to its n-th task, or to what a message added. */
export type UidOf = (what: number | string) => string

/** A model that reads a mail need not repeat the links to its files. */
function withFilesOf(messages: readonly Pick<StoredMessage, 'text'>[], description: string | null): string | null {
  const missing = messages.flatMap(({ text }) => fileLinksIn(text)).filter(({ hash }) => !(description ?? '').includes(`/attachments/${hash}/`))
  const links = [...new Map(missing.map(({ hash, link }) => [hash, link])).values()].join('  \n')
  return links === '' ? description : description === null || description.trim() === '' ? links : `${description}\n\n${links}`
}

const maxRequesters = 100
/** Milliseconds: two years. What is farther is more often a mistake than meant. */
const farthest = 731 * 86_400_000
const longestComment = 20_000

export function createWriteOutcome({ tasks, comments, schedules, origins, requesters, now, zone }: WriteDeps) {
  function link(task: Task, { conversation, messages, extracted_by }: Reading, role: 'created' | 'updated', record: Recorder): void {
    origins.link({ task_id: task.id, conversation_id: conversation.id, message_id: messages[0]?.id ?? null, role, extracted_by }, record)
  }

  /** At a moment that is still to come and not set already. A date that is none (30 February) is no reason to lose a task. */
  function reminderFor(due: string | null): string | undefined {
    const moment = due === null ? undefined : readMoment(due, zone())
    const ahead = moment === undefined ? 0 : Date.parse(moment) - now().getTime()
    return ahead <= 0 || ahead > farthest ? undefined : moment
  }

  const commentOf = ({ text }: Pick<StoredMessage, 'text'>): string => text.slice(0, longestComment).toWellFormed().trim()

  /** `uid`: where others make the same reminder. */
  function remind(taskId: number, due: string | null, reading: Reading, uid?: string): void {
    const moment = reminderFor(due)
    if (moment === undefined || schedules.list(taskId).some((schedule) => schedule.fire_at === moment)) return
    schedules.create(
      taskId,
      { type: 'one_time', fire_at: moment },
      { actor: actorOf(reading.messages[0]?.sender ?? '', reading.conversation.source, reading.via) },
      uid,
    )
  }

  const senders = (reading: Reading) => [...new Set(reading.messages.map((message) => message.sender))]
  function wanting(reading: Reading, also: readonly string[] = []): string[] {
    const { source } = reading.conversation
    const [first = ''] = senders(reading)
    const writing = senders(reading).map((sender) => requesters.of(sender, source, reading.via))
    // Whom a mail names comes into the list in its sender's name.
    const inCopy = also.map((person) => requesters.of(person, source, reading.via, first))
    return [...new Set([...writing, ...inCopy])].slice(0, maxRequesters)
  }

  return {
    /** What a message adds to a task. */
    commentOf,

    /** The moment of a date that it names, where one is to be reminded of it. */
    reminderFor,

    /** `record` writes as the first sender. */
    create(
      task: Pick<ExtractedTask, 'title' | 'description' | 'priority' | 'due' | 'deadline' | 'also'>,
      reading: Reading,
      record: Recorder,
      uid?: string,
    ): Task {
      const { title, priority, due, deadline = null, also } = task
      const description = withFilesOf(reading.messages, task.description)
      const actor = actorOf(reading.messages[0]?.sender ?? '', reading.conversation.source, reading.via)
      const created = tasks.create({ title, description, priority, due: deadline, requesters: wanting(reading, also) }, { actor }, uid)
      link(created, reading, 'created', record)
      remind(created.id, due, reading, uid && uidFrom(uid, 'due'))
      return created
    },

    /**
     * Adds the messages as comments, and who asks. `isOwn`: the task is this conversation's already, so that its writers need not be
     * asking and a date in it is meant for this task.
     */
    update(id: number, { due, isOwn, also }: { due: string | null; isOwn: boolean; also?: string[] | undefined }, reading: Reading, record: Recorder): Task {
      const task = tasks.get(id)
      link(task, reading, 'updated', record)
      const said = new Set(comments.list(id).map((comment) => comment.body))
      // Another desktop made the task of this very message.
      if (reading.isShared && task.description !== null) said.add(task.description)
      for (const message of reading.messages) {
        const body = commentOf(message)
        const uid = reading.uidOf?.(`${message.key} ${task.uid}`)
        if (body === '' || said.has(body) || (uid !== undefined && comments.hasUid(uid))) continue
        comments.create(id, { body }, { actor: actorOf(message.sender, reading.conversation.source, reading.via) }, uid)
      }
      if (isOwn) {
        remind(id, due, reading)
        return tasks.get(id)
      }
      const all = [...new Set([...task.requesters, ...wanting(reading, also)])]
      const actor = actorOf(reading.messages[0]?.sender ?? '', reading.conversation.source, reading.via)
      return all.length <= maxRequesters ? tasks.update(id, { requesters: all }, { actor }) : task
    },

    /** More than thanks: whoever closed the task may want to know. */
    asksAgain: (reading: Reading): boolean => reading.messages.some((message) => message.text.trim() !== '' && !isCourtesy(message.text)),

    /** For a person's yes to a reply that came after a task was done. */
    reopen(id: number, reading: Reading): Task {
      const actor = actorOf(reading.messages[0]?.sender ?? '', reading.conversation.source, reading.via)
      const task = tasks.get(id)
      return task.status === 'done' ? tasks.update(id, { status: 'todo' }, { actor }) : task
    },
  }
}

export type WriteOutcome = ReturnType<typeof createWriteOutcome>
