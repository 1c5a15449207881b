// Manual order: in a saved list that is sorted so, tasks are dragged, with a finger too, or moved by Alt and an arrow.
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { moveInList } from '../../../actions/moving.ts'
import { askForMenu } from '../../../actions/requests.ts'
import { m } from '../../../messages/late.ts'
import { cursor, type Navigation, picked } from '../../../lib/navigation.ts'
import { notify } from '../../../lib/notices.ts'
import { isChangeable } from '../../../data/tasks/task-writes.ts'
import { moveByHand } from './move-by-hand.ts'
import { type Aim, RowDrag } from './row-drag.ts'
import { shownGroups } from './shown-groups.ts'

/** All that are selected, where it is one of them. */
const idsOf = (id: number): ReadonlySet<number> => (picked.get().has(id) ? picked.get() : new Set([id]))

const groupOf = (...ids: number[]) => shownGroups.get().find(({ tasks }) => ids.every((id) => tasks.some((task) => task.id === id)))?.tasks

function step(list: string, id: number, by: 1 | -1, ids = idsOf(id)): void {
  const group = groupOf(id)
  if (!group) return
  const first = group.findIndex((task) => ids.has(task.id))
  moveByHand(list, group, ids, Math.max(0, first + by))
}

function drop(list: string, id: number, { id: target, edge }: Aim): void {
  const group = groupOf(id, target)
  const ids = idsOf(id)
  if (!group || ids.has(target)) return
  const others = group.filter((task) => !ids.has(task.id))
  cursor.set(id)
  moveByHand(list, group, ids, others.findIndex((task) => task.id === target) + (edge === 'after' ? 1 : 0))
}

/** Why the order cannot be changed here, and what makes it so. */
function sayHow(nav: Navigation): void {
  if (!nav.list) return void notify({ kind: 'done', text: m.byHand.saveFirst })
  const sort = () => nav.setFilter({ ...nav.filter, sort: 'manual' })
  notify({ kind: 'done', text: m.byHand.otherOrder, action: { label: m.byHand.sort, run: sort } })
}

const isElsewhere = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input:not([type=checkbox]),textarea,select,nav,[role=menu],[role=dialog],[role=listbox]') !== null)

function focusedRow(): number | undefined {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && activeElement.dataset.row !== undefined ? Number(activeElement.dataset.row) : undefined
}

export function ByHand({ nav }: { nav: Navigation }) {
  const [aim, setAim] = useState<Aim>()
  const latest = useRef(nav)
  useEffect(() => {
    latest.current = nav
  })
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
      if (by === undefined || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented || isElsewhere(event.target)) return
      event.preventDefault()
      const { list, filter, openId } = latest.current
      const id = openId ?? focusedRow() ?? cursor.get()
      if (!list || filter.sort !== 'manual') sayHow(latest.current)
      else if (id !== undefined && isChangeable(id)) {
        // It keeps the keyboard where it goes.
        cursor.set(id)
        step(list, id, by)
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const list = nav.filter.sort === 'manual' ? nav.list : undefined
  useEffect(() => {
    if (list === undefined) return
    moveInList.set((ids, by) => {
      const first = [...ids].find(isChangeable)
      if (first !== undefined) step(list, first, by, ids)
    })
    const drag = new RowDrag({
      canLift: isChangeable,
      canDrop: (id, target) => groupOf(id, target) !== undefined && !idsOf(id).has(target),
      over: setAim,
      onDrop: (id, where) => drop(list, id, where),
      onHold: (id, at) => askForMenu({ ids: [...idsOf(id)] }, at),
    })
    return () => {
      moveInList.set(undefined)
      drag.stop()
    }
  }, [list])
  if (!aim) return null
  const { left, width, y } = aim
  return createPortal(
    <div aria-hidden="true" data-aim="" className="pointer-events-none fixed z-50 h-0.5 rounded-full bg-accent" style={{ left, width, top: y - 1 }} />,
    document.body,
  )
}
