// One of many, found by typing; or what was typed. The list has the selection, the field keeps the keyboard.
import { Popover } from '@base-ui/react/popover'
import { Check } from 'lucide-react'
import { type ReactElement, type ReactNode, useId, useState } from 'react'
import { cx } from '../class-names.ts'

export interface PickOption {
  id: string
  label: string
  /** Also found by it. */
  hint?: string | undefined
  glyph?: ReactNode
  isChosen?: boolean
}

export interface PickSection {
  name?: string
  options: readonly PickOption[]
}

interface PickerProps {
  trigger: ReactElement
  name: string
  hint: string
  longest: number
  sections: readonly PickSection[]
  /** What is offered for a text that is none of the options. */
  other?: (text: string) => string
  /** Whoever is told what is typed finds the options: then all of them are shown. */
  onText?: (text: string) => void
  /** Said where nothing is found. */
  empty?: string
  onOpen: () => void
  onChoose: (id: string) => void
  onOther?: (text: string) => void
}

/** Of each section; who seeks another types. */
const maxShown = 30

export function Picker({ trigger, name, onOpen, ...body }: PickerProps) {
  const [isOpen, setOpen] = useState(false)
  // Popups stay inside the part of the page that they belong to, for those who move by landmarks.
  const [home, setHome] = useState<HTMLElement | null>(null)
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open, { event }) => {
        setOpen(open)
        if (!open) return
        onOpen()
        if (event.target instanceof Element) setHome(event.target.closest<HTMLElement>('main,nav,section'))
      }}
    >
      <Popover.Trigger render={trigger} />
      <Popover.Portal container={home ?? undefined}>
        <Popover.Positioner positionMethod="fixed" align="start" sideOffset={4} className="z-50" collisionPadding={8}>
          <Popover.Popup
            aria-label={name}
            className="popup flex max-h-(--available-height) w-72 max-w-(--available-width) flex-col rounded-card border border-line bg-surface text-text shadow-popover outline-none"
          >
            <PickerBody name={name} {...body} onDone={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const otherId = ' other'

function PickerBody({
  name,
  hint,
  longest,
  sections,
  other,
  onText,
  empty,
  onChoose,
  onOther,
  onDone,
}: Omit<PickerProps, 'trigger' | 'onOpen'> & { onDone: () => void }) {
  const [text, setText] = useState('')
  const [moved, setMoved] = useState<string>()
  const list = useId()
  const typed = text.trim()
  const shown = onText ? sections : shownSections(sections, typed, other)
  const options = shown.flatMap((section) => section.options)
  const at = options.find(({ id }) => id === moved) ?? (typed === '' ? options.find(({ isChosen }) => isChosen) : undefined) ?? options[0]
  function choose(id: string): void {
    onDone()
    if (id === otherId) onOther?.(typed)
    else onChoose(id)
  }
  function move(by: number): void {
    if (!at) return
    const next = options[(options.indexOf(at) + by + options.length) % options.length]
    setMoved(next?.id)
    if (next) document.getElementById(`${list}-${next.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person asked for it
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={at && `${list}-${at.id}`}
        aria-autocomplete="list"
        aria-label={name}
        placeholder={hint}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        maxLength={longest}
        value={text}
        className="h-[max(36px,var(--tap))] shrink-0 rounded-t-card border-b border-line bg-transparent px-3 outline-none"
        onChange={(event) => {
          setText(event.target.value)
          onText?.(event.target.value)
          setMoved(undefined)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'ArrowDown') move(1)
          else if (event.key === 'ArrowUp') move(-1)
          else if (event.key === 'Enter' && at) choose(at.id)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <Options list={list} name={name} sections={shown} selected={at} onChoose={choose} onPoint={setMoved} />
      {options.length === 0 && empty !== undefined && (
        <p role="status" className="px-3 pb-3 text-dense text-muted">
          {empty}
        </p>
      )}
    </>
  )
}

interface OptionsProps {
  /** The id of the list; those of its options begin with it. */
  list: string
  name: string
  sections: readonly PickSection[]
  selected: PickOption | undefined
  onChoose: (id: string) => void
  onPoint: (id: string) => void
}

function Options({ list, name, sections, selected, onChoose, onPoint }: OptionsProps) {
  return (
    <div id={list} role="listbox" aria-label={name} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1">
      {sections.map((section, index) => (
        <div key={section.name ?? index} role="group" aria-label={section.name ?? name}>
          {section.name && (
            <div aria-hidden="true" className="px-2 pt-1.5 pb-1 text-meta font-medium text-quiet">
              {section.name}
            </div>
          )}
          {section.options.map((option) => (
            <Row
              key={option.id}
              id={`${list}-${option.id}`}
              option={option}
              isSelected={option === selected}
              onChoose={() => onChoose(option.id)}
              onPoint={() => onPoint(option.id)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/** What fits; a text that is nobody's name is offered as it stands. */
function shownSections(sections: readonly PickSection[], typed: string, other?: (text: string) => string): PickSection[] {
  const wanted = typed.toLowerCase()
  const fits = ({ label, hint }: PickOption) => `${label} ${hint ?? ''}`.toLowerCase().includes(wanted)
  const fitting = sections.flatMap((section) => {
    const options = section.options.filter(fits).slice(0, maxShown)
    return options.length > 0 ? [{ ...section, options }] : []
  })
  const isNamed = fitting.some(({ options }) => options.some(({ label, hint }) => [label, hint].some((one) => one?.toLowerCase() === wanted)))
  return typed === '' || isNamed || !other ? fitting : [...fitting, { options: [{ id: otherId, label: other(typed) }] }]
}

interface RowProps {
  id: string
  option: PickOption
  isSelected: boolean
  onChoose: () => void
  onPoint: () => void
}

function Row({ id, option, isSelected, onChoose, onPoint }: RowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field above has the keyboard and speaks for the selection
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      className={cx(
        'flex min-h-[max(32px,var(--tap))] cursor-default items-center gap-2.5 rounded-control px-2 text-dense select-none',
        isSelected && 'bg-raised',
      )}
      onClick={onChoose}
      onPointerMove={onPoint}
    >
      <span className="grid w-[18px] shrink-0 place-items-center">{option.glyph}</span>
      <bdi className="min-w-0 flex-1 truncate">{option.label}</bdi>
      {option.hint && option.hint !== option.label && (
        <span className="max-w-[45%] truncate text-meta text-quiet" dir="auto">
          {option.hint}
        </span>
      )}
      {option.isChosen && <Check aria-hidden="true" size={14} className="shrink-0 text-accent-text" />}
    </div>
  )
}
