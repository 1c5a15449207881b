import type { scheduleContract } from '../../../shared/contract/schedules.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import { pageOf, readCursor } from '../../../shared/http/page.ts'
import type { HttpContext } from '../context.ts'
import type { Schedules } from './schedules.ts'

export function scheduleRoutes(schedules: Schedules): Handlers<typeof scheduleContract, HttpContext> {
  return {
    listSchedules({ params, query: { limit, cursor } }, ctx) {
      const rows = schedules.list(params.id, readCursor(cursor), limit === undefined ? undefined : limit + 1)
      return pageOf(rows, limit, schedules.count(params.id), ctx.url, (schedule) => schedule.id)
    },
    createSchedule: ({ params, body }, ctx) => schedules.create(params.id, body, ctx),
    getSchedule: ({ params }) => schedules.get(params.id, params.scheduleId),
    updateSchedule: ({ params, body }, ctx) => schedules.update(params.id, params.scheduleId, body, ctx),
    deleteSchedule: ({ params }, ctx) => schedules.remove(params.id, params.scheduleId, ctx),
  }
}
