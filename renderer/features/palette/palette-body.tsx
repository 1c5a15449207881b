import { Search, X } from 'lucide-react'
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { m } from '../../lib/messages.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { DayButton } from '../../ui/when/day-button.tsx'
import { HitRow, OptionRow } from './option-row.tsx'
import { enteredAhead, typedAhead } from './typed-ahead.tsx'
import { newTask, type PaletteOption, type Section, usePaletteOptions } from './use-palette-options.tsx'

/** The list has the selection, the field keeps the keyboard. The first hit is selected until the person moves. */
export function PaletteBody({ nav, isOpen, onClose }: { nav: Navigation; isOpen: boolean; onClose: () => void }) {
  const [text, setText] = useState(typedAhead.get)
  const [moved, setMoved] = useState<string | undefined>(undefined)
  // Enter, before the hits are there: it means the first of them, not what stood there before.
  const [isEntered, setEntered] = useState(enteredAhead.get)
  const { sections, line, isFirstSure, isSearching, failed, missing } = usePaletteOptions(text, nav)
  const options = sections.flatMap((section) => section.options)
  const selected = options.find((option) => option.id === moved) ?? options[0]
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  // The keyboard at once, not a frame later: what is typed right after opening is text. (After the dialog noted where to return it to.)
  // While the palette fades away keys are the list's again.
  useLayoutEffect(() => {
    if (isOpen) queueMicrotask(() => field.current?.focus())
    else field.current?.blur()
  }, [isOpen])
  useEffect(() => {
    typedAhead.set('')
    enteredAhead.set(false)
  }, [])
  useEffect(() => {
    if (moved) document.getElementById(`${list}-${moved}`)?.scrollIntoView({ block: 'nearest' })
  }, [moved, list])

  function write(next: string, selection?: string) {
    setText(next)
    setMoved(selection)
    setEntered(false)
  }
  function move(by: number) {
    if (!selected) return
    const index = options.indexOf(selected)
    setMoved(options[(index + by + options.length) % options.length]?.id)
  }
  function run(id: string | undefined, withMod = false) {
    const option = withMod ? options.find((one) => one.modEnter) : options.find((one) => one.id === id)
    if (!option) return
    onClose()
    option.run()
  }
  useEffect(() => {
    if (isEntered && isFirstSure && isOpen) run(options[0]?.id)
    // oxlint-disable-next-line react/exhaustive-deps -- when the hits of what was typed come
  }, [isEntered, isFirstSure])

  return (
    <>
      <div className="flex shrink-0 items-center gap-3 border-b border-line px-4 phone:pe-1">
        <Search aria-hidden="true" size={16} className="shrink-0 text-faint" />
        <PaletteField
          field={field}
          list={list}
          selected={selected}
          text={text}
          onText={write}
          onMove={move}
          onEnter={(withMod) => {
            if (withMod) run(undefined, true)
            else if (selected !== options[0]) run(selected?.id)
            else setEntered(true)
          }}
        />
        {/* Whoever points at a day means a new task. */}
        {line && <DayButton line={text} {...line} field={field} onWrite={(written) => write(written, newTask)} />}
        <span className="hidden phone:block">
          <Button square aria-label={m.close} onClick={onClose}>
            <X aria-hidden="true" size={18} />
          </Button>
        </span>
      </div>
      <div id={list} role="listbox" aria-label={m.results} aria-busy={isSearching} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5">
        {failed && <Note role="alert">{failed}</Note>}
        {missing && <Note role="status">{missing}</Note>}
        {sections.map((section) => (
          <SectionRows key={section.name} section={section} list={list} selected={selected} onRun={run} onPoint={setMoved} />
        ))}
      </div>
    </>
  )
}

function Note({ role, children }: { role: 'alert' | 'status'; children: string }) {
  return (
    <p role={role} className="px-2.5 py-3 text-dense text-muted">
      {children}
    </p>
  )
}

interface FieldProps {
  field: RefObject<HTMLInputElement | null>
  list: string
  selected: PaletteOption | undefined
  text: string
  onText: (text: string) => void
  onMove: (by: number) => void
  onEnter: (withMod: boolean) => void
}

function PaletteField({ field, list, selected, text, onText, onMove, onEnter }: FieldProps) {
  return (
    <input
      ref={field}
      role="combobox"
      aria-expanded="true"
      aria-controls={list}
      aria-activedescendant={selected ? `${list}-${selected.id}` : undefined}
      aria-label={m.searchHint}
      aria-autocomplete="list"
      placeholder={m.searchHint}
      dir="auto"
      value={text}
      maxLength={1000}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="go"
      className="h-12 min-w-0 flex-1 bg-transparent text-section"
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'ArrowDown' || (event.ctrlKey && event.key === 'n')) onMove(1)
        else if (event.key === 'ArrowUp' || (event.ctrlKey && event.key === 'p')) onMove(-1)
        else if (event.key === 'Enter') onEnter(event.metaKey || event.ctrlKey)
        else return
        event.preventDefault()
      }}
    />
  )
}

interface SectionProps {
  section: Section
  /** The id of the list, by which its rows are called. */
  list: string
  selected: PaletteOption | undefined
  onRun: (id: string) => void
  onPoint: (id: string) => void
}

function SectionRows({ section, list, selected, onRun, onPoint }: SectionProps) {
  return (
    <div role="group" aria-label={section.name}>
      <div aria-hidden="true" className="px-2.5 pt-2 pb-1 text-meta font-medium text-quiet">
        {section.name}
      </div>
      {section.empty && section.options.length === 0 && <p className="px-2.5 py-2 text-dense text-muted">{section.empty}</p>}
      {section.options.map((option) => {
        const row = {
          id: `${list}-${option.id}`,
          isSelected: option === selected,
          onRun: () => onRun(option.id),
          onPoint: () => onPoint(option.id),
        }
        return option.hit ? <HitRow key={option.id} hit={option.hit} {...row} /> : <OptionRow key={option.id} option={option} {...row} />
      })}
    </div>
  )
}
