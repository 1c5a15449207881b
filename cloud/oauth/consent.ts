// What a person decides about a client's request.
import { AppError } from '../../shared/domain/app-error.ts'
import { type ConnectionRequest, type NewConnection, readScope, writeScope } from '../../shared/schema/cloud/connection.ts'
import { type Context, personOf } from '../context.ts'
import { hostOf, returnsTo, shownName } from './client-metadata.ts'
import type { Connections } from './connections.ts'
import type { OAuthProvider } from './provider.ts'

const gone = () => new AppError('not_found', 'This request has ended, or began in another browser. Go back to the client and connect again.')

const asksForWriting = (scope: unknown): boolean => String(scope).split(' ').includes(writeScope)

export interface ConsentDeps {
  provider: () => Promise<OAuthProvider>
  connections: Pick<Connections, 'connect' | 'endGrant' | 'isFirst'>
  resource: () => string
  now: () => Date
}

export function createConsent({ provider, connections, resource, now }: ConsentDeps) {
  /** The request, in the browser in which it was made, with its client as it describes itself now. */
  async function open(id: string, ctx: Context) {
    const { Interaction, Client } = await provider()
    const request = ctx.askedHere === id ? await Interaction.find(id) : undefined
    if (!request || request.result !== undefined) throw gone()
    const { client_id, redirect_uri, scope } = request.params
    const client = await Client.find(String(client_id)).catch(() => undefined)
    if (!client) throw gone()
    return { request, client: { id: client.clientId, name: shownName(client.clientName) }, redirectUri: String(redirect_uri), mayWrite: asksForWriting(scope) }
  }

  type Open = Awaited<ReturnType<typeof open>>

  /** Of two answers to one request, in two tabs, the first one counts. */
  async function answer({ request }: Open, result: NonNullable<Open['request']['result']>): Promise<{ to: string }> {
    if (!(await connections.isFirst(request.uid))) throw gone()
    request.result = result
    await request.save(Math.max(1, request.exp - Math.floor(now().getTime() / 1000)))
    return { to: request.returnTo }
  }

  return {
    async show(id: string, ctx: Context): Promise<ConnectionRequest> {
      const { client, redirectUri, mayWrite } = await open(id, ctx)
      return {
        client: { name: client.name, host: hostOf(client.id) },
        returns_to: returnsTo(redirectUri),
        agent: client.name,
        asks_for: mayWrite ? 'write' : 'read',
      }
    },

    async allow(id: string, given: NewConnection, ctx: Context): Promise<{ to: string }> {
      const asked = await open(id, ctx)
      const { user } = personOf(ctx)
      if (!asked.mayWrite && given.access !== 'read') throw new AppError('invalid', 'The client asked only to read. Send "access": "read".')
      const grantId = await connections.connect(asked.client, given, ctx)
      try {
        const { Grant } = await provider()
        // The library takes the id that it is given, though its types do not say so.
        const grant = new Grant({ jti: grantId, accountId: user.id, clientId: asked.client.id } as ConstructorParameters<typeof Grant>[0])
        grant.addResourceScope(resource(), given.access === 'read' ? readScope : `${readScope} ${writeScope}`)
        await grant.save()
        return await answer(asked, { login: { accountId: user.id, remember: false }, consent: { grantId } })
      } catch (error) {
        await connections.endGrant(grantId)
        throw error
      }
    },

    async decline(id: string, ctx: Context): Promise<{ to: string }> {
      return answer(await open(id, ctx), { error: 'access_denied', error_description: 'The person said no.' })
    },
  }
}

export type Consent = ReturnType<typeof createConsent>
