import { Ellipsis } from 'lucide-react'
import { can, isOffered } from '../../abilities.ts'
import { m } from '../../messages.ts'
import type { Navigation, View } from '../../navigation.ts'
import { Menu } from '../../ui/menu.tsx'
import { tabLook } from './tab-look.ts'
import { viewIcons } from './view-icons.ts'

/** What does not fit under the thumb. */
const more: readonly View[] = (['review', can.remind ? 'all' : undefined, 'done', 'people', 'activity', 'settings'] as const)
  .filter((view) => view !== undefined)
  .filter(isOffered)

export function MoreMenu({ nav }: { nav: Navigation }) {
  const isCurrent = more.includes(nav.view)
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" aria-current={isCurrent ? 'page' : undefined} className={tabLook(isCurrent)}>
          <Ellipsis aria-hidden="true" size={20} />
          <span>{m.more}</span>
        </button>
      }
      groups={[
        {
          choices: more.map((view) => {
            const Icon = viewIcons[view]
            return { id: view, label: m.view[view], glyph: <Icon aria-hidden="true" size={18} className="text-muted" /> }
          }),
        },
      ]}
      onChoose={(view) => nav.go(view as View)}
    />
  )
}
