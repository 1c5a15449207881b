import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { NewTask } from '../../../shared/schema/task.ts'
import { allContacts } from '../../data/people/contact-list.ts'
import { assigneeNamed } from '../../data/people/assignees.ts'
import { assigneeOf } from '../../lib/plan/assignee.ts'
import { addComment } from '../../data/tasks/comment-writes.ts'
import { addTask } from '../../data/tasks/task-writes.ts'
import { m } from '../../lib/messages.ts'
import { cursor, type Navigation, overlay } from '../../lib/navigation.ts'
import { notify } from '../../lib/notices.ts'
import { storage } from '../../lib/storage.ts'
import { Button } from '../../ui/button.tsx'
import { RemovableChip } from '../../ui/chip.tsx'
import { ActorMark, PersonMark } from '../../ui/actor-mark.tsx'
import { BellGlyph, DueGlyph, PriorityGlyph } from '../../ui/glyphs.tsx'
import { putBack, useDraft } from '../../lib/use-draft.ts'
import { addReminders } from './add-reminders.ts'
import { chipText } from './chip-text.ts'
import { LooksLike } from './looks-like.tsx'
import { readQuickAdd } from './read-quick-add.ts'
import { useReadTimes } from './use-read-times.ts'
import { useLookalikes } from './use-lookalikes.ts'

const draft = 'draft:quick-add'

/** When the press that is under way ends: what moved before would not be clicked. A click is told after that, and may open something. */
function whenReleased(then: () => void): void {
  const over = new AbortController()
  const { signal } = over
  const release = () => {
    if (signal.aborted) return
    over.abort()
    then()
  }
  addEventListener('click', release, { capture: true, signal })
  addEventListener('dragend', release, { signal })
  // One that ends elsewhere is no click.
  addEventListener('mouseup', () => setTimeout(release), { signal })
}

/** What stands below the line moves up when it goes; on a phone the line stands above everything. */
const movesWith = (line: HTMLElement, other: HTMLElement): boolean =>
  (line.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && getComputedStyle(line).position !== 'fixed'

/** The keyboard goes elsewhere, and nothing was typed. */
function leaveFor(form: HTMLElement, next: EventTarget | null): void {
  const close = () => overlay.set(undefined)
  if (!(next instanceof HTMLElement) || form.contains(next)) return
  if (!next.matches(':active') || !movesWith(form, next)) return close()
  whenReleased(() => {
    if (overlay.get() === 'quick-add' && storage.read(draft) === '' && !form.contains(document.activeElement)) close()
  })
}

type Read = ReturnType<typeof readQuickAdd>

const newTaskOf = ({ title, priority, labels, requesters, assignee, due }: Read): NewTask => ({
  title,
  ...(priority ? { priority } : {}),
  ...(labels.length > 0 ? { labels } : {}),
  ...(requesters.length > 0 ? { requesters } : {}),
  ...(assignee === undefined ? {} : { assignee: assigneeNamed(assignee) }),
  ...(due === undefined ? {} : { due }),
})

async function commentOn(id: number, text: string, nav: Pick<Navigation, 'open'>): Promise<boolean> {
  const isSaved = await addComment(id, text)
  if (isSaved) notify({ kind: 'done', text: m.commented(id), action: { label: m.open, run: () => nav.open(id) } })
  return isSaved
}

/** One line, Enter, next. Escape keeps what stands there for later. `onSaved`: after Enter, once the task is there. */
export function QuickAdd({ nav, onSaved }: { nav: Pick<Navigation, 'open'>; onSaved?: () => void }) {
  const [line, setLine] = useDraft(draft)
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const readTimes = useReadTimes()
  const read = readQuickAdd(line, dismissed, readTimes.now)
  const { title, tokens } = read
  // A name is somebody's only where people are known.
  useQuery({ ...allContacts, enabled: read.assignee !== undefined })
  const lookalikes = useLookalikes(title)
  const close = () => overlay.set(undefined)
  const refused = (kept: string) => setLine(putBack(kept, storage.read(draft), ' '))

  async function save(andOpen: boolean) {
    if (title === '') return
    const kept = line
    setLine('')
    setDismissed(new Set())
    if (andOpen) close()
    // Whoever types faster than the date parser loads gets what the parser would have read, too.
    const meant = readTimes.now ? read : readQuickAdd(kept, dismissed, await readTimes.loaded())
    const task = await addTask(newTaskOf(meant))
    if (!task) return refused(kept)
    void addReminders(task.id, meant.schedules)
    if (!andOpen) return onSaved?.()
    cursor.set(task.id)
    nav.open(task.id)
  }

  async function addThere(id: number) {
    const kept = line
    setLine('')
    if (!(await commentOn(id, title, nav))) refused(kept)
  }

  return (
    <form
      aria-label={m.newTask}
      className="appear mx-4 mt-3 overflow-hidden rounded-card border border-line bg-surface shadow-popover focus-within:border-line-strong phone:fixed phone:inset-x-0 phone:bottom-0 phone:z-40 phone:m-0 phone:rounded-b-none phone:pb-[env(safe-area-inset-bottom)] phone:shadow-dialog"
      onSubmit={(event) => {
        event.preventDefault()
        void save(false)
      }}
    >
      <div className="flex items-center gap-2.5 px-3 py-2.5">
        <Plus aria-hidden="true" size={16} className="shrink-0 text-faint" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person asked for it
          autoFocus
          dir="auto"
          value={line}
          maxLength={1000}
          aria-label={m.newTask}
          placeholder={m.quickAddHint}
          className="h-[22px] min-w-0 flex-1 bg-transparent text-read phone:h-11"
          enterKeyHint="done"
          autoComplete="off"
          onChange={(event) => setLine(event.target.value)}
          onBlur={({ currentTarget: { form }, relatedTarget }) => line === '' && form && leaveFor(form, relatedTarget)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            const candidate = event.altKey ? lookalikes[['Digit1', 'Digit2'].indexOf(event.code)] : undefined
            if (candidate) {
              if (event.shiftKey) void addThere(candidate.id)
              else nav.open(candidate.id)
            } else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void save(true)
            else if (event.key === 'Escape') close()
            else return
            event.preventDefault()
            event.stopPropagation()
          }}
        />
        <Button type="submit" look={title === '' ? 'plain' : 'primary'} disabled={title === ''} className="-my-1 -me-1 px-2.5">
          {m.add}
        </Button>
      </div>
      {tokens.length > 0 && <Tokens read={read} onDismiss={(raw) => setDismissed(new Set([...dismissed, raw]))} />}
      {lookalikes.map((one, index) => (
        <LooksLike key={one.id} candidate={one} keys={`alt+${index + 1}`} onOpen={() => nav.open(one.id)} onAddThere={() => void addThere(one.id)} />
      ))}
    </form>
  )
}

/** What was read out of the line; each can be taken for plain text instead. */
function Tokens({ read, onDismiss }: { read: Read; onDismiss: (raw: string) => void }) {
  return (
    <div className="flex flex-wrap gap-1.5 ps-[38px] pe-3 pb-2.5">
      {read.tokens.map((token) => (
        <RemovableChip soft key={token.raw} name={token.raw} onRemove={() => onDismiss(token.raw)}>
          {token.kind === 'priority' && <PriorityGlyph priority={token.priority} />}
          {(token.kind === 'date' || token.kind === 'repeat') && <BellGlyph />}
          {token.kind === 'due' && <DueGlyph />}
          {token.kind === 'assignee' && <ActorMark actor={assigneeOf(assigneeNamed(token.assignee))} size={14} />}
          {token.kind === 'requester' && <PersonMark name={token.requester} size={14} />}
          <span dir="auto">{chipText(token, read)}</span>
        </RemovableChip>
      ))}
    </div>
  )
}
