import type { ReactNode } from 'react'
import { cloudApi } from '../../../backend/cloud-api.ts'
import { goToProvider, outcome } from '../../../backend/cloud/oidc.ts'
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
import { providerRefusal, refusalText } from '../refusal.ts'
import { outcomeText, useEntranceOptions } from './entrance-options.ts'
import { Proof, useProof } from './proof.tsx'
import { readWays, useWays } from './use-ways.ts'

const failed = (error: unknown) => void notify({ kind: 'problem', text: refusalText(error) })

/** Password, accounts of providers: what one can sign in with, and what else there is. The cloud keeps the last one. */
export function WaysSetting() {
  const { data: ways, error } = useWays()
  const { providers } = useEntranceOptions()
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
  const isOnly = (ways?.identities.length ?? 0) + (ways?.password ? 1 : 0) < 2
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
      </ul>
      {unused.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-2">
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

function Way({ name, more, children }: { name: string; more?: string; children?: ReactNode }) {
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0">
      <span className="min-w-0 flex-1 basis-40 break-words">
        <bdi className="font-medium">{name}</bdi>
        {more && <span className="text-quiet"> {more}</span>}
      </span>
      {children}
    </li>
  )
}
