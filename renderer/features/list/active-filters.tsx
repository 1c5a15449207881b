import { type Filter, isFiltered } from '../../lib/filter.ts'
import { assigneeText } from '../../lib/plan/assignee.ts'
import { m } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { RemovableChip } from '../../ui/chip.tsx'
import { DueGlyph, PriorityGlyph, StatusGlyph } from '../../ui/glyphs.tsx'
import { SaveList } from './save-list.tsx'
import { toggled } from './toggled.ts'

interface ActiveProps {
  filter: Filter
  address: string
  onChange: (filter: Filter) => void
}

/** What the list is narrowed to, each part removable. */
export function ActiveFilters({ filter, address, onChange }: ActiveProps) {
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
      {filter.assignee?.map((word) => (
        <RemovableChip key={word} name={assigneeText(word)} onRemove={() => onChange({ ...filter, assignee: toggled(filter.assignee, word) })}>
          <span dir="auto">{m.assign.isAssigned(assigneeText(word))}</span>
        </RemovableChip>
      ))}
      {filter.due?.map((range) => (
        <RemovableChip key={range} name={m.due.ranges[range]} onRemove={() => onChange({ ...filter, due: toggled(filter.due, range) })}>
          <DueGlyph isLate={range === 'overdue'} />
          {m.due.ranges[range]}
        </RemovableChip>
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
      <SaveList key={address} address={address} />
      <Button className="h-[max(24px,var(--tap))] px-2 text-meta" onClick={() => onChange({})}>
        {m.clearFilters}
      </Button>
    </div>
  )
}
