// Tells members of a team that a text names them: after the write, in one of its own, so that no comment fails or waits for it.
import { mentioned, membersToMention, namesIn } from '../../shared/domain/people/mentioned.ts'
import type { Member } from '../../shared/schema/cloud/member.ts'
import type { Task } from '../../shared/schema/task.ts'
import type { TeamContext } from '../context.ts'
import type { Write } from '../journal/journal.ts'
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

export type TellMentioned = (write: Pick<Write, 'afterCommit'>, written: Written, ctx: TeamContext) => void

interface MentionsDeps {
  members: (ctx: TeamContext) => Promise<readonly Member[]>
  task: (id: number, ctx: TeamContext) => Promise<Task>
  /** Whether a contact of the team goes by exactly this word. */
  isContact: (word: string, ctx: TeamContext) => Promise<boolean>
  send: Notifications['send']
  now: () => Date
  onError: (error: unknown) => void
}

/** What a desktop brings later than this is no news: its first sync brings the comments of years. Milliseconds. */
const newsFor = 3_600_000
/** Characters of the text; platforms cut it where they have no room. */
const excerpt = 300

/** Whoever wrote it is not told; a desktop says by name who that was. */
function isAuthor({ user_id, name, email }: Member, { caller, actor }: TeamContext): boolean {
  if (caller?.kind === 'session') return caller.user.id === user_id
  if (actor.kind !== 'sync') return false
  const author = actor.name.toLowerCase()
  return author === name?.toLowerCase() || author === email.toLowerCase()
}

export function createMentions({ members, task, isContact, send, now, onError }: MentionsDeps): TellMentioned {
  async function meant(words: readonly string[], ctx: TeamContext): Promise<string[]> {
    const known = membersToMention((await members(ctx)).filter(({ status }) => status === 'active'))
    const found = new Set<string>()
    for (const word of words) {
      const one = mentioned(word, known)
      if (!one || one.member.user_id === null || isAuthor(one.member, ctx)) continue
      // A contact's own handle says more than a first name.
      if (one.handle !== word.toLowerCase() && (await isContact(word.toLowerCase(), ctx))) continue
      found.add(one.member.user_id)
    }
    return [...found]
  }

  async function tell({ task_id, before, after }: Written, words: readonly string[], ctx: TeamContext): Promise<void> {
    // Somebody can be named in several ways.
    const named = new Set(await meant(namesIn(before), ctx))
    const user_ids = (await meant(words, ctx)).filter((id) => !named.has(id))
    if (user_ids.length === 0) return
    const { title } = await task(task_id, ctx)
    const body = `${ctx.actor.name}: ${after.trim().slice(0, excerpt)}`
    await send({ event: 'person.mentioned', task_id, title: `#${task_id} ${title}`.slice(0, 500), body, url: `/task/${task_id}`, user_ids }, ctx)
  }

  return (write, written, ctx) => {
    const { before, after, at } = written
    const known = new Set(namesIn(before).map((word) => word.toLowerCase()))
    const words = namesIn(after).filter((word) => !known.has(word.toLowerCase()))
    if (words.length === 0 || (at !== undefined && now().getTime() - Date.parse(at) > newsFor)) return
    const { write: _, ...later } = ctx
    write.afterCommit(() => void tell(written, words, later).catch(onError))
  }
}
