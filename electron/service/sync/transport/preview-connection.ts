// What connecting with a team would do; nothing is changed by it.
import { invalidField } from '../../../../shared/domain/app-error.ts'
import type { NewRemote, RemotePlan } from '../../../../shared/schema/remote.ts'
import { cloudAddress } from './cloud-address.ts'
import { createCloudLink, LinkError } from './cloud-link.ts'
import type { SyncStore } from '../state/sync-store.ts'
import { inOrder } from '../state/replicas.ts'

export interface ConnectionPreviewDeps {
  store: SyncStore
  /** How much is here. */
  amounts: () => RemotePlan['upload']
  version: string
}

/** What is wrong with what was given, beside the field where it is. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof LinkError)) return error
  const field = { token: '/token', team: '/team_id', unreachable: '/url', not_a_cloud: '/url', busy: '/url', failed: '/url', broken: '/url' }[error.problem]
  return invalidField(field, error.message)
}

export function createConnectionPreview({ store, amounts, version }: ConnectionPreviewDeps) {
  return async function look({ url, token, team_id }: NewRemote): Promise<{ url: string; plan: Omit<RemotePlan, 'secret_place'> }> {
    const address = cloudAddress(url)
    if (address === undefined)
      throw invalidField(
        '/url',
        `url must be an address such as https://tandem.example.org (http is only allowed on this computer, so that the token is never sent unencrypted); got '${url}'`,
      )
    const link = createCloudLink({ url: address, token, teamId: team_id, version })
    try {
      const team = await link.team()
      await link.requireWriting()
      const [tasks, contacts] = await Promise.all([link.countTasks(), link.countContacts()])
      const known = store.connection()
      const isKnown = known?.url === address && known.team_id === team.id
      const waiting = { tasks: 0, comments: 0, contacts: 0, schedules: 0, lists: 0 }
      if (isKnown) {
        for (const entity of inOrder) waiting[`${entity}s`] = store.waiting(entity, 0, -1).length
      }
      return { url: address, plan: { team, upload: isKnown ? waiting : amounts(), in_cloud: { tasks, contacts } } }
    } catch (error) {
      throw asRefusal(error)
    }
  }
}
