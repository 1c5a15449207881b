import { cloudApi } from '../../cloud-api.ts'
import { pause } from './pause.ts'
import type { Replica } from '../replica/replica.ts'

/** So that of many changes only the last is followed by a reading. */
const gather = 300

/** An entry says only what changed of a contact. They are few: read again, so that they are right without a network, too. Returns how to ask for it. */
export function createContactsReader(replica: Replica, signal: AbortSignal): () => Promise<void> {
  let isWanted = false
  let isReading = false
  return async () => {
    isWanted = true
    if (isReading) return
    isReading = true
    try {
      while (isWanted && !signal.aborted) {
        await pause(gather, signal)
        isWanted = false
        const contacts = await cloudApi.listContacts({}, { signal })
        // Another one changed while these were on their way.
        if (!isWanted) replica.takeContacts(contacts)
      }
    } catch {
      // Away: read when the stream stands again.
    } finally {
      isReading = false
    }
  }
}
