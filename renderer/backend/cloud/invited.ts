// An invitation whose mailed link was opened here by somebody who was not signed in: the page behind the link keeps it (cloud/http/invitation-page.ts), and it
// is accepted as soon as they are. They have pressed "… and join" there.
import type { CurrentSession } from '../../../shared/schema/cloud/account.ts'
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
export async function acceptInvited({ teams }: Pick<CurrentSession, 'teams'>): Promise<boolean> {
  const kept = invited()
  if (!kept) return false
  // Of an account that this address got with the invitation, signing in was the answer already.
  if (!teams.some(({ id }) => id === kept.team.id)) {
    try {
      await cloudApi.acceptInvitation({ body: { token: kept.token } })
    } catch (error) {
      // It is void, or somebody else's.
      if (error instanceof ApiError && (error.problem.status === 404 || error.problem.status === 400)) storage.write(place, '')
      return false
    }
  }
  storage.write('team', kept.team.id)
  storage.write(place, '')
  return true
}
