// How people sign in beside the password, and what each change of that needs.
import type { FastifyInstance } from 'fastify'
import { passkeysContract } from '../../shared/contract/cloud/passkeys.ts'
import { waysContract } from '../../shared/contract/cloud/ways.ts'
import { mount } from '../../shared/http/mount.ts'
import type { AppOptions } from '../app-options.ts'
import { createOidc, type OidcDeps } from '../auth/oidc/oidc.ts'
import { passkeyRoutes } from '../auth/passkeys/passkey-routes.ts'
import { createChallenges } from '../auth/passkeys/challenges.ts'
import { createOwnPasskeys } from '../auth/passkeys/own-passkeys.ts'
import { createPasskeys } from '../auth/passkeys/passkeys.ts'
import { placeOf } from '../auth/passkeys/place.ts'
import { createProofs, type ProofDeps } from '../auth/ways/proofs.ts'
import { wayRoutes } from '../auth/ways/way-routes.ts'
import { createWays } from '../auth/ways/ways.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Mounting } from './mounting.ts'

type WaysInDeps = Pick<OidcDeps, 'sessions' | 'attempts' | 'mailAllowance' | 'endAccess' | 'isInvited' | 'takeUpInvitations'> & Pick<ProofDeps, 'secondFactor'>

export function createWaysIn({ db, mailer, now, baseUrl, warn }: Infrastructure, options: AppOptions, deps: WaysInDeps) {
  const passwords = options.signInWays === 'any'
  const proofs = createProofs({ db, secondFactor: deps.secondFactor, now, passwords })
  const place = () => (passwords ? placeOf(baseUrl()) : undefined)
  const ways = createWays({ db, proofs, mailer, now, baseUrl, passwords, providers: options.oidc, passkeyHost: () => place()?.rpId })
  const { requireVerified } = options
  const challenges = createChallenges({ db, now, place })
  const passkeys = createPasskeys({ ...deps, db, challenges, proofs, now, requireVerified })
  const ownPasskeys = createOwnPasskeys({ db, challenges, proofs, ways, now })
  const oidc = createOidc({
    ...deps,
    db,
    key: options.key,
    mailer,
    now,
    baseUrl,
    proofs,
    passwords,
    signUps: options.signUps,
    requireVerified,
    providers: options.oidc,
    onRefused: (facts) => warn(facts, 'signing in with an issuer did not work'),
  })
  return {
    proofs,
    ofRoutes: { passwords, providers: oidc.providers, hasPasskeys: () => place() !== undefined, requireRecent: proofs.requireRecent },
    mount(app: FastifyInstance, open: Mounting['open']): void {
      mount(app, waysContract, wayRoutes({ ways, proofs, oidc }), open)
      mount(app, passkeysContract, passkeyRoutes(passkeys, ownPasskeys), open)
    },
  }
}
