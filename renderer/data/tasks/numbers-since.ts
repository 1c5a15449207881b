// Which number a task has got since it was opened without one: an address outlives the page that the change was sent from.
import { isTemporary } from '../../backend/unnumbered.ts'
import { storage } from '../../lib/storage.ts'

const place = 'numbers'
/** Addresses older than so many tasks are nobody's any more. */
const maxKept = 50

const kept = (): [number, number][] => JSON.parse(storage.read(place) || '[]') as [number, number][]

export function rememberNumber(from: number, to: number): void {
  if (isTemporary(from)) storage.write(place, JSON.stringify([...kept(), [from, to]].slice(-maxKept)))
}

export const numberSince = (id: number): number | undefined => (isTemporary(id) ? kept().find(([from]) => from === id)?.[1] : undefined)
