import { ListFilter, Tag } from 'lucide-react'
import { useState } from 'react'
import { priorities, type Priority, type Status, statuses } from '../../../shared/schema/task.ts'
import { type Filter, isFiltered } from '../../data/filter.ts'
import { wordsInUse } from '../../data/task-cache.ts'
import { m } from '../../messages.ts'
import { statusesOf, type View } from '../../navigation.ts'
import { Button } from '../../ui/button.tsx'
import { RemovableChip } from '../../ui/chip.tsx'
import { PriorityGlyph, StatusGlyph } from '../../ui/glyphs.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SaveList } from './save-list.tsx'

const mostLabels = 12

export interface FilterProps {
  view: View
  filter: Filter
  onChange: (filter: Filter) => void
}

function toggled<T>(values: readonly T[] = [], value: T): T[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
}

export function FilterMenu({ view, filter, onChange, isPhone }: FilterProps & { isPhone: boolean }) {
  const [labels, setLabels] = useState<string[]>([])
  const choosable = view === 'done' ? [] : (statusesOf(view) ?? statuses)
  const shownLabels = [...new Set([...(filter.label ?? []), ...labels])].slice(0, mostLabels)
  const groups = [
    {
      name: m.fields.status,
      field: 'status' as const,
      choices: choosable.map((status) => ({
        id: status as string,
        label: m.status[status],
        glyph: <StatusGlyph status={status} />,
        chosen: filter.status?.includes(status) ?? false,
      })),
    },
    {
      name: m.fields.priority,
      field: 'priority' as const,
      choices: [...priorities].reverse().map((priority) => ({
        id: priority as string,
        label: m.priority[priority],
        glyph: <PriorityGlyph priority={priority} />,
        chosen: filter.priority?.includes(priority) ?? false,
      })),
    },
    {
      name: m.fields.labels,
      field: 'label' as const,
      choices: shownLabels.map((label) => ({
        id: label,
        label,
        glyph: <Tag aria-hidden="true" size={14} className="mx-px text-faint" />,
        chosen: filter.label?.includes(label) ?? false,
      })),
    },
  ].filter((group) => group.choices.length > 0)
  return (
    <Menu
      stays
      align="end"
      onOpen={() => setLabels(wordsInUse('labels'))}
      trigger={
        <Button square={isPhone} aria-label={m.filter} data-key="filter">
          <ListFilter aria-hidden="true" size={16} />
          {!isPhone && m.filter}
        </Button>
      }
      groups={groups}
      onChoose={(id, index) => {
        const field = groups[index]?.field
        if (field === 'status') onChange({ ...filter, status: toggled(filter.status, id as Status) })
        else if (field === 'priority') onChange({ ...filter, priority: toggled(filter.priority, id as Priority) })
        else onChange({ ...filter, label: toggled(filter.label, id) })
      }}
    />
  )
}

/** What the list is narrowed to, each part removable. */
export function ActiveFilters({ filter, address, onChange }: Omit<FilterProps, 'view'> & { address: string }) {
  if (!isFiltered(filter) && !filter.sort && !filter.group) return null
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      {filter.status?.map((status) => (
        <RemovableChip key={status} name={m.status[status]} onRemove={() => onChange({ ...filter, status: toggled(filter.status, status) })}>
          <StatusGlyph status={status} size={14} />
          {m.status[status]}
        </RemovableChip>
      ))}
      {filter.priority?.map((priority) => (
        <RemovableChip key={priority} name={m.priority[priority]} onRemove={() => onChange({ ...filter, priority: toggled(filter.priority, priority) })}>
          <PriorityGlyph priority={priority} />
          {m.priority[priority]}
        </RemovableChip>
      ))}
      {filter.label?.map((label) => (
        <RemovableChip key={label} name={label} onRemove={() => onChange({ ...filter, label: toggled(filter.label, label) })}>
          <span dir="auto">{label}</span>
        </RemovableChip>
      ))}
      {filter.requester?.map((name) => (
        <RemovableChip key={name} name={name} onRemove={() => onChange({ ...filter, requester: toggled(filter.requester, name) })}>
          <span dir="auto">{name}</span>
        </RemovableChip>
      ))}
      {filter.sort && (
        <RemovableChip name={m.display.order} onRemove={() => onChange({ ...filter, sort: undefined })}>
          {m.display.sorts[filter.sort]}
        </RemovableChip>
      )}
      {filter.group && (
        <RemovableChip name={m.display.groups} onRemove={() => onChange({ ...filter, group: undefined })}>
          {m.display.by(m.display.groupings[filter.group])}
        </RemovableChip>
      )}
      <SaveList key={address} address={address} />
      <Button className="h-[max(24px,var(--tap))] px-2 text-meta" onClick={() => onChange({})}>
        {m.clearFilters}
      </Button>
    </div>
  )
}
