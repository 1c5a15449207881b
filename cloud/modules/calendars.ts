// Calendars that programs of others subscribe to.
import type { FastifyInstance } from 'fastify'
import { calendarContract } from '../../shared/contract/cloud/calendars.ts'
import { mount } from '../../shared/http/mount.ts'
import { createCalendarFile } from '../calendars/calendar-file.ts'
import { calendarRoutes, mountCalendarFile } from '../calendars/calendar-routes.ts'
import { createCalendars } from '../calendars/calendars.ts'
import type { TeamContext } from '../context.ts'
import type { Allowance } from '../http/allowance.ts'
import type { Lists } from '../lists/lists.ts'
import type { TaskViews } from '../tasks/task-views.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Mounting } from './mounting.ts'

export function createCalendarModule({ db, journal, now, baseUrl, failed }: Infrastructure, { lists, views }: { lists: Pick<Lists, 'get'>; views: TaskViews }) {
  const listOf = (uid: string, ctx: TeamContext) => lists.get(uid, ctx)
  const calendars = createCalendars({ journal, baseUrl, requireList: listOf })
  const file = createCalendarFile({ db, journal, now, baseUrl, listOf, views: (tasks, ctx) => views.all(tasks, ctx), onError: failed('noting a use') })
  return {
    endOf: calendars.endOf,
    mount(app: FastifyInstance, { open }: Mounting, allowance: Allowance): void {
      mount(app, calendarContract, calendarRoutes(calendars), open)
      mountCalendarFile(app, file, allowance)
    },
  }
}
