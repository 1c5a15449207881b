import type { JournalEntry } from '../../../shared/schema/journal.ts'
import { fullTime, shortTime } from '../../lib/dates.ts'
import { entrySentence, isRevertible } from '../../lib/entry-sentence.ts'
import { m } from '../../messages/late.ts'
import { taskNames } from '../../lib/plan/task-names.ts'
import { useStore } from '../../lib/store.ts'
import { ActorMark, actorName } from '../actor-mark.tsx'
import { cx } from '../class-names.ts'

interface EntryProps {
  entry: JournalEntry
  /** Named after the sentence, where entries of many tasks stand together. */
  about?: React.ReactNode
  withMark?: boolean
  /** Keys may go to the line itself (data-entry). */
  isStop?: boolean
  /** Undefined: it cannot be undone from here. */
  onUndo: (() => void) | undefined
}

/** "with Ana’s API token “laptop”"; undefined for what a person wrote. */
export const withToken = ({ principal }: Pick<JournalEntry, 'principal'>): string | undefined =>
  principal?.kind === 'token' ? m.byToken(principal.name, principal.owner?.name ?? null, principal.made_by?.name ?? null) : undefined

/** One line of history: who, what, when, and the way back. `u` undoes the line that has the keyboard. */
export function EntryLine({ entry, about, withMark = true, isStop = false, onUndo }: EntryProps) {
  // The sentence names other tasks, once it is known which they are.
  useStore(taskNames)
  const isUndone = entry.undone_by !== null
  const undo = isRevertible(entry) ? onUndo : undefined
  return (
    <li
      {...(isStop ? { tabIndex: -1, 'data-entry': entry.seq } : {})}
      className={cx('group/entry flex gap-2.5', isStop ? '-mx-2 scroll-my-14 rounded-control px-2 py-1.5 hover:bg-raised focus:bg-raised' : 'py-2')}
    >
      {withMark && <ActorMark actor={entry.actor} />}
      <p
        className={cx(
          'min-w-0 flex-1 break-words text-muted',
          isStop ? 'line-clamp-1 phone:line-clamp-3' : 'line-clamp-3',
          isUndone && 'line-through decoration-faint',
        )}
        dir="auto"
      >
        {withMark && <span className={cx('font-semibold', entry.actor.kind === 'agent' ? 'text-agent' : 'text-text')}>{actorName(entry.actor)}</span>}
        {withMark && m.entry.afterName}
        {entrySentence(entry)}
        {about}
        {withMark && withToken(entry) && <span className="text-quiet"> · {withToken(entry)}</span>}
      </p>
      <span className="flex h-5 shrink-0 items-center text-meta text-quiet phone:h-[22px]">
        <time dateTime={entry.at} title={fullTime(entry.at)}>
          {shortTime(entry.at)}
        </time>
        {isUndone && <span className="ps-1">· {m.wasUndone}</span>}
        {undo && (
          <>
            <span aria-hidden="true" className="ps-1">
              ·
            </span>
            <button
              type="button"
              data-undo=""
              aria-label={m.undoThis(`${actorName(entry.actor)}${m.entry.afterName}${entrySentence(entry)}`)}
              className="-my-3 -me-1 inline-flex h-(--tap) min-w-(--tap) items-center justify-center rounded-control px-1 font-medium hover:text-text"
              onClick={undo}
              onKeyDown={(event) => {
                if (event.key !== 'u') return
                event.stopPropagation()
                undo()
              }}
            >
              {m.undoShort}
            </button>
          </>
        )}
      </span>
    </li>
  )
}
