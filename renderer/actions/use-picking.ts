import { useCallback, useEffect, useRef } from 'react'
import { explain } from '../backend/explain.ts'
import { useKeys } from '../lib/keys.ts'
import { m } from '../lib/messages.ts'
import { picked } from '../lib/navigation.ts'
import { notify } from '../lib/notices.ts'
import { useStore } from '../lib/store.ts'

const nothing = {}

interface Rows {
  /** All that can be selected, in their order. */
  ids: readonly number[]
  /** The columns that they stand in: an arrow or a range goes through one. */
  lines?: readonly (readonly number[])[]
  /** Where the cursor is. */
  at: number | undefined
  /** Which of the rows of its task, where one stands in several groups; without it, the first. */
  place?: () => number
  go: (id: number, place: number) => void
  /** Some were not read yet. */
  hasMore: boolean
  loadAll: () => Promise<void>
}

/** The column with this one, else the first. */
const lineOf = (lines: readonly (readonly number[])[], id: number | undefined) => lines.find((line) => id !== undefined && line.includes(id)) ?? lines[0] ?? []

/**
 * x selects the row of the cursor, Shift x all up to it, Shift and an arrow from row to row, Ctrl a every row, also those that were not read yet; Escape lets all
 * go. Returns what a click on a box does, and one on a row with Ctrl or Shift.
 */
export function usePicking({ ids, lines = [ids], at, place, go, hasMore, loadAll }: Rows): (id: number, isRange: boolean) => void {
  const latest = useRef({ lines, at, last: undefined as number | undefined })
  useEffect(() => {
    Object.assign(latest.current, { lines, at })
  })
  const pick = useCallback((id: number, isRange: boolean) => {
    const next = new Set(picked.get())
    const { lines: known, last = latest.current.at } = latest.current
    const line = lineOf(known, id)
    const [from, to] = [last === undefined ? -1 : line.indexOf(last), line.indexOf(id)]
    if (isRange && from >= 0 && from !== to && to >= 0) for (const one of line.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one)
    else if (next.has(id)) next.delete(id)
    else next.add(id)
    latest.current.last = id
    picked.set(next)
  }, [])
  const wantsAll = useRef(false)
  async function pickAll() {
    picked.set(new Set(ids))
    if (!hasMore) return
    wantsAll.current = true
    try {
      await loadAll()
    } catch (error) {
      wantsAll.current = false
      notify({ kind: 'problem', text: explain(m.nothingLost, error) })
    }
  }
  useEffect(() => {
    if (!wantsAll.current || hasMore) return
    wantsAll.current = false
    picked.set(new Set(ids))
  }, [hasMore, ids])
  // Going back lets go what was gone over.
  const stretch = useRef<{ first: number | undefined; from: number; to: number; before: ReadonlySet<number> } | undefined>(undefined)
  function extend(by: number) {
    const line = lineOf(lines, at)
    const index = place?.() ?? (at === undefined ? -1 : line.indexOf(at))
    const next = line[index < 0 ? 0 : index + by]
    if (next === undefined) return
    const to = index < 0 ? 0 : index + by
    const last = stretch.current
    // Where a row came or went meanwhile, it begins anew.
    const known = last?.to === index && line[last.from] === last.first ? last : undefined
    const { from, before } = known ?? { from: Math.max(0, index), before: picked.get() }
    picked.set(new Set([...before, ...line.slice(Math.min(from, to), Math.max(from, to) + 1)]))
    stretch.current = { first: line[from], from, to, before }
    latest.current.last = line[from]
    go(next, to)
  }
  useKeys({
    'shift+arrowdown': () => extend(1),
    'shift+arrowup': () => extend(-1),
    x: () => at !== undefined && pick(at, false),
    'shift+x': () => at !== undefined && pick(at, true),
    'mod+a': () => void pickAll(),
  })
  const hasPicked = useStore(picked).size > 0
  // Before the open task, which Escape closes.
  useKeys(
    hasPicked
      ? {
          escape: () => {
            stretch.current = undefined
            latest.current.last = undefined
            wantsAll.current = false
            picked.set(new Set())
          },
        }
      : nothing,
    true,
  )
  // Tasks that left the list are no longer picked: nothing is changed that is not in sight.
  useEffect(() => {
    const chosen = picked.get()
    if (chosen.size === 0) return
    const here = new Set(ids)
    const left = [...chosen].filter((id) => here.has(id))
    if (left.length < chosen.size) picked.set(new Set(left))
  }, [ids])
  useEffect(() => () => picked.set(new Set()), [])
  return pick
}
