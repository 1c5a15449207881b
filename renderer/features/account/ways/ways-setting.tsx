import { cloudApi } from '../../../backend/cloud-api.ts'
import { goToProvider, outcome } from '../../../backend/cloud/oidc.ts'
import { addPasskey } from '../../../backend/cloud/passkey.ts'
import { readSession } from '../../../backend/cloud/session.ts'
import { explain } from '../../../backend/explain.ts'
import { session } from '../../../backend/session.ts'
import { didForGood } from '../../../data/tasks/own-actions.ts'
import { ago } from '../../../lib/dates.ts'
import { notify } from '../../../lib/notices.ts'
import { useStore } from '../../../lib/store.ts'
import { account as says } from '../../../messages/account.ts'
import { Button } from '../../../ui/button.tsx'
import { Part } from '../part.tsx'
import { passkeyRefusal, providerRefusal } from '../refusal.ts'
import { outcomeText, useEntranceOptions } from './entrance-options.ts'
import { PasskeyWays } from './passkey-ways.tsx'
import { Proof, useProof } from './proof.tsx'
import { readWays, useWays } from './use-ways.ts'
import { Way } from './way.tsx'

const failed = (error: unknown) => void notify({ kind: 'problem', text: passkeyRefusal(error) })

/** Password, accounts of providers, passkeys: what one can sign in with, and what else there is. The cloud keeps the last one. */
export function WaysSetting() {
  const { data: ways, error } = useWays()
  const { providers, passkeys: mayAdd } = useEntranceOptions()
  const passkeys = ways?.passkeys ?? []
  const hasCode = useStore(session)?.user.totp_enabled ?? false
  const proof = useProof()
  const change = (call: () => Promise<unknown>, said: string) =>
    void proof
      .run(async () => {
        await call()
        didForGood(said)
        await Promise.all([readWays(), readSession()])
      })
      .catch(failed)
  const unused = providers.filter(({ id }) => !ways?.identities.some(({ provider }) => provider === id))
  const isOnly = (ways?.identities.length ?? 0) + passkeys.length + (ways?.password ? 1 : 0) < 2
  return (
    <Part title={says.ways} text={says.waysText}>
      {outcome && (
        <p role="status" className="mb-3 max-w-[62ch] rounded-card border border-line bg-raised px-3 py-2.5">
          {outcomeText(providers)}
        </p>
      )}
      {error && <p className="text-muted">{explain(says.waysFailed, error)}</p>}
      <ul>
        {ways?.password && (
          <Way name={hasCode ? says.passwordWayWithCode : says.passwordWay}>
            {!isOnly && (
              <Button look="outlined" onClick={() => change(() => cloudApi.removePassword(), says.passwordRemoved)}>
                {says.removePassword}
              </Button>
            )}
          </Way>
        )}
        {ways?.identities.map(({ id, name, email, provider, last_used_at }) => (
          <Way key={id} name={name} more={provider === null ? says.noLonger : says.usedFor(email ?? '', ago(last_used_at))}>
            {!isOnly && (
              <Button
                look="outlined"
                aria-label={says.disconnectThis(name)}
                onClick={() => change(() => cloudApi.removeIdentity({ params: { identityId: id } }), says.disconnected(name))}
              >
                {says.disconnect}
              </Button>
            )}
          </Way>
        ))}
        <PasskeyWays passkeys={passkeys} isOnly={isOnly} change={change} />
      </ul>
      {(mayAdd || unused.length > 0) && (
        <div className="mt-3 flex flex-wrap gap-2">
          {mayAdd && (
            <Button look="outlined" onClick={() => change(addPasskey, says.passkeyAdded)}>
              {says.addPasskey}
            </Button>
          )}
          {unused.map(({ id, name }) => (
            <Button
              key={id}
              look="outlined"
              onClick={() =>
                void proof.run(() => goToProvider('link', id)).catch((error: unknown) => notify({ kind: 'problem', text: providerRefusal(error, name) }))
              }
            >
              {says.connect(name)}
            </Button>
          ))}
        </div>
      )}
      <Proof proof={proof} ways={ways} failed={failed} />
    </Part>
  )
}
