// Arrows go from card to card, with Shift up and down they select and to the sides they carry; the keyboard goes along, and keeps its place when a card leaves.
import { useEffect, useRef } from 'react'
import { peek } from '../../actions/peek.ts'
import { targetsOf } from '../../actions/targets.ts'
import { useKeys } from '../../lib/keys.ts'
import { cursor, type Navigation } from '../../lib/navigation.ts'
import { carry } from './move-cards.ts'
import type { Column } from './use-columns.ts'

interface BoardKeys {
  columns: readonly Column[]
  /** The task that keys act on. */
  at: number | undefined
  board: HTMLElement | null
  nav: Navigation
}

interface CardPlace {
  column: number
  index: number
}

/** Returns what takes the keyboard to a card. */
export function useBoardKeys({ columns, at, board, nav }: BoardKeys): (id: number) => void {
  const place = placeOf(columns, at)
  const focusOn = useRef<number | undefined>(undefined)
  function go(id: number) {
    cursor.set(id)
    if (nav.openId !== undefined && nav.openId !== id) nav.open(id, true)
    focusOn.current = id
  }
  function to(column: Column | undefined, index: number) {
    const task = column?.tasks[Math.max(0, Math.min(index, (column?.tasks.length ?? 1) - 1))]
    if (task) go(task.id)
  }
  const first = columns.find((column) => column.tasks.length > 0)
  function across(by: number) {
    if (!place) return to(first, 0)
    for (let next = place.column + by; columns[next]; next += by) {
      if (columns[next]?.tasks.length) return to(columns[next], place.index)
    }
  }
  /** An arrow points where it goes to, also where the first column is at the right. */
  const onwards = () => (board && getComputedStyle(board).direction === 'rtl' ? -1 : 1)
  const along = (by: number) => (place ? to(columns[place.column], place.index + by) : to(first, 0))
  function carryOn(by: 1 | -1) {
    carry(
      targetsOf(nav),
      by,
      columns.map(({ status }) => status),
    )
    focusOn.current = at
  }
  useKeys(
    {
      j: () => along(1),
      arrowdown: () => along(1),
      k: () => along(-1),
      arrowup: () => along(-1),
      home: () => place && to(columns[place.column], 0),
      end: () => place && to(columns[place.column], Number.MAX_SAFE_INTEGER),
      arrowleft: () => across(-onwards()),
      arrowright: () => across(onwards()),
      'shift+arrowleft': () => carryOn(onwards() === 1 ? -1 : 1),
      'shift+arrowright': () => carryOn(onwards() === 1 ? 1 : -1),
      space: (event) => peek(event, nav, at ?? first?.tasks[0]?.id),
      o: () => at !== undefined && nav.open(at),
      enter: (event) => {
        const target = event.target as HTMLElement
        if (target.closest('button,a:not([data-row])')) return target.click()
        if (at !== undefined) nav.open(at)
      },
    },
    true,
  )
  useKeptPlace({ columns, at, nav, place, go })
  // A key moved the card from under the keyboard: it is drawn again in another column, and still has the keyboard. One that left the board has not.
  const hadFocus = useRef<number | undefined>(undefined)
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === document.body && place && hadFocus.current === at) focusOn.current = at
    hadFocus.current = activeElement?.hasAttribute('data-row') ? at : undefined
  })
  // The card that moved, or that a key went to, has the keyboard as soon as it is drawn.
  useEffect(() => {
    if (focusOn.current === undefined) return
    const card = board?.querySelector<HTMLElement>(`[data-row="${focusOn.current}"]`)
    if (!card) return
    card.focus()
    card.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    focusOn.current = undefined
  })
  return go
}

interface KeptPlace {
  columns: readonly Column[]
  at: number | undefined
  nav: Navigation
  place: CardPlace | undefined
  go: (id: number) => void
}

/** The card left the board (deleted, filtered out): the next one of its column takes its place, or one of the nearest column. */
function useKeptPlace({ columns, at, nav, place, go }: KeptPlace): void {
  const last = useRef<CardPlace | undefined>(undefined)
  useEffect(() => {
    if (place) last.current = place
    else if (at !== undefined && last.current && nav.openId === undefined && !columns.some(({ isLoading }) => isLoading)) {
      const next = nearest(columns, last.current)
      if (next === undefined) return
      if (isKeyboardFree()) go(next)
      else cursor.set(next)
    }
  })
}

/** Nobody types: the keyboard is with the page or with a card. */
function isKeyboardFree(): boolean {
  const { activeElement } = document
  return activeElement === document.body || (activeElement?.hasAttribute('data-row') ?? false)
}

function nearest(columns: readonly Column[], { column, index }: CardPlace): number | undefined {
  const byDistance = columns.map((_, at) => at).sort((a, b) => Math.abs(a - column) - Math.abs(b - column))
  const tasks = byDistance.map((at) => columns[at]?.tasks ?? []).find(({ length }) => length > 0) ?? []
  return tasks[Math.min(index, tasks.length - 1)]?.id
}

function placeOf(columns: readonly Column[], id: number | undefined): CardPlace | undefined {
  if (id === undefined) return undefined
  for (const [column, { tasks }] of columns.entries()) {
    const index = tasks.findIndex((task) => task.id === id)
    if (index >= 0) return { column, index }
  }
  return undefined
}
