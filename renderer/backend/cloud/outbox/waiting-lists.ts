// Saved lists as the person sees them: what the cloud has, with what waits to be sent. Pure.
import type { NewSavedList, SavedList } from '../../../../shared/schema/saved-list.ts'
import type { Answer, Write } from './write.ts'

/** The one that a write is about, as this device calls it. */
export function listUidOf(write: Write): string | undefined {
  if (write.kind === 'list') return write.shown.uid
  return write.kind === 'list-change' || write.kind === 'list-delete' ? write.uid : undefined
}

/** In the order of the sidebar. */
export function listsOver(known: readonly SavedList[], writes: readonly Write[]): SavedList[] {
  let shown = [...known]
  for (const write of writes) {
    if (write.kind === 'list') shown = [...shown.filter(({ uid }) => uid !== write.shown.uid), write.shown]
    else if (write.kind === 'list-change') shown = shown.map((one) => (one.uid === write.uid ? { ...one, ...write.body } : one))
    else if (write.kind === 'list-delete') shown = shown.filter(({ uid }) => uid !== write.uid)
  }
  return shown.sort((a, b) => a.position - b.position || a.id - b.id)
}

/** What a new list will be, as far as this device can tell. */
export function unsentList(id: number, body: NewSavedList & { uid: string }, known: readonly SavedList[], at: string): SavedList {
  const last = Math.max(0, ...known.map(({ position }) => position))
  return { id, position: last + 1, view: 'list', color: null, query: {}, ...body, version: 1, created_at: at, updated_at: at }
}

/** What makes it once more, as the same one. */
export const asSaved = ({ uid, name, view, query, color, position }: SavedList): NewSavedList => ({ uid, name, view, query, color, position })

export const isList = (reply: Answer): reply is SavedList => reply !== undefined && 'query' in reply && 'position' in reply
