// Events of teams, sent to addresses of theirs.
import type { FastifyInstance } from 'fastify'
import { webhookContract } from '../../shared/contract/cloud/webhooks.ts'
import { mount } from '../../shared/http/mount.ts'
import type { AppOptions } from '../app-options.ts'
import { eventBody } from '../events/event-body.ts'
import { createEndpointGuard } from '../push/endpoint-guard.ts'
import { createPostman } from '../webhooks/postman.ts'
import { createSendWebhook } from '../webhooks/send-webhook.ts'
import { createAddressCheck } from '../webhooks/webhook-address.ts'
import { webhookRoutes } from '../webhooks/webhook-routes.ts'
import { createWebhooks } from '../webhooks/webhooks.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Mounting } from './mounting.ts'

export function createWebhookModule({ db, journal, mailer, now, baseUrl, failed, wakeups }: Infrastructure, options: AppOptions) {
  const { hosts, ca } = options.webhooks
  const check = createAddressCheck(hosts)
  const postman = createPostman({
    db,
    key: options.key,
    send: createSendWebhook({ check, lookup: createEndpointGuard(hosts).lookup, ca, version: options.version }),
    bodyOf: (team, seq) => eventBody(db, team, seq),
    mailer,
    baseUrl,
    now,
    onError: failed('sending webhooks'),
    listen: wakeups.listen,
    ...options.postman,
  })
  const webhooks = createWebhooks({ journal, key: options.key, check, wake: postman.wake })
  return {
    mount: (app: FastifyInstance, { open }: Mounting): void => mount(app, webhookContract, webhookRoutes(webhooks), open),
    tidy: postman.tidy,
    close: postman.close,
  }
}
