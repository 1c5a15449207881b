// The senders of the platforms that the operator has configured.
import type { Platform } from '../../shared/schema/cloud/device.ts'
import { span } from '../../shared/node/tracing/spans.ts'
import { createApnsSender } from './apns.ts'
import type { EndpointGuard } from './endpoint-guard.ts'
import { createFcmSender } from './fcm.ts'
import type { PushConfig } from './push-config.ts'
import type { Sender } from './sender.ts'
import type { VapidKeys } from './vapid.ts'
import { createWebPushSender } from './web-push.ts'

export type Senders = ReadonlyMap<Platform, Sender>

export async function createSenders(config: PushConfig, vapid: VapidKeys, guard: EndpointGuard, now: () => Date): Promise<Senders> {
  const { apns, fcm, ca, vapidSubject } = config
  const all = [
    apns && (await createApnsSender(apns, ca, now)),
    fcm && (await createFcmSender(fcm, ca, now)),
    createWebPushSender(vapid, vapidSubject, guard, ca, now),
  ]
  return new Map(all.filter((sender) => sender !== undefined).map((sender) => [sender.platform, traced(sender)]))
}

const traced = ({ platform, send, close }: Sender): Sender => ({
  platform,
  send: (token, message) =>
    span('push.send', { kind: 'client', facts: { 'tandem.platform': platform } }, async (open) => {
      const outcome = await send(token, message)
      open?.note({ 'tandem.outcome': outcome.kind })
      return outcome
    }),
  close,
})
