// What a list is narrowed to, chosen or typed: every value of every field in one list, found by a part of its name.
import { useQuery } from '@tanstack/react-query'
import { ListFilter, UserRoundX } from 'lucide-react'
import { useRef, useState } from 'react'
import { shownName } from '../../../shared/domain/people/same-person.ts'
import { priorities, statuses } from '../../../shared/schema/task.ts'
import { addTyped } from '../../data/lists/typed-filter.ts'
import { useWordsInUse } from '../../data/lists/words-in-use.ts'
import { myWords } from '../../data/people/assignees.ts'
import { allContacts } from '../../data/people/contact-list.ts'
import type { Filter } from '../../lib/filter.ts'
import { m } from '../../messages/late.ts'
import { statusesOf, type View } from '../../lib/navigation.ts'
import { assigneeOf, assigneeText } from '../../lib/plan/assignee.ts'
import { dueRanges } from '../../lib/plan/due.ts'
import { ActorMark, PersonMark } from '../../ui/actor-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { DueGlyph, PriorityGlyph, StatusGlyph } from '../../ui/glyphs.tsx'
import { LabelDot } from '../../ui/marks/label-dot.tsx'
import { PickBody, type PickOption, PickPopup, type PickSection } from '../../ui/pick/picker.tsx'
import { toggled } from './toggled.ts'

export interface FilterProps {
  view: View
  filter: Filter
  onChange: (filter: Filter) => void
}

const fields = ['status', 'priority', 'due', 'assignee', 'label', 'requester'] as const
type Field = (typeof fields)[number]

/** The field and the value of an option in one word. */
const idOf = (field: Field, value: string) => `${field} ${value}`
function meant(id: string): { field: Field; value: string } {
  const at = id.indexOf(' ')
  return { field: id.slice(0, at) as Field, value: id.slice(at + 1) }
}

type Value = Omit<PickOption, 'id' | 'isChosen'> & { value: string }

export function FilterMenu({ view, filter, onChange, isPhone }: FilterProps & { isPhone: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        ref={setAnchor}
        square={isPhone}
        aria-label={m.filter}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        data-key="filter"
        onClick={() => setOpen(!isOpen)}
      >
        <ListFilter aria-hidden="true" size={16} />
        {!isPhone && m.filter}
      </Button>
      <PickPopup isOpen={isOpen} name={m.filter} anchor={anchor ?? undefined} returnTo={() => anchor ?? undefined} onClose={() => setOpen(false)}>
        <FilterChoices view={view} filter={filter} onChange={onChange} onDone={() => setOpen(false)} />
      </PickPopup>
    </>
  )
}

function FilterChoices({ view, filter, onChange, onDone }: FilterProps & { onDone: () => void }) {
  const sections = useFilterSections(view, filter)
  const labels = useWordsInUse('label')
  // One choice after the other, before this is drawn again.
  const latest = useRef(filter)
  async function type(text: string) {
    latest.current = await addTyped(
      latest.current,
      text,
      labels.map(({ word }) => word),
    )
    onChange(latest.current)
  }
  return (
    <PickBody
      stays
      name={m.filter}
      hint={m.filterHint}
      longest={320}
      sections={sections}
      other={m.filterTyped}
      onOther={(text) => void type(text)}
      onChoose={(id) => {
        const { field, value } = meant(id)
        latest.current = { ...latest.current, [field]: toggled<string>(latest.current[field], value) }
        onChange(latest.current)
      }}
      onDone={onDone}
    />
  )
}

/** All that can be chosen; words of tasks as the service knows them, most used first. */
function useFilterSections(view: View, filter: Filter): PickSection[] {
  const { data: contacts = [] } = useQuery(allContacts)
  const [labels, requesters, assignees] = [useWordsInUse('label'), useWordsInUse('requester'), useWordsInUse('assignee')]
  const chosen = (field: Field): readonly string[] => filter[field] ?? []
  const section = (name: string, field: Field, values: readonly Value[]): PickSection => ({
    name,
    options: values.map(({ value, ...option }) => ({
      ...option,
      id: idOf(field, value),
      isChosen: chosen(field).includes(value),
    })),
  })
  const choosable = view === 'done' ? [] : (statusesOf(view) ?? statuses)
  /** What is chosen stands there, too, when no task has it any more. */
  const words = (field: 'label' | 'requester' | 'assignee', inUse: readonly { word: string; open: number }[], first: readonly string[] = []) => {
    const counts = new Map(inUse.map(({ word, open }) => [word, open]))
    return [...new Set([...first, ...counts.keys(), ...chosen(field)])].map((word) => ({ word, count: counts.get(word) }))
  }
  const others = assignees.filter(({ word }) => !myWords().includes(word))
  return [
    section(
      m.fields.status,
      'status',
      choosable.map((status) => ({ value: status, label: m.status[status], glyph: <StatusGlyph status={status} /> })),
    ),
    section(
      m.fields.priority,
      'priority',
      priorities.toReversed().map((one) => ({ value: one, label: m.priority[one], glyph: <PriorityGlyph priority={one} /> })),
    ),
    section(
      m.fields.due,
      'due',
      dueRanges.map((range) => ({ value: range, label: m.due.ranges[range], glyph: <DueGlyph isLate={range === 'overdue'} size={16} /> })),
    ),
    section(
      m.fields.assignee,
      'assignee',
      words('assignee', others, ['me', 'none']).map(({ word, count }) => ({
        value: word,
        label: assigneeText(word),
        hint: /^(?:me|none)$/.test(word) ? undefined : word,
        count,
        glyph: assigneeGlyph(word),
      })),
    ),
    section(
      m.fields.labels,
      'label',
      words('label', labels).map(({ word, count }) => ({ value: word, label: word, count, glyph: <LabelDot label={word} /> })),
    ),
    section(
      m.fields.requesters,
      'requester',
      words('requester', requesters).map(({ word, count }) => ({
        value: word,
        label: shownName(contacts, word),
        hint: word,
        count,
        glyph: <PersonMark name={shownName(contacts, word)} size={18} />,
      })),
    ),
  ].filter(({ options }) => options.length > 0)
}

function assigneeGlyph(word: string) {
  if (word === 'none') return <UserRoundX aria-hidden="true" size={16} className="text-faint" />
  return <ActorMark actor={word === 'me' ? { kind: 'person', name: m.you } : assigneeOf(word)} size={18} />
}
