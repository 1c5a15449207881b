import { useCallback, useEffect, useRef } from 'react'
import { explain } from '../../backend/explain.ts'
import { useKeys } from '../../lib/keys.ts'
import { m } from '../../lib/messages.ts'
import { picked } from '../../lib/navigation.ts'
import { notify } from '../../lib/notices.ts'
import { useStore } from '../../lib/store.ts'
import type { Groups } from './use-groups.ts'

const nothing = {}

/** x picks the row of the cursor, Shift x all up to it, Ctrl a every row of the list, also those that were not read yet; Escape lets all go. Returns what a click on a box does. */
export function usePicking(ids: readonly number[], at: number | undefined, lists: Pick<Groups, 'groups' | 'loadAll'>): (id: number, isRange: boolean) => void {
  const latest = useRef({ ids, last: undefined as number | undefined })
  useEffect(() => {
    latest.current.ids = ids
  })
  const pick = useCallback((id: number, isRange: boolean) => {
    const next = new Set(picked.get())
    const { ids: all, last } = latest.current
    const [from, to] = [last === undefined ? -1 : all.indexOf(last), all.indexOf(id)]
    if (isRange && from >= 0 && to >= 0) for (const one of all.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one)
    else if (next.has(id)) next.delete(id)
    else next.add(id)
    latest.current.last = id
    picked.set(next)
  }, [])
  const hasMore = lists.groups.some((group) => group.hasMore)
  const wantsAll = useRef(false)
  async function pickAll() {
    picked.set(new Set(ids))
    if (!hasMore) return
    wantsAll.current = true
    try {
      await lists.loadAll()
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
  useKeys({
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
