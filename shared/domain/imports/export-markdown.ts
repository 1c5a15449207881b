// A task, and a conversation, as a Markdown file for people and for other programs: front matter, the description, the comments; the messages.
import { stringify } from 'yaml'
import type { Comment } from '../../schema/comment.ts'
import type { Schedule } from '../../schema/schedule.ts'
import type { ImportedConversation, ImportedMessage, ImportedOrigin } from '../../schema/import.ts'
import type { Task } from '../../schema/task.ts'
import { slugFor } from '../tasks/slug.ts'

export interface ExportedTask extends Task {
  comments: Omit<Comment, 'task_id'>[]
  schedules: Omit<Schedule, 'task_id'>[]
}

/** "0012-fix-the-login.md": sorts by id, and no two are the same on any file system. */
export function markdownName({ id, title }: Pick<Task, 'id' | 'title'>, kind: 'task' | 'conversation' = 'task'): string {
  return `${String(id).padStart(4, '0')}-${slugFor(title, () => false, kind)
    .slice(0, 60)
    .replace(/-+$/, '')}.md`
}

export function markdownOf({ description, comments, schedules, ...fields }: ExportedTask): string {
  const reminders = schedules.map(({ id: _id, created_at: _created, updated_at: _updated, ...schedule }) =>
    Object.fromEntries(Object.entries(schedule).filter(([name, value]) => value !== null && !['uid', 'version'].includes(name))),
  )
  const front = stringify({ ...fields, ...(reminders.length > 0 ? { reminders } : {}) }, { lineWidth: 0 })
  const said = comments.map(({ author, created_at, body }) => `### ${author.name}, ${created_at}\n\n${body}\n`)
  return [
    `---\n${front}---\n`,
    `# ${fields.title}\n`,
    ...(description ? [`${description}\n`] : []),
    ...(said.length > 0 ? ['## Comments\n', ...said] : []),
  ].join('\n')
}

export interface ExportedConversation extends ImportedConversation {
  id: number
  messages: ImportedMessage[]
  origins: (ImportedOrigin & { task: number | undefined })[]
}

/** With what each sender wrote themselves; what they quoted is in tandem.jsonl. */
export function conversationMarkdown({ messages, origins, subject, ...fields }: ExportedConversation): string {
  const tasks = origins.flatMap(({ task }) => task ?? [])
  const front = stringify({ ...fields, subject, ...(tasks.length > 0 ? { tasks } : {}) }, { lineWidth: 0 })
  const said = messages.map(({ from, sent_at, text, body }) => `### ${from}, ${sent_at}\n\n${text ?? body}\n`)
  return [`---\n${front}---\n`, `# ${subject ?? 'Conversation'}\n`, ...said].join('\n')
}
