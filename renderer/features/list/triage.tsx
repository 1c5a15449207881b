// Triage in the Inbox: what is decided leaves it, and the next one takes its place.
import { useEffect, useRef, useState } from 'react'
import { isInInbox } from '../../../shared/domain/tasks/triage.ts'
import { isTemporary } from '../../backend/unnumbered.ts'
import { cachedTask } from '../../data/tasks/task-cache.ts'
import { m } from '../../lib/messages.ts'
import { cursor, type Navigation } from '../../lib/navigation.ts'
import { Kbd } from '../../ui/kbd.tsx'

/** It left the list because somebody decided, not because a filter or its number changed. */
function isDecided(id: number): boolean {
  const task = cachedTask(id)
  return !isTemporary(id) && (task === undefined || !isInInbox(task))
}

/** In the task itself; a picker's filter is where the decision was made. */
const isWriting = () => document.activeElement?.matches(':is(input, textarea, [contenteditable=true]):not([role=combobox])') ?? false

/** How many were decided since somebody came here. The open task hands on to the next; one that comes back is gone to. */
export function useTriage(nav: Navigation, ids: readonly number[]): number {
  const [decided, setDecided] = useState<readonly number[]>([])
  const shown = useRef(ids)
  useEffect(() => {
    const before = shown.current
    shown.current = ids
    if (nav.view !== 'inbox' || before === ids) return
    const here = new Set(ids)
    const left = before.filter((id) => !here.has(id) && isDecided(id))
    const back = decided.filter((id) => here.has(id))
    if (left.length === 0 && back.length === 0) return
    setDecided([...decided.filter((id) => !here.has(id)), ...left])
    const from = nav.openId
    const isHandedOn = from !== undefined && left.includes(from) && !isWriting()
    const next = back.at(-1) ?? (isHandedOn ? ids[Math.min(before.indexOf(from), ids.length - 1)] : undefined)
    if (next === undefined) return void (isHandedOn && nav.close())
    cursor.set(next)
    if (from !== undefined) nav.open(next, true)
  }, [ids, nav, decided])
  return decided.length
}

/** How far it has come, and the key that decides without setting a value. */
export function TriageBar({ triaged, left }: { triaged: number; left: number }) {
  if (left === 0) return null
  return (
    <div className="flex h-9 shrink-0 items-center gap-2 border-b border-line px-4 text-meta text-quiet">
      <span className="tabular flex-1" role="status">
        {m.triaged(triaged, triaged + left)}
      </span>
      <span className="flex items-center gap-2 pointer-coarse:hidden phone:hidden">
        {m.keep}
        <Kbd keys="i" />
      </span>
    </div>
  )
}
