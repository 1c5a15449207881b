import type { FastifyInstance } from 'fastify'
import { cloudPrefix } from '../../shared/contract/cloud/cloud.ts'
import { eventContract } from '../../shared/contract/events.ts'
import { type MountOptions, mount, mountStream } from '../../shared/http/mount.ts'
import type { TeamContext } from '../context.ts'
import type { createAcks } from './acks.ts'
import type { Streams } from './streams.ts'

export function mountEvents(app: FastifyInstance, streams: Streams, ack: ReturnType<typeof createAcks>, options: MountOptions<TeamContext>): void {
  mount(app, eventContract, { ackEvents: ({ body }, ctx) => ack(body, ctx) }, options)
  mountStream(
    app,
    eventContract.streamTeamEvents,
    ({ query }, request, reply) => streams.open(options.context(request), query.after, query.lease ?? true, request, reply),
    cloudPrefix,
  )
}
