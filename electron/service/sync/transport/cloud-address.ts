// Where a cloud may be: a token is never sent unencrypted to another machine.
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The address as it is kept, without what does not belong there. Undefined when a token must not be sent there. */
export function cloudAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, host, pathname, username, password, search, hash } = new URL(text)
  if (username || password || search || hash) return undefined
  if (protocol !== 'https:' && !(protocol === 'http:' && loopback.has(hostname))) return undefined
  return `${protocol}//${host}${pathname.replace(/\/+$/, '').replace(/\/api$/, '')}`
}
