// Tells members of a team that a text names them. Queued in the transaction of the write itself: whatever ends the cloud right after it, the row of the
// log is there, and a courier finds it.
import { handleOf, membersToMention, mentionedWhole, namesIn, type SaidName } from '../../shared/domain/people/mentioned.ts'
import type { Member } from '../../shared/schema/cloud/member.ts'
import type { Task } from '../../shared/schema/task.ts'
import type { TeamContext } from '../context.ts'
import type { Write } from '../journal/journal.ts'
import { isAuthor } from './authors.ts'
import type { Notifications } from './notifications.ts'

/** A text of a task that was written: its description, or a comment. */
export interface Written {
  task_id: number
  /** Empty for a new one: who was named before is not told again. */
  before: string
  after: string
  /** When it was written, where a device wrote it before. */
  at?: string | undefined
}

/** What a desktop brings later than this is no news: its first sync brings the comments of years. Milliseconds. */
const newsFor = 3_600_000
/** Characters of the text; platforms cut it where they have no room. */
const excerpt = 300

const textOf = ({ word, behind }: SaidName) => (word + behind).toLowerCase()

/** What looks like a name and was not there before; most texts have none, and are written in one packet. `now`: of the write. */
export function newNames({ before, after, at }: Omit<Written, 'task_id'>, now: Date): SaidName[] {
  const known = new Set(namesIn(before).map(textOf))
  const names = namesIn(after).filter((name) => !known.has(textOf(name)))
  return at !== undefined && now.getTime() - Date.parse(at) > newsFor ? [] : names
}

/** Once the text is written: what it locks comes behind the task and the counters. */
export type TellMentioned = (write: Write, written: Written, ctx: TeamContext) => Promise<void>

interface MentionsDeps {
  members: (write: Write) => Promise<readonly Member[]>
  /** Of a task that the write holds. */
  task: (write: Write, id: number) => Promise<Pick<Task, 'title'>>
  /** Whether a contact of the team goes by exactly this word. */
  isContact: (write: Write, word: string) => Promise<boolean>
  queue: Notifications['queue']
}

export function createMentions({ members, task, isContact, queue }: MentionsDeps): TellMentioned {
  async function meant(names: readonly SaidName[], known: ReturnType<typeof membersToMention<Member>>, write: Write, ctx: TeamContext): Promise<string[]> {
    const found = new Set<string>()
    for (const { word, behind } of names) {
      const { one, taken } = mentionedWhole(word, behind, known) ?? {}
      if (!one || one.member.user_id === null || isAuthor(one.member, ctx)) continue
      // A contact's own handle says more than a first name.
      const said = taken ? handleOf(word + taken) : word.toLowerCase()
      if (one.handle !== said && (await isContact(write, said))) continue
      found.add(one.member.user_id)
    }
    return [...found]
  }

  return async (write, written, ctx) => {
    const names = newNames(written, new Date(write.at))
    if (names.length === 0) return
    const { task_id, before, after } = written
    const known = membersToMention((await members(write)).filter(({ status }) => status === 'active'))
    // Somebody can be named in several ways.
    const named = new Set(await meant(namesIn(before), known, write, ctx))
    const user_ids = (await meant(names, known, write, ctx)).filter((id) => !named.has(id))
    if (user_ids.length === 0) return
    const { title } = await task(write, task_id)
    const body = `${ctx.actor.name}: ${after.trim().slice(0, excerpt)}`.toWellFormed()
    await queue(write, { event: 'person.mentioned', task_id, title: `#${task_id} ${title}`.slice(0, 500), body, url: `/task/${task_id}`, user_ids })
  }
}
