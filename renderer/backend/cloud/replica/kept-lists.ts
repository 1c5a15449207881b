// The team's saved lists as they were read last: for a device without a network.
import type { SavedList } from '../../../../shared/schema/saved-list.ts'
import { storage } from '../../../lib/storage.ts'
import { currentTeam } from '../../session.ts'

const place = () => `team-lists:${currentTeam.get()}`

export function keepLists(lists: SavedList[]): SavedList[] {
  storage.write(place(), lists.length === 0 ? '' : JSON.stringify(lists))
  return lists
}

export function keptLists(): SavedList[] {
  try {
    return JSON.parse(storage.read(place()) || '[]') as SavedList[]
  } catch {
    return []
  }
}
