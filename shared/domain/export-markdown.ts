// A task as a Markdown file for people and for other programs: front matter, the description, the comments.
import { stringify } from 'yaml'
import type { Comment } from '../schema/comment.ts'
import type { Schedule } from '../schema/schedule.ts'
import type { Task } from '../schema/task.ts'
import { slugFor } from './slug.ts'

export interface ExportedTask extends Task {
  comments: Omit<Comment, 'task_id'>[]
  schedules: Omit<Schedule, 'task_id'>[]
}

/** "0012-fix-the-login.md": sorts by id, and no two are the same on any file system. */
export function markdownName({ id, title }: Pick<Task, 'id' | 'title'>): string {
  return `${String(id).padStart(4, '0')}-${slugFor(title, () => false, 'task')
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
