// One attempt: the event as JSON, signed as Standard Webhooks has it, to an address that is checked again at the moment of sending.
import { rootCertificates } from 'node:tls'
import { Webhook } from 'standardwebhooks'
import { Agent } from 'undici'
import { AppError } from '../../shared/domain/app-error.ts'
import { span } from '../../shared/node/tracing/spans.ts'
import type { EndpointGuard } from '../push/endpoint-guard.ts'
import { reasonOf, retryAfter } from '../push/sender.ts'
import type { Attempt } from './attempt.ts'
import type { AddressCheck } from './webhook-address.ts'

/** For all of one attempt: less than what was taken is ours. */
const deadline = 15_000

export interface Message {
  url: string
  secret: string
  id: string
  /** When this attempt is made. */
  at: Date
  body: string
}

export type SendWebhook = ReturnType<typeof createSendWebhook>

interface SendOptions {
  check: AddressCheck
  lookup: EndpointGuard['lookup']
  /** A certificate authority to trust besides, as PEM. */
  ca: string | undefined
  version: string
}

function attemptOf(status: number, after: number | undefined): Attempt {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const reason = String(status)
  if (status === 410) return { kind: 'gone', reason }
  // Anything else may be mended there; a redirect is not followed, since it could lead anywhere.
  return { kind: 'retry', reason, after }
}

export function createSendWebhook({ check, lookup, ca, version }: SendOptions) {
  const agent = new Agent({
    connect: { lookup, timeout: 5000, ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }) },
    // Many teams may send to one host: as many as are under way at the most, so that none waits for another's.
    connections: 100,
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
  })
  async function send({ url: address, secret, id, at, body }: Message): Promise<Attempt> {
    try {
      const url = check(address)
      const reply = await agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': `Tandem/${version}`,
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': new Webhook(secret).sign(id, at, body),
        },
        body,
        signal: AbortSignal.timeout(deadline),
      })
      await reply.body.dump({ limit: 65_536 }).catch(() => undefined)
      return attemptOf(reply.statusCode, retryAfter(reply.headers['retry-after']))
    } catch (error) {
      // The operator's list may have changed since the address was given.
      if (error instanceof AppError) return { kind: 'refused', reason: 'address_not_allowed' }
      return { kind: 'retry', reason: reasonOf(error) }
    }
  }

  // Without `traceparent`: it is nobody's business but ours.
  const traced = (message: Message) =>
    span('webhook.send', { kind: 'client' }, async (open) => {
      const attempt = await send(message)
      open?.note({ 'tandem.outcome': attempt.kind })
      return attempt
    })
  return Object.assign(traced, { close: () => agent.close() })
}
