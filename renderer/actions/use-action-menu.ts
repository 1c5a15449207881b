// A right click, a long press or the menu key on a row or a card asks for the menu of its actions; in text the menu is the system's.
import { useEffect, useRef } from 'react'
import { isChangeable } from '../data/tasks/task-writes.ts'
import { holdFinger } from '../lib/press/held-finger.ts'
import { cursor, type Navigation, picked } from '../lib/navigation.ts'
import { askForMenu, menuRequest } from './requests.ts'
import { targetsOf } from './targets.ts'

/** Before the system's own answer to a long press. */
const longAfter = 450
/** Pixels: a finger that rests is never quite still. */
const tremble = 10

const rowAt = (target: EventTarget | null): HTMLElement | null => {
  if (!(target instanceof Element) || target.closest('input:not([type=checkbox]),textarea,[contenteditable=true]')) return null
  return target.closest<HTMLElement>('[data-steady],[data-card]')?.querySelector<HTMLElement>('[data-row]') ?? null
}

/** All that are selected, where the row is one of them. */
function tasksOf(row: HTMLElement): readonly number[] {
  const id = Number(row.dataset.row)
  return picked.get().has(id) ? [...picked.get()] : [id]
}

export function useActionMenu(nav: Navigation): void {
  const latest = useRef(nav)
  useEffect(() => {
    latest.current = nav
  })
  useEffect(() => {
    const over = new AbortController()
    const options = { signal: over.signal }

    function onMenu(event: MouseEvent) {
      // With Shift it is the browser's, as elsewhere.
      if (event.shiftKey && event.button === 2) return
      const { target } = event
      const isByKey = event.button !== 2 && (event as PointerEvent).pointerType !== 'touch'
      const row = rowAt(target) ?? (isByKey && target === document.body ? rowOfCursor(latest.current) : null)
      if (!row || !isChangeable(Number(row.dataset.row))) return
      event.preventDefault()
      // The long press has answered already.
      if (menuRequest.get()) return
      if (!picked.get().has(Number(row.dataset.row))) cursor.set(Number(row.dataset.row))
      askForMenu({ ids: tasksOf(row) }, isByKey ? row : { x: event.clientX, y: event.clientY })
    }

    document.addEventListener('contextmenu', onMenu, options)
    document.addEventListener('pointerdown', onTouch, options)
    return () => over.abort()
  }, [])
}

function rowOfCursor(nav: Navigation): HTMLElement | null {
  const [id] = targetsOf(nav)
  return document.querySelector<HTMLElement>(`[data-row="${id ?? ''}"]`)
}

/** Cards are lifted by a finger that rests (features/board/use-finger.ts), and so are rows that are put in order by hand (features/list/by-hand). */
function onTouch({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent): void {
  const row = pointerType === 'touch' && isPrimary ? rowAt(target) : null
  if (!row || !(target instanceof Element) || target.closest('button,input,[data-card],[data-by-hand]') || !isChangeable(Number(row.dataset.row))) return
  const ended = new AbortController()
  const options = { signal: ended.signal, capture: true }
  const timer = setTimeout(() => {
    ended.abort()
    navigator.vibrate?.(10)
    holdFinger()
    ignoreTap()
    askForMenu({ ids: tasksOf(row) }, { x, y })
  }, longAfter)
  ended.signal.addEventListener('abort', () => clearTimeout(timer))
  const end = () => ended.abort()
  window.addEventListener('pointermove', (one) => Math.hypot(one.clientX - x, one.clientY - y) > tremble && end(), options)
  for (const type of ['pointerup', 'pointercancel', 'scroll'] as const) window.addEventListener(type, end, options)
}

/** What the finger lies on when it is lifted was not tapped. */
function ignoreTap(): void {
  const ignored = new AbortController()
  const options = { signal: ignored.signal, capture: true }
  window.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      event.stopPropagation()
      ignored.abort()
    },
    options,
  )
  window.addEventListener('pointerdown', () => ignored.abort(), options)
}
