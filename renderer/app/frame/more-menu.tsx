import { useQuery } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { can, isOffered } from '../../backend/abilities.ts'
import { remote } from '../../data/remote.ts'
import { m } from '../../lib/messages.ts'
import type { Navigation, View } from '../../lib/navigation.ts'
import { remoteMark } from '../../lib/remote-words.ts'
import { cx } from '../../ui/class-names.ts'
import { SyncGlyph } from '../../ui/glyphs.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toneOf } from './reach-mark.tsx'
import { useHasTeam } from '../../data/use-has-team.ts'
import { tabLook } from './tab-look.ts'
import { viewIcons } from './view-icons.ts'

/** What does not fit under the thumb. */
const all: readonly View[] = (['review', 'next', can.remind ? 'all' : undefined, 'done', 'people', 'activity', 'team', 'settings'] as const)
  .filter((view) => view !== undefined)
  .filter(isOffered)

export function MoreMenu({ nav }: { nav: Navigation }) {
  const hasTeam = useHasTeam()
  const more = all.filter((view) => view !== 'team' || hasTeam)
  const isCurrent = more.includes(nav.view)
  const mark = remoteMark(useQuery(remote).data)
  const isWanted = mark?.tone === 'warn' || mark?.tone === 'bad'
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" aria-current={isCurrent ? 'page' : undefined} className={tabLook(isCurrent)}>
          <span className="relative">
            <Ellipsis aria-hidden="true" size={20} />
            {isWanted && <span aria-hidden="true" className={cx('absolute -end-1.5 -top-0.5 size-2 rounded-full bg-current', toneOf[mark.tone])} />}
          </span>
          <span>{m.more}</span>
          {isWanted && <span className="sr-only">{m.cloud.mark.open(mark.text)}</span>}
        </button>
      }
      groups={[
        ...(mark
          ? [
              {
                choices: [{ id: 'cloud', label: m.cloud.mark.open(mark.text), glyph: <SyncGlyph size={18} className={cx('shrink-0', toneOf[mark.tone])} /> }],
              },
            ]
          : []),
        {
          choices: more.map((view) => {
            const Icon = viewIcons[view]
            return { id: view, label: m.view[view], glyph: <Icon aria-hidden="true" size={18} className="text-muted" /> }
          }),
        },
      ]}
      onChoose={(id) => (id === 'cloud' && mark ? nav.go(...mark.to) : nav.go(id as View))}
    />
  )
}
