// A browser without a page: it keeps cookies, follows redirects, and says where it ended.
type Jar = Map<string, string>

export interface Visitor {
  /** The first answer that redirects nowhere; or the address of a page of ours, which is not fetched. */
  visit(url: string, isOurPage: (url: URL) => boolean): Promise<URL>
  fetch(url: string, init?: RequestInit): Promise<Response>
  cookies(origin: string): string
  /** As if its cookies there had been removed. */
  forget(origin: string): void
}

export function newVisitor(): Visitor {
  const jars = new Map<string, Jar>()
  const jarOf = (url: string) => {
    const { origin } = new URL(url)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }
  const cookies = (url: string) => [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; ')

  async function fetchOnce(url: string, init: RequestInit = {}): Promise<Response> {
    const reply = await fetch(url, { ...init, redirect: 'manual', headers: { ...(init.headers as Record<string, string>), cookie: cookies(url) } })
    for (const line of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] as string).split(/=(.*)/s)
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jarOf(url).delete(name)
      else jarOf(url).set(name, value)
    }
    return reply
  }

  return {
    cookies,
    forget: (origin) => void jars.delete(new URL(origin).origin),
    fetch: fetchOnce,
    async visit(url, isOurPage) {
      for (let at = new URL(url), steps = 0; steps < 20; steps++) {
        if (isOurPage(at)) return at
        const reply = await fetchOnce(at.href)
        await reply.body?.cancel()
        const next = reply.headers.get('location')
        if (next === null) return at
        at = new URL(next, at)
      }
      throw new Error('redirected without end')
    },
  }
}
