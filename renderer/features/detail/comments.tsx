import type { Comment } from '../../../shared/schema/comment.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import { isTemporary } from '../../backend/unnumbered.ts'
import { fullTime, shortTime } from '../../lib/dates.ts'
import { m } from '../../lib/messages.ts'
import { ActorMark, actorName } from '../../ui/actor-mark.tsx'
import { EntryLine } from '../../ui/text/entry-line.tsx'
import { Markdown } from '../../ui/text/markdown.tsx'
import { undoEntry } from '../../data/tasks/own-actions.ts'

type Line = { at: string; comment: Comment } | { at: string; entry: JournalEntry }

/** What agents, mail and sync did to the task stands among its comments. */
export const isBesideComments = (entry: JournalEntry): boolean =>
  entry.actor.kind !== 'person' && entry.entity === 'task' && entry.action === 'updated' && entry.undo_of === null

/** Comments, and between them what agents, mail and sync did to the task: one always sees who did it. */
function linesOf(comments: readonly Comment[], history: readonly JournalEntry[]): Line[] {
  const others = history.filter(isBesideComments)
  return [...comments.map((comment): Line => ({ at: comment.created_at, comment })), ...others.map((entry): Line => ({ at: entry.at, entry }))].sort((a, b) =>
    a.at.localeCompare(b.at),
  )
}

export function Comments({ comments, history }: { comments: readonly Comment[] | undefined; history: readonly JournalEntry[] }) {
  if (!comments) return <div className="late h-12" role="status" aria-label={m.loading} />
  return (
    <ul className="flex flex-col">
      {linesOf(comments, history).map((line) =>
        'comment' in line ? (
          <CommentLine key={`comment ${line.comment.id}`} comment={line.comment} />
        ) : (
          <EntryLine key={`entry ${line.entry.seq}`} entry={line.entry} onUndo={() => void undoEntry(line.entry.seq)} />
        ),
      )}
    </ul>
  )
}

function CommentLine({ comment }: { comment: Comment }) {
  return (
    <li className="flex gap-2.5 py-2">
      <ActorMark actor={comment.author} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2 text-dense">
          <span className="truncate font-semibold">{actorName(comment.author)}</span>
          <span className="flex-1" />
          <time className="shrink-0 text-meta text-quiet" dateTime={comment.created_at} title={fullTime(comment.created_at)}>
            {isTemporary(comment.id) ? m.sending : shortTime(comment.created_at)}
          </time>
        </div>
        <Markdown text={comment.body} />
      </div>
    </li>
  )
}
