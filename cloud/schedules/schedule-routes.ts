import type { scheduleContract } from '../../shared/contract/schedules.ts'
import type { Handlers } from '../../shared/http/mount.ts'
import { pageOf, readCursor } from '../../shared/http/page.ts'
import type { TeamContext } from '../context.ts'
import type { Schedules } from './schedules.ts'

export function scheduleRoutes(schedules: Schedules): Handlers<typeof scheduleContract, TeamContext> {
  return {
    async listSchedules({ params, query: { limit, cursor } }, ctx) {
      const { rows, total } = await schedules.list(params.id, readCursor(cursor), limit === undefined ? undefined : limit + 1, ctx)
      return pageOf(rows, limit, total, ctx.url, (schedule) => schedule.id)
    },
    createSchedule: ({ params, body }, ctx) => schedules.create(params.id, body, ctx),
    getSchedule: ({ params }, ctx) => schedules.get(params.id, params.scheduleId, ctx),
    updateSchedule: ({ params, body }, ctx) => schedules.update(params.id, params.scheduleId, body, ctx),
    deleteSchedule: ({ params }, ctx) => schedules.remove(params.id, params.scheduleId, ctx),
  }
}
