// Reads what a client says of itself at the https address that it goes by. The address is a stranger's, and we ask from inside our network: the name must
// lead to the public internet at the moment of connecting, and little is read for a short time. What was read last is kept: that a client's website is
// away for an hour must not end its connections.
import { rootCertificates } from 'node:tls'
import { Agent, fetch, type Response as Reply } from 'undici'
import { hashSecret } from '../auth/secrets.ts'
import type { Database } from '../db/database.ts'
import { createEndpointGuard } from '../push/endpoint-guard.ts'
import { isFetchable } from './client-metadata.ts'
import { oauthStore } from './oauth-store.ts'

const maxBytes = 20_000
const timeout = 5000
/** How long one that cannot be read again still counts, while somebody has connected its client. */
const staysFor = 30 * 24 * 3_600_000
/** Of a client that nobody has connected: anybody can name many. */
const strangersStayFor = 3_600_000
const kind = 'Document'

export interface DocumentOptions {
  /** Hosts that may be private, and whose certificate may be signed by `ca`: for tests, and for clients inside a company. */
  hosts?: readonly string[]
  ca?: string | undefined
}

export type Documents = ReturnType<typeof createDocuments>

/** Counted as it is unpacked: the agent counts what comes over the wire, and a hundred packed bytes can be gigabytes. */
async function textOf({ body }: Reply): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  // Whoever throws in here also ends the connection.
  for await (const part of body ?? []) {
    length += part.length
    if (length > maxBytes) throw new Error(`is longer than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

export function createDocuments(db: Database, now: () => Date, { hosts = [], ca }: DocumentOptions = {}) {
  const guard = createEndpointGuard(hosts)
  const agent = new Agent({
    connect: { lookup: guard.lookup, timeout, ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }) },
    connections: 4,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    maxResponseSize: maxBytes,
  })

  async function ask(url: string): Promise<string> {
    const reply = await fetch(url, { dispatcher: agent, redirect: 'error', headers: { accept: 'application/json' }, signal: AbortSignal.timeout(timeout) })
    if (reply.status !== 200) {
      await reply.body?.cancel()
      throw new Error(`answered ${reply.status}`)
    }
    return textOf(reply)
  }

  return {
    /** As the library's fetch: throws when nothing can be had. */
    async fetch(url: string): Promise<Response> {
      const { port, hostname } = new URL(url)
      if (!isFetchable(url) || (port !== '' && !hosts.includes(`${hostname}:${port}`))) throw new Error('not an address at which a client is described')
      const hash = hashSecret(url)
      try {
        const text = await ask(url)
        const read_at = now().getTime()
        const expires_at = new Date(read_at + strangersStayFor).toISOString()
        await db.asIdentity({}, (tx) => oauthStore.put(tx, { kind, id_hash: hash, grant_id: null, payload: { text, read_at }, expires_at }))
        return new Response(text, { headers: { 'content-type': 'application/json', 'cache-control': 'max-age=3600' } })
      } catch (error) {
        const known = await db.readIdentity({}, (tx) => oauthStore.find(tx, kind, hash))
        const { text, read_at } = (known?.payload ?? { text: '', read_at: 0 }) as { text: string; read_at: number }
        if (read_at + staysFor <= now().getTime()) throw error
        return new Response(text, { headers: { 'content-type': 'application/json', 'cache-control': 'max-age=60' } })
      }
    },
    close: (): Promise<void> => agent.destroy(),
  }
}
