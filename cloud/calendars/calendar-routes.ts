import type { FastifyInstance } from 'fastify'
import { calendarFileContract, type calendarContract } from '../../shared/contract/cloud/calendars.ts'
import { cloudPrefix } from '../../shared/contract/cloud/cloud.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { type Handlers, mountStream } from '../../shared/http/mount.ts'
import { type Context, teamOf } from '../context.ts'
import type { Allowance } from '../http/allowance.ts'
import type { createCalendarFile } from './calendar-file.ts'
import { type Calendars, secretIn } from './calendars.ts'

export function calendarRoutes(calendars: Calendars): Handlers<typeof calendarContract, Context> {
  return {
    listCalendars: (_input, ctx) => calendars.list(teamOf(ctx)),
    createCalendar: ({ body }, ctx) => calendars.create(body, teamOf(ctx)),
    deleteCalendar: ({ params }, ctx) => calendars.remove(params.calendarId, teamOf(ctx)),
  }
}

/** Calendar programs ask again every few minutes: what they have already is not made anew. */
export function mountCalendarFile(app: FastifyInstance, file: ReturnType<typeof createCalendarFile>, allowance: Allowance): void {
  mountStream(
    app,
    calendarFileContract.readCalendar,
    async ({ params }, request, reply) => {
      const secret = secretIn(params.file)
      if (secret === undefined) throw new AppError('not_found', 'This is not the address of a calendar. Copy the whole address, with .ics at its end.')
      const found = await allowance.within(secret, request.ip, () => file.find(secret))
      const tag = file.tagOf(found)
      reply.header('ETag', tag)
      if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
      const text = await file.read(found)
      return reply.header('Content-Disposition', 'inline; filename="tandem.ics"').type('text/calendar; charset=utf-8').send(text)
    },
    cloudPrefix,
  )
}
