// The credential that a call brings, and whether the page that sends it may use it.
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../shared/domain/app-error.ts'
import { readCookie } from './session-cookie.ts'

export interface Credential {
  bearer?: string
  cookie?: string
}

/** `publicUrl`: where browsers find us, if the operator said so. */
export function createCredentials(publicUrl: string | undefined) {
  const isSecure = (request: FastifyRequest) => publicUrl?.startsWith('https:') ?? request.protocol === 'https'

  return {
    isSecure,

    /** A bearer goes before the cookie. */
    of(request: FastifyRequest): Credential {
      const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
      if (bearer) return { bearer }
      const cookie = request.headers.authorization === undefined ? readCookie(request.headers.cookie, isSecure(request)) : undefined
      return cookie ? { cookie } : {}
    },

    /** A page of another site must not call at all. Programs that are no browsers send no Origin. */
    refuseOtherOrigins(request: FastifyRequest): void {
      const { origin, host } = request.headers
      if (origin !== undefined && origin !== (publicUrl ?? `${request.protocol}://${host}`))
        throw new AppError('forbidden', `Pages of ${origin} are not allowed to use this Tandem.`)
    },

    /** A page of another site must not write with the cookie that the browser adds by itself. Other programs send neither header. */
    refuseForeignPages(request: FastifyRequest): void {
      const { origin, host, 'sec-fetch-site': site } = request.headers
      if (site === 'same-origin' || site === 'none') return
      const own = origin === undefined ? site === undefined : origin === (publicUrl ?? `${request.protocol}://${host}`)
      if (!own) throw new AppError('forbidden', `Pages of ${origin ?? 'other sites'} are not allowed to use your session.`)
    },
  }
}
