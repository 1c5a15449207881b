import type { Passkey } from '../../../../shared/schema/cloud/passkey.ts'
import { cloudApi } from '../../../backend/cloud-api.ts'
import { ago } from '../../../lib/dates.ts'
import { account as says } from '../../../messages/account.ts'
import { Button } from '../../../ui/button.tsx'
import { browserName } from '../browser-name.ts'
import { Way } from './way.tsx'

/** `isOnly`: nothing else is left to sign in with. */
export function PasskeyWays({
  passkeys,
  isOnly,
  change,
}: {
  passkeys: readonly Passkey[]
  isOnly: boolean
  change: (call: () => Promise<unknown>, said: string) => void
}) {
  return passkeys.map(({ id, user_agent, synced, last_used_at }) => {
    const browser = browserName(user_agent)
    return (
      <Way key={id} name={says.passkey} more={says.passkeyOf(browser, ago(last_used_at), synced)}>
        {!isOnly && (
          <Button
            look="outlined"
            aria-label={says.removePasskey(browser)}
            onClick={() => change(() => cloudApi.removePasskey({ params: { passkeyId: id } }), says.passkeyRemoved)}
          >
            {says.remove}
          </Button>
        )}
      </Way>
    )
  })
}
