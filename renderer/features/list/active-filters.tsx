import type { ReactNode } from 'react'
import { addTyped, shownCondition, typedValue } from '../../data/lists/typed-filter.ts'
import type { Filter } from '../../lib/filter.ts'
import { assigneeText } from '../../lib/plan/assignee.ts'
import { taskNames } from '../../lib/plan/task-names.ts'
import { useStore } from '../../lib/store.ts'
import { useNamedTasks } from '../../data/tasks/named-tasks.ts'
import { m } from '../../lib/messages.ts'
import { addressOf, type Navigation } from '../../lib/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { RemovableChip } from '../../ui/chip.tsx'
import { DueGlyph, PriorityGlyph, StatusGlyph } from '../../ui/glyphs.tsx'
import { LabelDot } from '../../ui/marks/label-dot.tsx'
import { FilterChip } from './filter-chip.tsx'
import { SaveList } from './save-list.tsx'
import { toggled } from './toggled.ts'

interface Chip {
  name: string
  typed: string
  shown: ReactNode
  without: Filter
}

const word = (text: string) => <span dir="auto">{text}</span>

function chipsOf(filter: Filter): Chip[] {
  const of = <F extends 'status' | 'priority' | 'label' | 'requester' | 'assignee' | 'due'>(
    field: F,
    nameOf: (value: NonNullable<Filter[F]>[number]) => string,
    shownAs: (value: NonNullable<Filter[F]>[number], name: string) => ReactNode,
  ): Chip[] =>
    ((filter[field] ?? []) as readonly NonNullable<Filter[F]>[number][]).map((value) => ({
      name: nameOf(value),
      typed: typedValue(field, value),
      shown: shownAs(value, nameOf(value)),
      without: { ...filter, [field]: toggled(filter[field] as readonly string[], value) },
    }))
  return [
    ...of(
      'status',
      (status) => m.status[status],
      (status, name) => (
        <>
          <StatusGlyph status={status} size={14} />
          {name}
        </>
      ),
    ),
    ...of(
      'priority',
      (priority) => m.priority[priority],
      (priority, name) => (
        <>
          <PriorityGlyph priority={priority} />
          {name}
        </>
      ),
    ),
    ...of(
      'label',
      (label) => label,
      (label) => (
        <>
          <LabelDot label={label} size={6} />
          {word(label)}
        </>
      ),
    ),
    ...of('requester', (name) => name, word),
    ...of('assignee', assigneeText, (_, name) => word(m.assign.isAssigned(name))),
    ...of(
      'due',
      (range) => m.due.ranges[range],
      (range, name) => (
        <>
          <DueGlyph isLate={range === 'overdue'} />
          {name}
        </>
      ),
    ),
    ...(filter.where ?? []).map((condition) => ({
      name: shownCondition(condition),
      typed: condition,
      shown: word(shownCondition(condition)),
      without: { ...filter, where: toggled(filter.where, condition) },
    })),
  ]
}

/** Tasks that a condition names are shown by number. */
const partsIn = (condition: string) => (/part:/.test(condition) ? [{ before: {}, after: { parent_uid: condition.replace(/^-?part:/, '') } }] : [])

/** What the list is narrowed to, each part removable and changed as text. */
export function ActiveFilters({ nav }: { nav: Navigation }) {
  const { filter, setFilter: onChange } = nav
  useNamedTasks((filter.where ?? []).flatMap((one) => partsIn(one)))
  useStore(taskNames)
  return (
    <div data-chips="" className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      {chipsOf(filter).map(({ name, typed, shown, without }) => (
        <FilterChip key={typed} name={name} typed={typed} onRemove={() => onChange(without)} onType={(text) => void addTyped(without, text).then(onChange)}>
          {shown}
        </FilterChip>
      ))}
      {filter.sort && (
        <RemovableChip name={m.display.order} onRemove={() => onChange({ ...filter, sort: undefined })}>
          {m.display.sorts[filter.sort]}
        </RemovableChip>
      )}
      {filter.group && (
        <RemovableChip name={m.display.groups} onRemove={() => onChange({ ...filter, group: undefined })}>
          {m.display.grouped[filter.group]}
        </RemovableChip>
      )}
      <SaveList key={addressOf({ ...nav, openId: undefined })} nav={nav} />
      <Button className="h-[max(24px,var(--tap))] px-2 text-meta" onClick={() => onChange({})}>
        {m.clearFilters}
      </Button>
    </div>
  )
}
