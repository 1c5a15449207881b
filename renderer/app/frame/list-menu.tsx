import { ArrowDown, ArrowUp, Circle, Columns3, List, Pencil, Trash2 } from 'lucide-react'
import { listColors, type SavedList } from '../../../shared/schema/saved-list.ts'
import { placeOfList } from '../../data/lists/list-place.ts'
import { changeList, deleteList, placeList } from '../../data/lists/saved-lists.ts'
import { m } from '../../messages/late.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { cx } from '../../ui/class-names.ts'
import { MenuAt } from '../../ui/menu.tsx'
import { listColor } from './list-colors.ts'

interface ListMenuProps {
  list: SavedList
  index: number
  at: Element | { x: number; y: number }
  nav: Navigation
  canRename: boolean
  onRename: () => void
  onClose: () => void
}

const icon = { size: 16, 'aria-hidden': true, className: 'text-muted' } as const

/** What can be done to a saved list. */
export function ListMenu({ list, index, at, nav, canRename, onRename, onClose }: ListMenuProps) {
  const says = m.savedList
  const isBoard = list.view === 'board'
  async function turn() {
    const turned = { ...list, view: isBoard ? ('list' as const) : ('board' as const) }
    if ((await changeList(list, { view: turned.view }, m.lists.changed(list.name))) && nav.list === list.uid) nav.goTo(placeOfList(turned))
  }
  const actions: Record<string, () => unknown> = {
    rename: onRename,
    up: () => placeList(list, index - 1),
    down: () => placeList(list, index + 1),
    turn,
    delete: () => deleteList(list),
  }
  return (
    <MenuAt
      isOpen
      name={says.more(list.name)}
      at={at}
      onClose={onClose}
      groups={[
        {
          choices: [
            ...(canRename ? [{ id: 'rename', label: says.rename, keys: 'F2', glyph: <Pencil {...icon} /> }] : []),
            { id: 'up', label: says.up, keys: 'alt+arrowup', glyph: <ArrowUp {...icon} /> },
            { id: 'down', label: says.down, keys: 'alt+arrowdown', glyph: <ArrowDown {...icon} /> },
            { id: 'turn', label: isBoard ? says.asList : says.asBoard, glyph: isBoard ? <List {...icon} /> : <Columns3 {...icon} /> },
          ],
        },
        {
          name: says.color,
          choices: [null, ...listColors].map((color) => ({
            id: color ?? 'none',
            label: says.colors[color ?? 'none'],
            glyph: <Circle aria-hidden="true" size={14} fill={color ? 'currentColor' : 'none'} className={cx('mx-px', listColor(color) ?? 'text-faint')} />,
            chosen: list.color === color,
          })),
        },
        { choices: [{ id: 'delete', label: says.delete, keys: 'delete', danger: true, glyph: <Trash2 size={16} aria-hidden="true" /> }] },
      ]}
      onChoose={(id, group) => {
        onClose()
        if (group !== 1) return void actions[id]?.()
        const color = listColors.find((one) => one === id) ?? null
        if (color !== list.color) void changeList(list, { color }, m.lists.changed(list.name))
      }}
    />
  )
}
