import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { allContacts, requesterText } from '../../data/people/contact-list.ts'
import { assigneeNamed } from '../../data/people/assignees.ts'
import { assigneeOf } from '../../lib/plan/assignee.ts'
import { listValues, type ListValues } from '../../data/lists/list-values.ts'
import { addComment } from '../../data/tasks/comment-writes.ts'
import { addLine, readLine } from '../../data/line/add-line.ts'
import { chipText } from '../../data/line/chip-text.ts'
import { dueText } from '../../lib/plan/due.ts'
import { taskName } from '../../lib/plan/task-names.ts'
import { useWhen } from '../../lib/when/use-when.ts'
import type { Filter } from '../../lib/filter.ts'
import { m } from '../../lib/messages.ts'
import { cursor, type Navigation, overlay } from '../../lib/navigation.ts'
import { notify } from '../../lib/notices.ts'
import { storage } from '../../lib/storage.ts'
import { Button } from '../../ui/button.tsx'
import { RemovableChip } from '../../ui/chip.tsx'
import { ActorMark, PersonMark } from '../../ui/actor-mark.tsx'
import { BellGlyph, DueGlyph, PriorityGlyph } from '../../ui/glyphs.tsx'
import { putBack, useDraft } from '../../lib/use-draft.ts'
import { DayButton } from '../../ui/when/day-button.tsx'
import { Doubts } from '../../ui/when/doubts.tsx'
import { LooksLike } from './looks-like.tsx'
import { type ReadLine, rawsOf } from '../../lib/quick-add/read-quick-add.ts'
import { useLookalikes } from './use-lookalikes.ts'

const NextOf = lazy(() => import('../../ui/when/next-line.tsx'))
const Pasted = lazy(() => import('./pasted.tsx'))
const Rest = lazy(() => import('./rest.tsx'))

const draft = 'draft:quick-add'
const draftOfRest = 'draft:quick-add-rest'

const close = () => overlay.set(undefined)

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

/** The keyboard goes elsewhere, and nothing was typed. `next` is null where a click was on nothing that takes it, and where another window is looked at. */
function leaveFor(form: HTMLElement, next: EventTarget | null): void {
  if (next === null ? !document.hasFocus() : !(next instanceof HTMLElement) || form.contains(next)) return
  if (next instanceof HTMLElement && (!next.matches(':active') || !movesWith(form, next))) return close()
  whenReleased(() => {
    if (overlay.get() === 'quick-add' && storage.read(draft) === '' && !form.contains(document.activeElement)) close()
  })
}

async function commentOn(id: number, text: string, nav: Pick<Navigation, 'open'>): Promise<boolean> {
  const isSaved = await addComment(id, text)
  if (isSaved) notify({ kind: 'done', text: m.commented(id), action: { label: m.open, run: () => nav.open(id) } })
  return isSaved
}

/** A draft that comes back is selected: typing goes on with another task, an arrow with this one. */
function useSelected(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return field
}

interface LineActions {
  lookalikes: readonly { id: number }[]
  addThere: (id: number) => Promise<void>
  open: (id: number) => void
  saveAndOpen: () => void
  close: () => void
}

function lineKeys(event: KeyboardEvent, { lookalikes, addThere, open, saveAndOpen, close }: LineActions): void {
  if (event.nativeEvent.isComposing) return
  const candidate = event.altKey ? lookalikes[['Digit1', 'Digit2'].indexOf(event.code)] : undefined
  if (candidate) {
    if (event.shiftKey) void addThere(candidate.id)
    else open(candidate.id)
  } else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) saveAndOpen()
  else if (event.key === 'Escape') close()
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** What stands there, and outlives a reload: the line, and what becomes the description (what another app shared). */
function useKept() {
  const [line, setLine] = useDraft(draft)
  const [rest, setRest] = useDraft(draftOfRest)
  return {
    line,
    setLine,
    rest,
    setRest,
    empty() {
      setLine('')
      setRest('')
    },
    refused(kept: string, below: string) {
      setLine(putBack(kept, storage.read(draft), ' '))
      setRest(putBack(below, storage.read(draftOfRest), '\n\n'))
    },
  }
}

/** One line, Enter, next. Escape keeps what stands there for later. `onSaved`: after Enter, once the task is there. */
export function QuickAdd({ nav, onSaved }: { nav: Pick<Navigation, 'open'> & Partial<Pick<Navigation, 'filter'>>; onSaved?: () => void }) {
  const { line, setLine, rest, setRest, empty, refused } = useKept()
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const reader = useWhen()
  const read = readLine(line, reader, dismissed)
  const { title } = read
  // A name is somebody's only where people are known.
  useQuery({ ...allContacts, enabled: read.assignee !== undefined || read.requesters.length > 0 })
  const lookalikes = useLookalikes(title)
  const field = useSelected()
  const paste = usePaste({ field, line, reset, onSaved, filter: nav.filter })
  function reset() {
    empty()
    setDismissed(new Set())
  }

  // In an empty line what comes next is the title.
  const writeDay = (written: string) => setLine(line.trim() === '' ? `${written} ` : written)

  async function save(andOpen: boolean) {
    if (title === '') return
    const [kept, below] = [line, rest]
    reset()
    if (andOpen) close()
    const task = await addLine(kept, reader, dismissed, { ...givenBy(nav.filter), ...(below === '' ? {} : { description: below }) })
    if (!task) return refused(kept, below)
    if (!andOpen) return onSaved?.()
    cursor.set(task.id)
    nav.open(task.id)
  }

  async function addThere(id: number) {
    const [kept, below] = [line, rest]
    empty()
    if (!(await commentOn(id, below === '' ? title : `${title}\n\n${below}`, nav))) refused(kept, below)
  }

  return (
    <form
      aria-label={m.newTask}
      className="appear mx-4 mt-3 overflow-hidden rounded-card border border-line bg-surface shadow-popover focus-within:border-line-strong phone:fixed phone:inset-x-0 phone:bottom-0 phone:z-40 phone:m-0 phone:rounded-b-none phone:pb-[env(safe-area-inset-bottom)] phone:shadow-dialog"
      onSubmit={(event) => {
        event.preventDefault()
        // Ready for the next, also where the button was pressed.
        field.current?.focus()
        void save(false)
      }}
    >
      <div className="flex items-center gap-2.5 px-3 py-2.5">
        <Plus aria-hidden="true" size={16} className="shrink-0 text-faint" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person asked for it
          autoFocus
          ref={field}
          dir="auto"
          value={line}
          maxLength={1000}
          aria-label={m.newTask}
          placeholder={m.quickAddHint}
          className="h-[22px] min-w-0 flex-1 bg-transparent text-read phone:h-11"
          enterKeyHint="done"
          autoComplete="off"
          onChange={(event) => setLine(event.target.value)}
          onPaste={paste.take}
          onBlur={({ currentTarget: { form }, relatedTarget }) => line === '' && form && leaveFor(form, relatedTarget)}
          onKeyDown={(event) => lineKeys(event, { lookalikes, addThere, open: nav.open, saveAndOpen: () => void save(true), close })}
        />
        <DayButton line={line} read={read} reader={reader} field={field} onWrite={writeDay} />
        <Button type="submit" look={title === '' ? 'plain' : 'primary'} disabled={title === ''} className="-my-1 -me-1 px-2.5">
          {m.add}
        </Button>
      </div>
      <FromList filter={nav.filter} />
      <Understood
        read={read}
        reader={reader}
        onDismiss={(raws) => setDismissed(new Set([...dismissed, ...raws]))}
        onReplace={(start, end, text) => setLine(line.slice(0, start) + text + line.slice(end))}
      />
      <Below text={rest} onRemove={() => setRest('')} />
      {paste.choice}
      {lookalikes.map((one, index) => (
        <LooksLike key={one.id} candidate={one} keys={`alt+${index + 1}`} onOpen={() => nav.open(one.id)} onAddThere={() => void addThere(one.id)} />
      ))}
    </form>
  )
}

interface PasteProps {
  field: RefObject<HTMLInputElement | null>
  line: string
  /** What stood in the line has become a task. */
  reset: () => void
  onSaved?: (() => void) | undefined
  /** Of the list that stands there. */
  filter: Filter | undefined
}

/** More than a line: it is asked what becomes of them. */
function usePaste({ field, line, reset, onSaved, filter }: PasteProps) {
  const [text, setText] = useState<string>()
  function done(add: () => Promise<unknown>): void {
    setText(undefined)
    reset()
    field.current?.focus()
    void add().then((added) => added && onSaved?.())
  }
  return {
    take(event: ClipboardEvent<HTMLInputElement>) {
      const pasted = event.clipboardData.getData('text/plain')
      if (pasted.trim().split(/[\r\n]+/).length < 2) return
      event.preventDefault()
      const { selectionStart, selectionEnd } = event.currentTarget
      setText(line.slice(0, selectionStart ?? 0) + pasted + line.slice(selectionEnd ?? line.length))
    },
    choice: text !== undefined && (
      <Suspense fallback={null}>
        <Pasted
          text={text}
          onTasks={(items) => done(async () => (await import('../../data/line/add-lines.ts')).addLines(items, givenBy(filter)))}
          onOne={(first, description) => done(() => addLine(first, undefined, undefined, { ...givenBy(filter), description }))}
          onLeave={() => {
            setText(undefined)
            field.current?.focus()
          }}
        />
      </Suspense>
    ),
  }
}

const givenBy = (filter: Filter | undefined): ListValues => (filter ? listValues({ filter }) : {})

/** What goes into the description. */
const Below = (below: { text: string; onRemove: () => void }) =>
  below.text !== '' && (
    <Suspense fallback={null}>
      <Rest {...below} />
    </Suspense>
  )

/** What the task gets from the list that it is made in. */
function FromList({ filter }: { filter: Filter | undefined }) {
  const { labels, requesters, assignee, status, priority, parent_uid, due } = givenBy(filter)
  const parts = [
    ...(labels ?? []),
    ...(requesters ?? []),
    ...(assignee ? [assigneeOf(assignee).name] : []),
    ...(status ? [m.status[status]] : []),
    ...(priority ? [m.priority[priority]] : []),
    ...(parent_uid ? [taskName(parent_uid) ?? m.links.another] : []),
    ...(due ? [dueText(due)] : []),
  ]
  if (parts.length === 0) return null
  return (
    <p dir="auto" className="ps-[38px] pe-3 pb-2.5 text-meta text-quiet">
      {m.lists.given(parts.join(' · '))}
    </p>
  )
}

interface UnderstoodProps {
  read: ReadLine
  reader: ReturnType<typeof useWhen>
  onDismiss: (raws: readonly string[]) => void
  onReplace: (start: number, end: number, text: string) => void
}

/** What was read out of the line, and what was not because it is not clear. */
function Understood({ read, reader, onDismiss, onReplace }: UnderstoodProps) {
  const repeats = read.schedules.filter(({ type }) => type !== 'one_time')
  return (
    <>
      {read.tokens.length > 0 && <Tokens read={read} onDismiss={onDismiss} />}
      {reader && repeats.length > 0 && (
        <Suspense fallback={null}>
          <NextOf schedules={repeats} reader={reader} className="ps-[38px] pe-3 pb-2.5" />
        </Suspense>
      )}
      {read.unsure.length > 0 && (
        <Doubts className="ps-[38px] pe-3 pb-2.5" unsure={read.unsure} onChoose={({ start, end }, option) => onReplace(start, end, option)} />
      )}
    </>
  )
}

/** What was read out of the line; each can be taken for plain text instead. */
function Tokens({ read, onDismiss }: { read: ReadLine; onDismiss: (raws: readonly string[]) => void }) {
  return (
    <div className="flex flex-wrap gap-1.5 ps-[38px] pe-3 pb-2.5">
      {read.tokens.map((token) => (
        <RemovableChip soft key={token.raw} name={token.raw} onRemove={() => onDismiss(rawsOf(token))}>
          {token.kind === 'priority' && <PriorityGlyph priority={token.priority} />}
          {(token.kind === 'date' || token.kind === 'repeat' || token.kind === 'before') && <BellGlyph />}
          {token.kind === 'due' && <DueGlyph />}
          {token.kind === 'assignee' && <ActorMark actor={assigneeOf(assigneeNamed(token.assignee))} size={14} />}
          {token.kind === 'requester' && <PersonMark name={requesterText(token.requester)} size={14} />}
          <span dir="auto">{chipText(token, read)}</span>
        </RemovableChip>
      ))}
    </div>
  )
}
