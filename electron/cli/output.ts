// How things look on a terminal: one line a task, colour only where a person looks.
import { styleText } from 'node:util'
import type { JournalEntry } from '../../shared/schema/journal.ts'
import type { Task } from '../../shared/schema/task.ts'
import type { Comment } from '../../shared/schema/comment.ts'

const dim = (text: string) => styleText('dim', text)
const bold = (text: string) => styleText('bold', text)
const marks: Record<Task['priority'], string> = { high: '!', medium: ' ', low: '·' }

export type ShownTask = Pick<Task, 'id' | 'title' | 'status' | 'priority' | 'labels'> & Partial<Pick<Task, 'due' | 'assignee'>> & { score?: number }

/** What programs are told of a task in a list: few tokens. */
export function brief({ id, title, status, priority, labels, due, assignee, score }: ShownTask): object {
  return {
    id,
    title,
    status,
    priority,
    ...(labels.length > 0 ? { labels } : {}),
    ...(due ? { due } : {}),
    ...(assignee ? { assignee } : {}),
    ...(score === undefined ? {} : { score: Math.round(score * 100) / 100 }),
  }
}

/** Text from elsewhere must not move the cursor or change colours. */
export function visible(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t]/gu, '')
}

export function taskLine({ id, title, status, priority, labels, due, assignee, score }: ShownTask): string {
  const number = String(id).padStart(5)
  const about = [
    status.replace('_', ' '),
    ...labels.map((label) => `#${label}`),
    ...(due ? [`due ${due}`] : []),
    ...(assignee ? [`@${assignee}`] : []),
    ...(score === undefined ? [] : [`${Math.round(score * 100)}%`]),
  ].join(' ')
  return `${number} ${marks[priority]} ${bold(visible(title).replaceAll('\n', ' '))}  ${dim(visible(about))}`
}

export const taskLines = (tasks: readonly ShownTask[], none: string) => (tasks.length === 0 ? dim(none) : tasks.map(taskLine).join('\n'))

export function taskPage(task: Task, comments: readonly Comment[], claim: { holder: { name: string }; expires_at: string } | undefined): string {
  const lines = [taskLine(task)]
  if (claim) lines.push(dim(`      claimed by ${claim.holder.name} until ${new Date(claim.expires_at).toLocaleTimeString()}`))
  if (task.description) lines.push('', visible(task.description))
  if (task.criteria.length > 0) lines.push('', 'Done when:', ...task.criteria.map(({ text }) => `- ${visible(text)}`))
  for (const comment of comments) lines.push('', dim(`${comment.author.name}, ${new Date(comment.created_at).toLocaleString()}`), visible(comment.body))
  return lines.join('\n')
}

export function entryLine({
  seq,
  action,
  entity,
  task_id,
  after,
  before,
}: Pick<JournalEntry, 'seq' | 'action' | 'entity' | 'task_id' | 'after' | 'before'>): string {
  const fields = Object.keys(action === 'updated' ? (after ?? {}) : {}).join(', ')
  const title = (after?.title ?? before?.title ?? '') as string
  return `${String(seq).padStart(6)} ${entity} ${action}${task_id === null ? '' : ` (task ${task_id})`}${fields ? `: ${fields}` : ''}${title && !fields ? ` ${visible(title)}` : ''}`
}
