import { SlidersHorizontal } from 'lucide-react'
import { type Filter, type Grouping, groupings, type Sort, sorts } from '../../lib/filter.ts'
import { m } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'

/** In which order and in which groups a list stands. */
export function DisplayMenu({ filter, onChange, isPhone }: { filter: Filter; onChange: (filter: Filter) => void; isPhone: boolean }) {
  return (
    <Menu
      align="end"
      trigger={
        <Button square={isPhone} aria-label={m.display.name}>
          <SlidersHorizontal aria-hidden="true" size={16} />
          {!isPhone && m.display.name}
        </Button>
      }
      groups={[
        {
          name: m.display.order,
          choices: [undefined, ...sorts].map((sort) => ({ id: sort ?? 'newest', label: m.display.sorts[sort ?? 'newest'], chosen: filter.sort === sort })),
        },
        {
          name: m.display.groups,
          choices: [undefined, ...groupings].map((group) => ({
            id: group ?? 'none',
            label: m.display.groupings[group ?? 'none'],
            chosen: filter.group === group,
          })),
        },
      ]}
      onChoose={(id, part) => {
        if (part === 0) onChange({ ...filter, sort: id === 'newest' ? undefined : (id as Sort) })
        else onChange({ ...filter, group: id === 'none' ? undefined : (id as Grouping) })
      }}
    />
  )
}
