import { ListFilter, Tag, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { priorities, type Priority, type Status, statuses } from '../../../shared/schema/task.ts'
import type { Filter } from '../../lib/filter.ts'
import { myWords } from '../../data/people/assignees.ts'
import { wordsInUse } from '../../data/tasks/task-cache.ts'
import { m } from '../../lib/messages.ts'
import { assigneeOf, assigneeText } from '../../lib/plan/assignee.ts'
import { type DueRange, dueRanges } from '../../lib/plan/due.ts'
import { statusesOf, type View } from '../../lib/navigation.ts'
import { ActorMark } from '../../ui/actor-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { DueGlyph, PriorityGlyph, StatusGlyph } from '../../ui/glyphs.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toggled } from './toggled.ts'

const maxLabels = 12

export interface FilterProps {
  view: View
  filter: Filter
  onChange: (filter: Filter) => void
}

const dueGroup = ({ due }: Filter) => ({
  name: m.fields.due,
  field: 'due' as const,
  choices: dueRanges.map((range) => ({
    id: range as string,
    label: m.due.ranges[range],
    glyph: <DueGlyph isLate={range === 'overdue'} size={16} />,
    chosen: due?.includes(range) ?? false,
  })),
})

/** `inUse`: who is assigned somewhere. */
function assigneeGroup({ assignee }: Filter, inUse: readonly string[]) {
  const others = inUse.filter((word) => !myWords().includes(word))
  const words = [...new Set(['me', 'none', ...(assignee ?? []), ...others])].slice(0, maxLabels)
  return {
    name: m.fields.assignee,
    field: 'assignee' as const,
    choices: words.map((word) => ({
      id: word,
      label: assigneeText(word),
      glyph:
        word === 'none' ? (
          <UserRoundX aria-hidden="true" size={16} className="text-faint" />
        ) : (
          <ActorMark actor={word === 'me' ? { kind: 'person', name: m.you } : assigneeOf(word)} size={16} />
        ),
      chosen: assignee?.includes(word) ?? false,
    })),
  }
}

export function FilterMenu({ view, filter, onChange, isPhone }: FilterProps & { isPhone: boolean }) {
  const [labels, setLabels] = useState<string[]>([])
  const [assignees, setAssignees] = useState<string[]>([])
  const choosable = view === 'done' ? [] : (statusesOf(view) ?? statuses)
  const shownLabels = [...new Set([...(filter.label ?? []), ...labels])].slice(0, maxLabels)
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
    dueGroup(filter),
    assigneeGroup(filter, assignees),
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
      onOpen={() => {
        setLabels(wordsInUse('labels'))
        setAssignees(wordsInUse('assignee'))
      }}
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
        else if (field === 'due') onChange({ ...filter, due: toggled(filter.due, id as DueRange) })
        else if (field === 'assignee') onChange({ ...filter, assignee: toggled(filter.assignee, id) })
        else onChange({ ...filter, label: toggled(filter.label, id) })
      }}
    />
  )
}
