import { usePhone } from '../../lib/use-media.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { DisplayMenu } from './display-menu.tsx'
import { FilterMenu } from './filter-menu.tsx'

/** What a list shows, and how. */
export function ListMenus({ nav }: { nav: Navigation }) {
  const isPhone = usePhone()
  return (
    <>
      <DisplayMenu view={nav.view} filter={nav.filter} onChange={nav.setFilter} isPhone={isPhone} />
      <FilterMenu view={nav.view} filter={nav.filter} onChange={nav.setFilter} isPhone={isPhone} />
    </>
  )
}
