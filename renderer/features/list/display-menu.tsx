import { SlidersHorizontal } from 'lucide-react'
import { type Grouping, groupings, type Sort, sorts } from '../../lib/filter.ts'
import { m } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import type { FilterProps } from './filter-menu.tsx'
import { Menu } from '../../ui/menu.tsx'

/** In which order and in which groups a list stands. What is put in order by hand is kept with a saved list. */
export function DisplayMenu({ view, list, filter, onChange, isPhone }: FilterProps & { list: string | undefined; isPhone: boolean }) {
  const first = view === 'next' ? 'next' : 'newest'
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
          choices: [undefined, ...sorts.filter((sort) => sort !== 'manual' || list !== undefined)].map((sort) => ({
            id: sort ?? first,
            label: m.display.sorts[sort ?? first],
            chosen: filter.sort === sort,
          })),
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
        if (part === 0) onChange({ ...filter, sort: id === first ? undefined : (id as Sort) })
        else onChange({ ...filter, group: id === 'none' ? undefined : (id as Grouping) })
      }}
    />
  )
}
