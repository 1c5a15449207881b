import { assigneeMeant, assigneesOf } from '../../shared/domain/tasks/task-filter.ts'
import type { TaskPatch } from '../../shared/schema/task.ts'
import type { TeamContext } from '../context.ts'

/** As whom a caller is assigned: a person by name and address, what else has a token by its name. */
export const meOf = (ctx: TeamContext): string[] => assigneesOf(ctx.actor, ctx.caller?.kind === 'session' ? ctx.caller.user.email : undefined)

/** With the caller's own address or name where it says `me`. */
export const meant = <P extends TaskPatch>(patch: P, ctx: TeamContext): P =>
  patch.assignee == null ? patch : { ...patch, assignee: assigneeMeant(patch.assignee, meOf(ctx)) }
