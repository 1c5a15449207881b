// An OAuth client by hand, which can do each step wrong.
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { AnyJson } from '../any-json.ts'
import type { Headers_, TestCloud, TestPerson } from './cloud.ts'
import { newPkce, openBrowser } from './oauth-browser.ts'

export const loopback = 'http://localhost:7777/callback'

export interface Answered {
  status: number
  body: AnyJson
}

async function answered(reply: Response): Promise<Answered> {
  const text = await reply.text()
  return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
}

/** `at`: the instance that is asked; `from`: whose address all of them go by. */
export function oauthAt(at: Pick<TestCloud, 'url'>, from: Pick<TestCloud, 'url'> = at) {
  const resource = `${from.url}/mcp`
  const form = (path: string, fields: Record<string, string>) =>
    fetch(`${at.url}/api/oauth/${path}`, { method: 'POST', body: new URLSearchParams(fields) }).then(answered)

  const self = {
    resource,
    register: (metadata: object = {}): Promise<Answered> =>
      fetch(`${at.url}/api/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: 'Robot', redirect_uris: [loopback], ...metadata }),
      }).then(answered),
    token: (fields: Record<string, string>) => form('token', fields),
    revoke: (fields: Record<string, string>) => form('revoke', fields),

    /** The address that a client opens. An undefined parameter is left out. */
    address(client: string, challenge: string, more: Record<string, string | undefined> = {}): string {
      const asked = {
        response_type: 'code',
        client_id: client,
        redirect_uri: loopback,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        state: 'a-state',
        resource,
        ...more,
      }
      const given = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]))
      return `${at.url}/api/oauth/authorize?${new URLSearchParams(given)}`
    },

    /** As far as a code. */
    async code(
      client: string,
      person: TestPerson,
      decision: { team_id: string; agent?: string; access?: string },
      more: Record<string, string | undefined> = {},
    ) {
      const { verifier, challenge } = newPkce()
      const asked = await openBrowser(from, person).ask(self.address(client, challenge, more).replace(at.url, from.url))
      const { status, body } = await asked.decide({ agent: 'robot', access: 'write', ...decision })
      if (status !== 200) throw new Error(`decision: ${status} ${JSON.stringify(body)}`)
      const back = await asked.follow(body.to)
      const fields = { grant_type: 'authorization_code', client_id: client, redirect_uri: more.redirect_uri ?? loopback, code_verifier: verifier }
      return { back, fields: { ...fields, code: back.searchParams.get('code') ?? '' } }
    },

    /** All the way. */
    async connect(client: string, person: TestPerson, decision: { team_id: string; agent?: string; access?: string }): Promise<Tokens> {
      const { fields } = await self.code(client, person, decision)
      const { status, body } = await self.token(fields)
      if (status !== 200) throw new Error(`token: ${status} ${JSON.stringify(body)}`)
      return body
    },

    /** One message without a session, which every door sees first: 400 is let in. */
    knock: async (token: string | undefined, headers: Headers_ = {}): Promise<number> =>
      (
        await fetch(`${at.url}/mcp`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...headers,
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
        })
      ).status,
  }
  return self
}

export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
  scope: string
}

const certificate = (name: string) => readFileSync(new URL(`../certificate/localhost.${name}`, import.meta.url), 'utf8')

/** A website at which clients are described. `documents`: by path; what is not there is 404. */
export async function openClientSite() {
  const documents = new Map<string, { text: string | Buffer; status?: number; location?: string; packed?: 'br' }>()
  let asked = 0
  const server = createServer({ key: certificate('key'), cert: certificate('crt') }, (request, response) => {
    asked++
    const found = documents.get(request.url ?? '')
    response
      .writeHead(found?.status ?? (found ? 200 : 404), {
        'content-type': 'application/json',
        ...(found?.location ? { location: found.location } : {}),
        ...(found?.packed ? { 'content-encoding': found.packed } : {}),
      })
      .end(found?.text)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  return {
    host,
    options: { hosts: [host], ca: certificate('crt') },
    asked: () => asked,
    /** Describes a client there; returns its id. */
    describe(path: string, metadata: object = {}, how: { status?: number; location?: string; packed?: 'br' } = {}): string {
      const id = `https://${host}${path}`
      const text = JSON.stringify({ client_id: id, client_name: 'Site Robot', redirect_uris: [loopback], ...metadata })
      documents.set(path, { text: how.packed ? brotliCompressSync(text) : text, ...how })
      return id
    },
    forget: () => documents.clear(),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
