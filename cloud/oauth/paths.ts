import { cloudPrefix } from '../../shared/contract/cloud/cloud.ts'
import { connectionContract } from '../../shared/contract/cloud/connections.ts'

const under = (path: string) => `${cloudPrefix}${path}`

export const paths = {
  authorize: under(connectionContract.oauthAuthorize.path),
  token: under(connectionContract.oauthToken.path),
  revoke: under(connectionContract.oauthRevoke.path),
  register: under(connectionContract.oauthRegister.path),
  /** Its requests, each below it. */
  requests: under('/oauth/requests'),
  /** What the library wants to have an address for, and nobody reaches. */
  unused: under('/oauth/unused'),
  /** The page of the web UI on which a person decides. */
  page: '/connect',
}
