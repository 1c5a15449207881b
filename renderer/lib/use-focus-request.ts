import { useEffect, useRef } from 'react'
import { focusRequest, type FocusRequest } from './navigation.ts'
import { useStore } from './store.ts'

/** Runs `take` when a key asked for this part of the open task, also when the task has only just opened. */
export function useFocusRequest(part: FocusRequest, take: () => void): void {
  const wanted = useStore(focusRequest)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (wanted !== part) return
    focusRequest.set(undefined)
    latest.current()
  }, [wanted, part])
}
