import { Tabs } from '@base-ui/react/tabs'
import { useRef, useState } from 'react'
import { mergedText } from '../../../shared/domain/history/merge-text.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { can } from '../../backend/abilities.ts'
import { changeTask } from '../../data/tasks/task-writes.ts'
import { m } from '../../messages/late.ts'
import { storage } from '../../lib/storage.ts'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Markdown } from '../../ui/text/markdown.tsx'
import { useDraft } from '../../lib/use-draft.ts'
import { useAttach } from './attach/use-attach.tsx'
import { useComplete } from './write/use-complete.tsx'

export const draftNames = (id: number) => ({ text: `draft:description:${id}`, base: `draft:description-base:${id}` })

const tab = 'h-[max(28px,var(--tap))] px-3 rounded-control text-meta font-medium text-muted hover:text-text data-[active]:bg-raised data-[active]:text-text'

/** What is being typed, on the device as long as it is not saved, and the text from which it began. */
function useDescriptionDraft(task: Task) {
  const names = draftNames(task.id)
  const saved = task.description ?? ''
  const [draft, setDraft] = useDraft(names.text)
  const [text, setText] = useState(draft === '' ? saved : draft)
  // The text that this draft began from; another one now means that somebody wrote meanwhile.
  const [base, setBase] = useState(() => (draft === '' ? saved : storage.read(names.base)))
  const isBehind = saved !== base && saved !== text

  /** What is to stand where two wrote: it has seen theirs. */
  function settle(next: string) {
    setText(next)
    setDraft(next === saved ? '' : next)
    setBase(saved)
    storage.write(names.base, next === saved ? '' : saved)
  }
  function write(next: string) {
    setText(next)
    setDraft(next === saved ? '' : next)
    storage.write(names.base, base)
  }
  function drop() {
    setDraft('')
    storage.write(names.base, '')
  }
  return { text, saved, base, isBehind, write, settle, drop }
}

/** Writing and preview. What somebody else does to the text meanwhile is shown, never forced on what is being typed. */
export function DescriptionEditor({ task, onDone, onRefused }: { task: Task; onDone: () => void; onRefused: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, saved, base, isBehind, write, settle, drop } = useDescriptionDraft(task)
  const names = draftNames(task.id)
  const attach = useAttach(field)
  const complete = useComplete(field)

  /** The keys go on in the field. */
  function settleOn(next: string) {
    settle(next)
    field.current?.focus()
  }
  function close() {
    drop()
    onDone()
  }
  async function save() {
    if (text === saved) return close()
    onDone()
    const forget = () => {
      storage.write(names.text, '')
      storage.write(names.base, '')
    }
    const saving = changeTask(
      task.id,
      { description: text.trim() === '' ? null : text },
      isBehind ? m.descriptionWrittenOver(task.id) : m.descriptionChanged(task.id),
      'refused',
    )
    // The draft stays until the service has the text, or the outbox.
    if (can.writeOffline) forget()
    if (await saving) return forget()
    if (can.writeOffline) storage.write(names.text, text)
    onRefused()
  }

  return (
    <Tabs.Root defaultValue="write" className="mt-4 overflow-hidden rounded-card border border-line focus-within:border-accent">
      <Tabs.List aria-label={m.fields.description} className="flex gap-1 border-b border-line p-1.5">
        <Tabs.Tab value="write" className={tab}>
          {m.write}
        </Tabs.Tab>
        <Tabs.Tab value="preview" className={tab}>
          {m.preview}
        </Tabs.Tab>
      </Tabs.List>
      {isBehind && <Meanwhile onTheirs={() => settleOn(saved)} onMine={() => settleOn(text)} onBoth={() => settleOn(mergedText(text, base, saved))} />}
      <Tabs.Panel value="write" keepMounted className="data-[hidden]:hidden">
        <textarea
          ref={field}
          {...attach.handlers}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person asked for it
          autoFocus
          dir="auto"
          maxLength={200_000}
          value={text}
          aria-label={m.fields.description}
          placeholder={m.markdownWelcome}
          className="grows block max-h-[60vh] min-h-36 w-full bg-transparent px-3 py-2.5 text-read"
          {...complete.attributes}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => complete.onKey(event, () => void save(), onDone)}
        />
        {complete.list}
      </Tabs.Panel>
      <Tabs.Panel value="preview" className="min-h-36 px-3 py-2.5">
        <Markdown text={text} />
      </Tabs.Panel>
      {attach.uploads}
      <div className="flex items-center justify-end gap-2 border-t border-line p-1.5">
        {attach.button}
        <span className="flex-1" />
        <Button onClick={close}>{m.discard}</Button>
        <Button look="primary" onClick={() => void save()}>
          {m.save}
          <Kbd keys="mod+enter" plain />
        </Button>
      </div>
    </Tabs.Root>
  )
}

interface MeanwhileProps {
  onTheirs: () => void
  onMine: () => void
  onBoth: () => void
}

/** Somebody else wrote while this was being typed. */
function Meanwhile({ onTheirs, onMine, onBoth }: MeanwhileProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 border-b border-line bg-warn-soft px-3 py-2 text-dense">
      <span className="min-w-0 flex-1">{m.changedMeanwhile}</span>
      <Button look="outlined" onClick={onTheirs}>
        {m.takeTheirs}
      </Button>
      <Button look="outlined" onClick={onMine}>
        {m.keepMine}
      </Button>
      {/* What only one side changed is taken; where both changed the same line both stand, theirs first. */}
      <Button look="outlined" onClick={onBoth}>
        {m.mergeBoth}
      </Button>
    </div>
  )
}
