import { queryOptions, useQuery } from '@tanstack/react-query'
import { cloudApi } from '../../../backend/cloud-api.ts'
import { knowsPasskeys } from '../../../backend/cloud/passkey.ts'
import { outcome } from '../../../backend/cloud/oidc.ts'
import { account as says } from '../../../messages/account.ts'

const entranceOptions = queryOptions({ queryKey: ['entrance'], queryFn: () => cloudApi.getEntrance(), staleTime: Infinity, retry: false })

/** What one may sign in with here. Where the cloud is older than it: with a password, and anybody may ask for an account. */
export function useEntranceOptions() {
  const { data, isPending } = useQuery(entranceOptions)
  const { sign_ups: signUps = 'open', passwords = true, providers = [], passkeys = false } = data ?? {}
  return { signUps, passwords, providers, passkeys: passkeys && knowsPasskeys, isKnown: !isPending }
}

/** How signing in with a provider ended, in words. */
export function outcomeText(providers: readonly { id: string; name: string }[] | undefined): string {
  if (!outcome) return ''
  const words = says.outcomes[outcome.what] as ((provider: string) => string) | undefined
  return words?.(providers?.find(({ id }) => id === outcome?.provider)?.name ?? '…') ?? ''
}
