// One of many, found by typing or by its number; or what was typed. The list has the selection, the field keeps the keyboard.
import { Popover } from '@base-ui/react/popover'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { count } from '../../lib/dates.ts'
import { cx } from '../class-names.ts'
import { Kbd } from '../kbd.tsx'

export interface PickOption {
  id: string
  label: string
  /** Also found by it. */
  hint?: string | undefined
  /** How many tasks have it. */
  count?: number | undefined
  glyph?: ReactNode
  isChosen?: boolean
}

export interface PickSection {
  name?: string
  options: readonly PickOption[]
}

export interface PickBodyProps {
  name: string
  hint: string
  longest: number
  sections: readonly PickSection[]
  /** A digit chooses: nothing that could be typed begins with one. */
  isNumbered?: boolean
  /** What is offered for a text that is none of the options. */
  other?: (text: string) => string
  /** Whoever is told what is typed finds the options: then all of them are shown. */
  onText?: (text: string) => void
  /** Whether the options are those of what is typed, and not what stands there until they are found: Enter waits for them. */
  isSure?: boolean
  /** Stays open after a choice, for choosing several. */
  stays?: boolean
  /** Said where nothing is found. */
  empty?: string
  onChoose: (id: string) => void
  onOther?: (text: string) => void
  onDone: () => void
}

/** Of each section; who seeks another types. */
const maxShown = 30
const maxNumbered = 9

interface PopupProps {
  isOpen: boolean
  name: string
  anchor: Element | undefined
  isWide?: boolean
  /** Who gets the keyboard when it opens; without it, what comes first. */
  startAt?: () => HTMLElement | null | undefined
  /** Who gets the keyboard when it closes; without it, who had it. */
  returnTo?: () => HTMLElement | undefined
  onClose: (event: Event) => void
  children: ReactNode
}

const inTheMiddle = () => new DOMRect(window.innerWidth / 2 - 144, window.innerHeight / 5, 288, 0)

/** Where the anchor is, or was last: a row may move away meanwhile. */
function placeOf(anchor: Element | undefined) {
  let last = anchor?.getBoundingClientRect() ?? inTheMiddle()
  return {
    getBoundingClientRect() {
      if (anchor?.isConnected) last = anchor.getBoundingClientRect()
      return last
    },
  }
}

export function PickPopup({ isOpen, name, anchor, isWide = false, startAt, returnTo, onClose, children }: PopupProps) {
  const place = useMemo(() => placeOf(anchor), [anchor])
  // Popups stay inside the part of the page that they belong to, for those who move by landmarks.
  const home = anchor?.closest<HTMLElement>('main,nav,section')
  return (
    <Popover.Root open={isOpen} onOpenChange={(open, { event }) => !open && onClose(event)}>
      <Popover.Portal container={home ?? undefined}>
        <Popover.Positioner anchor={place} positionMethod="fixed" align="start" sideOffset={4} className="z-50" collisionPadding={8}>
          <Popover.Popup
            aria-label={name}
            {...(startAt ? { initialFocus: () => startAt() ?? true } : {})}
            {...(returnTo ? { finalFocus: () => returnTo() ?? false } : {})}
            className={cx(
              'popup flex max-h-(--available-height) max-w-(--available-width) flex-col overscroll-contain rounded-card border border-line bg-surface text-text shadow-popover outline-none',
              isWide ? 'w-[34rem] overflow-y-auto' : 'w-72',
            )}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const otherId = ' other'

/** The keyboard at once, not a frame later: what is typed right after the key is text. */
function useKeyboardAtOnce() {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    field.current?.focus()
    queueMicrotask(() => field.current?.focus())
  }, [])
  return field
}

export function PickBody(props: PickBodyProps) {
  const { name, hint, longest, sections, isNumbered = false, other, onText, isSure = true, stays = false, empty, onChoose, onOther, onDone } = props
  const [text, setText] = useState('')
  const [moved, setMoved] = useState<string>()
  const [isEntered, setEntered] = useState(false)
  const list = useId()
  const field = useKeyboardAtOnce()
  const typed = text.trim()
  const shown = onText ? sections : shownSections(sections, typed, other)
  const options = shown.flatMap((section) => section.options)
  const at = options.find(({ id }) => id === moved) ?? (typed === '' && !stays ? options.find(({ isChosen }) => isChosen) : undefined) ?? options[0]
  function choose(id: string): void {
    if (!stays) onDone()
    else {
      setText('')
      setMoved(id)
    }
    if (id === otherId) onOther?.(typed)
    else onChoose(id)
  }
  useEffect(() => {
    if (!isEntered || !isSure) return
    setEntered(false)
    if (at) choose(at.id)
    // oxlint-disable-next-line react/exhaustive-deps -- when the options of what was typed are there
  }, [isEntered, isSure])
  function move(by: number): void {
    if (!at) return
    const next = options[(options.indexOf(at) + by + options.length) % options.length]
    setMoved(next?.id)
    if (next) document.getElementById(`${list}-${next.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      <input
        ref={field}
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
          setEntered(false)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.metaKey || event.ctrlKey || event.altKey) return
          const numbered = isNumbered && text === '' && /^[1-9]$/.test(event.key) ? options[Number(event.key) - 1] : undefined
          if (numbered) choose(numbered.id)
          else if (event.key === 'ArrowDown') move(1)
          else if (event.key === 'ArrowUp') move(-1)
          else if (event.key === 'Enter' && at?.id === moved && at) choose(at.id)
          else if (event.key === 'Enter') setEntered(true)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <Options list={list} name={name} sections={shown} selected={at} isNumbered={isNumbered && typed === ''} onChoose={choose} onPoint={setMoved} />
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
  isNumbered: boolean
  onChoose: (id: string) => void
  onPoint: (id: string) => void
}

function Options({ list, name, sections, selected, isNumbered, onChoose, onPoint }: OptionsProps) {
  const numbers = new Map(
    isNumbered
      ? sections
          .flatMap(({ options }) => options)
          .slice(0, maxNumbered)
          .map(({ id }, index) => [id, index + 1])
      : [],
  )
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
              number={numbers.get(option.id)}
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

const wordBegins = (text: string, wanted: string) => ` ${text.toLowerCase()}`.includes(` ${wanted}`)

/** What fits; a text that is nobody's name is offered as it stands. */
function shownSections(sections: readonly PickSection[], typed: string, other?: (text: string) => string): PickSection[] {
  const wanted = typed.toLowerCase()
  const fits = ({ label, hint }: PickOption) => `${label} ${hint ?? ''}`.toLowerCase().includes(wanted)
  const begins = ({ label }: PickOption) => label.toLowerCase().startsWith(wanted)
  const fitting = sections.flatMap((section) => {
    const found = section.options.filter(fits)
    // What begins with it is meant rather than what contains it.
    const options = [...found.filter(begins), ...found.filter((one) => !begins(one))].slice(0, maxShown)
    return options.length > 0 ? [{ ...section, options }] : []
  })
  const isNamed = fitting.some(({ options }) => options.some(({ label, hint }) => [label, hint].some((one) => one?.toLowerCase() === wanted)))
  if (typed === '' || isNamed || !other) return fitting
  const own = { options: [{ id: otherId, label: other(typed) }] }
  // "Bo" is somebody rather than the middle of "Nobody".
  const hasWord = fitting.some(({ options }) => options.some(({ label, hint }) => wordBegins(`${label} ${hint ?? ''}`, wanted)))
  return hasWord ? [...fitting, own] : [own, ...fitting]
}

interface RowProps {
  id: string
  option: PickOption
  number: number | undefined
  isSelected: boolean
  onChoose: () => void
  onPoint: () => void
}

function Row({ id, option, number, isSelected, onChoose, onPoint }: RowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field above has the keyboard and speaks for the selection
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      aria-checked={option.isChosen}
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
      {option.count !== undefined && <span className="tabular shrink-0 text-meta text-quiet">{count(option.count)}</span>}
      {option.isChosen && <Check aria-hidden="true" size={14} className="shrink-0 text-accent-text" />}
      {number !== undefined && (
        <span className="text-quiet">
          <Kbd keys={String(number)} plain />
        </span>
      )}
    </div>
  )
}
