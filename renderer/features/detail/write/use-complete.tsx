// #12 and @name while they are typed: what they could mean, in a list below the field. The keyboard stays in the field, which speaks for the list.
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { useMentionables } from '../../../data/texts/mentionables.ts'
import { referencedTask } from '../../../data/texts/reference-reader.ts'
import { useHits } from '../../../data/search-hits.ts'
import { useHasTeam } from '../../../data/use-has-team.ts'
import { type Completing, completingAt } from './completing.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { m } from '../../../messages/late.ts'
import { ActorMark } from '../../../ui/actor-mark.tsx'
import { cx } from '../../../ui/class-names.ts'
import { StatusGlyph } from '../../../ui/glyphs.tsx'
import { replaceText } from '../attach/write-into.ts'

const maxShown = 6

interface Choice {
  id: string
  label: string
  hint: string
  glyph: ReactNode
  /** What then stands in the text. */
  text: string
}

function useTaskChoices(word: string): Choice[] {
  const typed = word.replaceAll(/[-_.]+/g, ' ').trim()
  const { hits } = useHits(useSettled(typed, 60), useSettled(typed, 180))
  const number = /^[1-9]\d{0,8}$/.test(word) ? word : ''
  const { data: numbered } = useQuery({ ...referencedTask(number), enabled: number !== '' })
  // In a team a task has another number on each device, but everywhere one uid.
  const isShared = useHasTeam()
  if (typed === '') return []
  const found = [...(numbered && number !== '' ? [numbered] : []), ...hits]
  return [...new Map(found.map((task) => [task.id, task])).values()].slice(0, maxShown).map(({ id, uid, title, status }) => ({
    id: `task-${id}`,
    label: title,
    hint: `#${id}`,
    glyph: <StatusGlyph status={status} size={14} />,
    text: isShared ? `[#${id}](/task/${uid})` : `#${id}`,
  }))
}

function usePersonChoices(at: Completing | undefined): Choice[] {
  const people = useMentionables(at?.sign === '@')
  if (at?.sign !== '@') return []
  const wanted = at.word.toLowerCase()
  const fits = (words: string) =>
    words
      .toLowerCase()
      .split(/[\s@._-]+/)
      .some((one) => one.startsWith(wanted)) || words.toLowerCase().startsWith(wanted)
  return people
    .filter(({ name, handle, email = '' }) => [name, handle, email].some(fits))
    .slice(0, maxShown)
    .map(({ kind, name, handle, email }) => ({
      id: `${kind}-${handle}`,
      label: name,
      hint: kind === 'agent' ? m.taskPage.agent : (email ?? `@${handle}`),
      glyph: <ActorMark actor={{ kind: kind === 'agent' ? 'agent' : 'person', name }} size={18} />,
      text: `@${handle}`,
    }))
}

export interface Complete {
  /** For the field. */
  attributes: {
    'aria-autocomplete': 'list'
    'aria-haspopup': 'listbox'
    'aria-controls'?: string
    'aria-activedescendant'?: string
    onInput: () => void
    onSelect: () => void
    onBlur: () => void
  }
  /** For the field: the list's keys while it is open, then ⌘Enter and Esc. */
  onKey: (event: KeyboardEvent, save: () => void, leave: () => void) => void
  list: ReactNode
}

export function useComplete(field: RefObject<HTMLTextAreaElement | null>): Complete {
  const [at, setAt] = useState<Completing>()
  const [moved, setMoved] = useState(0)
  /** Where the list was put away. */
  const [dismissed, setDismissed] = useState<number>()
  const list = useId()
  const tasks = useTaskChoices(at?.sign === '#' ? at.word : '')
  const people = usePersonChoices(at)
  const isOpen = at !== undefined && at.from !== dismissed
  const choices = !isOpen ? [] : at.sign === '#' ? tasks : people
  const selected = choices[Math.min(moved, choices.length - 1)]

  /** After each change of the text or the caret, and when the field is left. */
  function look(): void {
    const { current } = field
    const isHere = current !== null && document.activeElement === current && current.selectionStart === current.selectionEnd
    const next = isHere ? completingAt(current.value, current.selectionStart) : undefined
    if (next?.from === at?.from && next?.word === at?.word && next?.sign === at?.sign) return
    setAt(next)
    setMoved(0)
    if (next?.from !== dismissed) setDismissed(undefined)
  }

  function choose({ text }: Choice): void {
    if (!field.current || !at) return
    replaceText(field.current, at.from, at.from + 1 + at.word.length, `${text} `)
    setAt(undefined)
  }

  function takesKey({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (!selected || altKey || ctrlKey || metaKey || shiftKey) return false
    const now = choices.indexOf(selected)
    if (key === 'ArrowDown') setMoved((now + 1) % choices.length)
    else if (key === 'ArrowUp') setMoved((now + choices.length - 1) % choices.length)
    else if (key === 'Enter' || key === 'Tab') choose(selected)
    else if (key === 'Escape') setDismissed(at?.from)
    else return false
    return true
  }

  return {
    attributes: {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      ...(selected ? { 'aria-controls': list, 'aria-activedescendant': `${list}-${selected.id}` } : {}),
      onInput: look,
      onSelect: look,
      onBlur: look,
    },
    onKey(event, save, leave) {
      if (event.nativeEvent.isComposing) return
      if (!takesKey(event)) {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save()
        else if (event.key === 'Escape') leave()
        else return
      }
      event.preventDefault()
      event.stopPropagation()
    },
    list: <Choices list={list} choices={choices} selected={selected} onChoose={choose} onPoint={setMoved} />,
  }
}

interface ChoicesProps {
  list: string
  choices: readonly Choice[]
  selected: Choice | undefined
  onChoose: (choice: Choice) => void
  onPoint: (index: number) => void
}

function Choices({ list, choices, selected, onChoose, onPoint }: ChoicesProps) {
  return (
    <>
      <span role="status" className="sr-only">
        {choices.length > 0 ? m.taskPage.suggestions(choices.length) : ''}
      </span>
      {choices.length > 0 && (
        <div
          id={list}
          role="listbox"
          aria-label={m.taskPage.suggested}
          className="border-t border-line p-1"
          ref={(box) => box?.scrollIntoView({ block: 'nearest' })}
        >
          {choices.map((choice, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field above has the keyboard and speaks for the selection
            <div
              key={choice.id}
              id={`${list}-${choice.id}`}
              role="option"
              aria-selected={choice === selected}
              className={cx(
                'flex min-h-[max(30px,var(--tap))] cursor-default items-center gap-2.5 rounded-control px-2 text-dense select-none',
                choice === selected && 'bg-raised',
              )}
              // The keyboard stays in the field.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => onPoint(index)}
              onClick={() => onChoose(choice)}
            >
              <span className="grid w-[18px] shrink-0 place-items-center">{choice.glyph}</span>
              <bdi className="min-w-0 flex-1 truncate">{choice.label}</bdi>
              <span className="max-w-[45%] truncate text-meta text-quiet" dir="auto">
                {choice.hint}
              </span>
            </div>
          ))}
        </div>
      )}
    </>
  )
}
