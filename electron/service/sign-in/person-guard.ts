// What only the person decides: what agents may do, what becomes of their proposals, where texts and keys are sent. "X-Actor: person" is easily said, so
// the routes that the contract calls personal want the token of the data folder as well. Reads and plain writes stay as open as they are.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Context } from '../context.ts'
import { bearerOf, isSameToken } from './folder-token.ts'
import { openCommandLine } from './sign-in-links.ts'

export interface PersonGuardDeps {
  contextOf: (request: FastifyRequest) => Context
  token: string
}

const acts =
  'Only the owner of this list may set policies, accept or reject proposals, answer questions, dismiss notices, delete files, and set addresses and keys.'

const vouches =
  'Runs are recorded only with the token of the data folder, which `tandem prove` sends. From a script, send it (the file `token`) as "Authorization: Bearer TOKEN". What you only know or were told, send as {"kind": "claimed", "text": "…"}.'

export function guardPersonalActs(app: FastifyInstance, { contextOf, token }: PersonGuardDeps): void {
  app.addHook('preHandler', async (request) => {
    const vouched = request.routeOptions.config.contract?.vouched
    if (vouched === undefined || (vouched !== true && !vouched(request.body as never))) return
    if (!isSameToken(bearerOf(request), token)) throw new AppError('forbidden', vouches)
  })
  app.addHook('preHandler', async (request) => {
    const personal = request.routeOptions.config.contract?.personal
    if (personal === undefined || (typeof personal === 'function' && !personal(request.body as never))) return
    if (contextOf(request).actor.kind !== 'person') {
      const forgotName = request.headers['x-actor'] === undefined && isSameToken(bearerOf(request), token)
      if (personal === 'agents' && !forgotName) return
      throw new AppError('forbidden', forgotName ? `${acts} Besides the token, send "X-Actor: person".` : `${acts} Ask them.`)
    }
    // The cookie does not count: a browser sends it to every port of this machine.
    if (isSameToken(bearerOf(request), token)) return
    throw new AppError(
      'needs_person',
      `${acts} To show that this is you, send the token from the data folder (the file \`token\`) as "Authorization: Bearer TOKEN". In a browser, open the link that \`${openCommandLine}\` prints when run in the Tandem folder.`,
    )
  })
}
