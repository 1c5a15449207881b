// A browser as an OAuth flow needs one: it keeps cookies by path, follows redirects within the cloud, and stops where it would leave it.
import { createHash, randomBytes } from 'node:crypto'
import type { Called } from '../../contract/target.ts'
import type { Headers_, TestPerson } from './cloud.ts'

interface Cookie {
  value: string
  path: string
}

export interface Asked {
  /** Of the request, from the address of the page. */
  id: string
  show(): Promise<Called>
  decide(body: object, method?: string): Promise<Called>
  /** Goes on from the answer to a decision; returns where the browser ends up. */
  follow(to: string): Promise<URL>
}

export function openBrowser(cloud: { url: string }, person?: Pick<TestPerson, 'as'>) {
  const jar = new Map<string, Cookie>()

  async function go(address: string, init: RequestInit & { headers?: Headers_ } = {}): Promise<Response> {
    const { pathname } = new URL(address)
    const cookie = [...jar]
      .flatMap(([key, { value, path }]) => (pathname === path || pathname.startsWith(`${path}/`) ? [`${key.split(' ')[0]}=${value}`] : []))
      .join('; ')
    const reply = await fetch(address, { redirect: 'manual', ...init, headers: { accept: 'text/html', ...(cookie ? { cookie } : {}), ...init.headers } })
    for (const line of reply.headers.getSetCookie()) {
      const [pair = '', ...rest] = line.split(/; */)
      const [name = '', value = ''] = pair.split('=')
      const path = rest.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
      if (value === '') jar.delete(`${name} ${path}`)
      else jar.set(`${name} ${path}`, { value, path: path.replace(/\/$/, '') })
    }
    return reply
  }

  /** Where it stops: at an answer, or at an address elsewhere. */
  async function walk(address: string): Promise<{ reply: Response; at: URL }> {
    let at = new URL(address)
    for (;;) {
      const reply = await go(at.href)
      const to = reply.headers.get('location')
      if (to === null) return { reply, at }
      await reply.body?.cancel()
      at = new URL(to, at)
      if (at.origin !== new URL(cloud.url).origin || at.pathname.startsWith('/connect/')) return { reply, at }
    }
  }

  return {
    go,
    walk,
    /** Opens what a client wants opened; throws with what the cloud says instead of asking. */
    async ask(address: string): Promise<Asked> {
      const { at, reply } = await walk(address)
      const id = /^\/connect\/(.+)$/.exec(at.pathname)?.[1]
      if (id === undefined) throw new Error(`${reply.status} ${at.href} ${reply.bodyUsed ? '' : await reply.text()}`)
      const url = `${cloud.url}/api/oauth/requests/${id}/decision`
      const call = async (method: string, body?: object): Promise<Called> => {
        const headers = { ...person?.as, accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) }
        const answered = await go(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
        return { status: answered.status, headers: answered.headers, body: await answered.json() }
      }
      return {
        id,
        show: () => call('GET'),
        decide: (body, method = 'POST') => call(method, method === 'POST' ? body : undefined),
        follow: async (to) => (await walk(to)).at,
      }
    },
  }
}

export function newPkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
