import { usePhone } from '../../lib/use-media.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { ByHand } from './by-hand/by-hand.tsx'
import { DisplayMenu } from './display-menu.tsx'
import { FilterMenu } from './filter-menu.tsx'

/** What a list shows, and how; columns of the board have their order. */
export function ListMenus({ nav }: { nav: Navigation }) {
  const isPhone = usePhone()
  return (
    <>
      {nav.view !== 'board' && <DisplayMenu view={nav.view} list={nav.list} filter={nav.filter} onChange={nav.setFilter} isPhone={isPhone} />}
      {nav.view !== 'board' && <ByHand nav={nav} />}
      <FilterMenu view={nav.view} filter={nav.filter} onChange={nav.setFilter} isPhone={isPhone} />
    </>
  )
}
