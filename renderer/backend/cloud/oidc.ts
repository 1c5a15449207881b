// Signing in with a provider: the page goes away and comes back, and how it ended stands in the address then (cloud/auth/oidc/oidc.ts).
import { cloudApi } from '../cloud-api.ts'

export type Outcome = 'denied' | 'failed' | 'away' | 'expired' | 'mailed' | 'closed' | 'no-address' | 'unconfirmed' | 'linked' | 'proven' | 'taken' | 'another'

const found = /^#oidc=([\w-]+)\.(\w+)$/.exec(location.hash)
if (found) history.replaceState(history.state, '', location.pathname + location.search)

/** Of the page that began with it; undefined: nobody was away. */
export const outcome = found ? { what: found[1] as Outcome, provider: found[2] as string } : undefined

/** sign-in: whoever it is; link: as another way into this account; prove: that it is its owner. Throws what the cloud says. */
export async function goToProvider(how: 'sign-in' | 'link' | 'prove', provider: string): Promise<void> {
  const call = { params: { provider }, body: { return_to: location.pathname + location.search } }
  const { url } = await (how === 'sign-in' ? cloudApi.startOidc(call) : how === 'link' ? cloudApi.linkOidc(call) : cloudApi.proveOidc(call))
  location.assign(url)
}
