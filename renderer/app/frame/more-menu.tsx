import { useQuery } from '@tanstack/react-query'
import { Bot, Columns3, Ellipsis, ListFilter, UserRound } from 'lucide-react'
import { can, isOffered } from '../../backend/abilities.ts'
import { placeOfList } from '../../data/lists/list-place.ts'
import { savedLists } from '../../data/lists/saved-lists.ts'
import { remote } from '../../data/remote.ts'
import { m } from '../../lib/messages.ts'
import { agentsPlace, isMine, mine, type Navigation, type View } from '../../lib/navigation.ts'
import { remoteMark } from '../../lib/remote-words.ts'
import { cx } from '../../ui/class-names.ts'
import { SyncGlyph } from '../../ui/glyphs.tsx'
import { Menu } from '../../ui/menu.tsx'
import { listColor } from './list-colors.ts'
import { toneOf } from './reach-mark.tsx'
import { useHasTeam } from '../../data/use-has-team.ts'
import { tabLook } from './tab-look.ts'
import { viewIcons } from './view-icons.ts'

/** What does not fit under the thumb. */
const all: readonly View[] = (['review', 'next', 'all', 'done', 'people', 'activity', 'team', 'settings'] as const).filter(isOffered)

function choiceOf(view: View) {
  const Icon = viewIcons[view]
  return { id: view, label: m.view[view], glyph: <Icon aria-hidden="true" size={18} className="text-muted" /> }
}
const agents = { id: 'agents', label: m.agents, glyph: <Bot aria-hidden="true" size={18} className="text-muted" /> }

export function MoreMenu({ nav }: { nav: Navigation }) {
  const hasTeam = useHasTeam()
  const more = all.filter((view) => view !== 'team' || hasTeam)
  const isCurrent = more.includes(nav.view) || isMine(nav)
  const mark = remoteMark(useQuery(remote).data)
  const { data: lists = [] } = useQuery(savedLists)
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
          choices: [
            ...(hasTeam ? [{ id: 'mine', label: m.assign.mine, glyph: <UserRound aria-hidden="true" size={18} className="text-muted" /> }] : []),
            ...more.flatMap((view) => (view === 'activity' && can.account ? [choiceOf(view), agents] : [choiceOf(view)])),
          ],
        },
        ...(lists.length > 0
          ? [
              {
                name: m.lists.saved,
                choices: lists.map(({ uid, name, view, color }) => {
                  const Icon = view === 'board' ? Columns3 : ListFilter
                  return { id: uid, label: name, glyph: <Icon aria-hidden="true" size={18} className={listColor(color) ?? 'text-muted'} /> }
                }),
              },
            ]
          : []),
      ]}
      onChoose={(id) => {
        const list = lists.find(({ uid }) => uid === id)
        if (list) nav.goTo(placeOfList(list))
        else if (id === 'mine') nav.goTo(mine)
        else if (id === 'agents') nav.goTo(agentsPlace)
        else if (id === 'cloud' && mark) nav.go(...mark.to)
        else nav.go(id as View)
      }}
    />
  )
}
