// On the way to an issuer and back: each way once, in the browser that began, for ten minutes.
import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import { hashSecret, type Keys, newLinkToken, seal, unseal } from '../secrets.ts'
import { type FlowPurpose, flowStore } from './flow-store.ts'
import type { Checks } from './issuer.ts'

const lasts = 10 * 60_000
export const flowLabel = (issuer: string): string => `oidc ${issuer}`
const browserShape = /^[\w-]{43}$/

interface Kept {
  nonce: string
  verifier: string
  returnTo: string
}

export interface Flow extends Kept {
  purpose: FlowPurpose
  sessionId: string | null
  state: string
  /** RFC 3339. */
  began: string
}

/** As the browser sends it; a text that we did not make stands for no browser. */
export const browserHash = ({ browser }: Pick<Context, 'browser'>): Buffer | undefined =>
  browser !== undefined && browserShape.test(browser) ? hashSecret(browser) : undefined

export function createFlows({ db, key, now }: { db: Database; key: Keys; now: () => Date }) {
  return {
    /** `browser`: for the cookie. A browser that has one keeps it: several of its windows may be on their way. */
    async begin(
      { issuer, purpose, sessionId, returnTo }: { issuer: string; purpose: FlowPurpose; sessionId: string | null; returnTo: string },
      ctx: Context,
    ): Promise<{ checks: Checks; browser: string; keep: () => Promise<void> }> {
      const checks: Checks = { state: newLinkToken(), nonce: newLinkToken(), verifier: randomBytes(48).toString('base64url') }
      const browser = browserHash(ctx) ? (ctx.browser as string) : newLinkToken()
      const at = now()
      const kept: Kept = { nonce: checks.nonce, verifier: checks.verifier, returnTo }
      const keep = async () => {
        await db.asIdentity({}, (tx) =>
          flowStore.insert(tx, {
            state_hash: hashSecret(checks.state),
            browser_hash: hashSecret(browser),
            issuer,
            purpose,
            session_id: sessionId,
            sealed: seal(key, Buffer.from(JSON.stringify(kept)), flowLabel(issuer)),
            created_at: at.toISOString(),
            expires_at: new Date(at.getTime() + lasts).toISOString(),
          }),
        )
      }
      return { checks, browser, keep }
    },

    /** Uses it up, whatever comes of it. Undefined: nobody is on this way. */
    async take(issuer: string, state: string, ctx: Context): Promise<Flow | undefined> {
      const browser = browserHash(ctx)
      if (!browser) return undefined
      const row = await db.asIdentity({}, (tx) => flowStore.take(tx, { stateHash: hashSecret(state), browserHash: browser, issuer }, now().toISOString()))
      if (!row) return undefined
      const kept = JSON.parse(unseal(key, row.sealed, flowLabel(issuer)).toString()) as Kept
      return { ...kept, purpose: row.purpose, sessionId: row.session_id, began: row.created_at, state }
    },
  }
}
