// How a module mounts its contracts: open to whoever the auth guard lets in, or inside a team.
import type { FastifyRequest } from 'fastify'
import type { MountOptions } from '../../shared/http/mount.ts'
import type { Context, TeamContext } from '../context.ts'

export interface Mounting {
  open: MountOptions<Context>
  inTeam: MountOptions<TeamContext> & { context: (request: FastifyRequest) => TeamContext; revision: (ctx: TeamContext) => string }
}
