import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { Comment } from '../../../shared/schema/comment.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import { isTemporary } from '../../backend/unnumbered.ts'
import { useCommentRights } from '../../data/people/comment-rights.ts'
import { deleteComment } from '../../data/texts/change-comment.ts'
import { removeFromComment, tickInComment } from '../../data/texts/small-edits.ts'
import { fullTime, shortTime } from '../../lib/dates.ts'
import { afterPopup } from '../../lib/press/after-popup.ts'
import { m } from '../../messages/late.ts'
import { ActorMark, actorName } from '../../ui/actor-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { EntryLine } from '../../ui/text/entry-line.tsx'
import { Markdown } from '../../ui/text/markdown.tsx'
import { CommentEditor, hasEdit } from './write/comment-editor.tsx'
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
  const rightsOf = useCommentRights()
  if (!comments) return <div className="late h-12" role="status" aria-label={m.loading} />
  return (
    <ul className="flex flex-col">
      {linesOf(comments, history).map((line) =>
        'comment' in line ? (
          <CommentLine key={`comment ${line.comment.id}`} comment={line.comment} rights={rightsOf(line.comment)} />
        ) : (
          <EntryLine key={`entry ${line.entry.seq}`} entry={line.entry} onUndo={() => void undoEntry(line.entry.seq)} />
        ),
      )}
    </ul>
  )
}

function CommentLine({ comment, rights: { edit, remove } }: { comment: Comment; rights: { edit: boolean; remove: boolean } }) {
  const [isEditing, setEditing] = useState(() => edit && hasEdit(comment))
  const isEdited = comment.updated_at !== comment.created_at
  return (
    <li className="group/comment flex gap-2.5 py-2">
      <ActorMark actor={comment.author} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2 text-dense">
          <span className="truncate font-semibold">{actorName(comment.author)}</span>
          <span className="flex-1" />
          {(edit || remove) && !isEditing && (
            <Menu
              align="end"
              trigger={
                <Button
                  square
                  aria-label={m.taskPage.commentActions(actorName(comment.author))}
                  className="-my-1.5 -me-1 opacity-0 group-focus-within/comment:opacity-100 group-hover/comment:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100"
                >
                  <Ellipsis aria-hidden="true" size={14} />
                </Button>
              }
              groups={[
                {
                  choices: [
                    ...(edit ? [{ id: 'edit', label: m.taskPage.editComment }] : []),
                    ...(remove ? [{ id: 'delete', label: m.taskPage.deleteComment, danger: true }] : []),
                  ],
                },
              ]}
              // The menu gives the keyboard back first.
              onChoose={(id) => (id === 'edit' ? afterPopup(() => setEditing(true)) : void deleteComment(comment))}
            />
          )}
          <span className="shrink-0 text-meta text-quiet">
            {isEdited && (
              <>
                <span title={m.taskPage.editedAt(fullTime(comment.updated_at))}>{m.taskPage.edited}</span>
                {' · '}
              </>
            )}
            <time dateTime={comment.created_at} title={fullTime(comment.created_at)}>
              {isTemporary(comment.id) ? m.sending : shortTime(comment.created_at)}
            </time>
          </span>
        </div>
        {isEditing ? (
          <CommentEditor comment={comment} onDone={() => setEditing(false)} onRefused={() => setEditing(true)} />
        ) : (
          <Markdown
            text={comment.body}
            {...(edit
              ? {
                  onTick: (at, name) => void tickInComment(comment, at, name),
                  onRemove: (from, to, name) => void removeFromComment(comment, from, to, name),
                }
              : {})}
          />
        )}
      </div>
    </li>
  )
}
