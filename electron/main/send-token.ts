// The desktop's windows are the person's: what they send to the service carries the token of the data folder, which their pages never see.
import { session } from 'electron'
import type { ServiceLine } from './service-line.ts'

/** From now on, to this service and nowhere else; in place of the one before. */
export function sendToken({ url, headers }: ServiceLine): void {
  const { origin } = new URL(url)
  session.defaultSession.webRequest.onBeforeSendHeaders({ urls: [`${origin}/*`] }, ({ url: to, requestHeaders }, answer) =>
    answer({ requestHeaders: new URL(to).origin === origin ? { ...requestHeaders, ...headers } : requestHeaders }),
  )
}
