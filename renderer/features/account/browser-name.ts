import { account as says } from '../../messages/account.ts'

/** "Firefox, Linux": what a person recognises of a user agent. */
export function browserName(agent: string | null): string {
  const text = agent ?? ''
  const browser = (['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const).find((name) => text.includes(`${name}/`))
  const system = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac OS', 'Linux'].find((name) => text.includes(name))
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' }
  return [browser && (names[browser] ?? browser), system].filter(Boolean).join(', ') || text.slice(0, 40) || says.unknownBrowser
}
