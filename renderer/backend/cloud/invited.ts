// An invitation whose mailed link was opened here by somebody who was not signed in: the page behind the link keeps it (cloud/http/invitation-page.ts), and it
// is accepted as soon as they are. They have pressed "… and join" there.
import { ApiError } from '../api.ts'
import { cloudApi } from '../cloud-api.ts'
import { storage } from '../../lib/storage.ts'

const place = 'invitation'

interface Invited {
  token: string
  team: { id: string; name: string }
  /** RFC 3339. */
  until: string
}

/** Into which team; undefined where nobody was invited here lately. */
export function invited(): Invited | undefined {
  try {
    const kept = JSON.parse(storage.read(place) || 'null') as Invited | null
    return kept && kept.until > new Date().toISOString() ? kept : undefined
  } catch {
    return undefined
  }
}

/** For somebody who is signed in with a confirmed address; true: that team is to be shown next. It is kept while the cloud is away. */
export async function acceptInvited(): Promise<boolean> {
  const kept = invited()
  if (!kept) return false
  try {
    await cloudApi.acceptInvitation({ body: { token: kept.token } })
  } catch (error) {
    // Of an account that this address got with the invitation, signing in was the answer already.
    const isVoid = error instanceof ApiError && (error.problem.status === 404 || error.problem.status === 400)
    if (!isVoid) return false
  }
  storage.write('team', kept.team.id)
  storage.write(place, '')
  return true
}
