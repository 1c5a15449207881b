import { useEffect, useRef } from 'react'
import { wish, type Wish } from './navigation.ts'
import { useStore } from './store.ts'

/** Runs `take` when a key asked for this part of the open task, also when the task has only just opened. */
export function useWish(part: Wish, take: () => void): void {
  const wanted = useStore(wish)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (wanted !== part) return
    wish.set(undefined)
    latest.current()
  }, [wanted, part])
}
