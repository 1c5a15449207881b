import { Type } from 'typebox'
import { Calendar, CreatedCalendar, NewCalendar } from '../../schema/cloud/calendar.ts'
import { TeamId } from '../../schema/cloud/team.ts'
import { object } from '../../schema/field.ts'
import { defineContract } from '../route.ts'
import { TeamParams } from './teams.ts'

const tag = 'Calendars'

export const calendarContract = defineContract({
  listCalendars: {
    method: 'GET',
    path: '/teams/:teamId/calendars',
    tag,
    summary: 'My calendars of a team, newest first, without their addresses',
    params: TeamParams,
    reply: Type.Array(Calendar),
    status: 200,
    needs: 'subscribe',
  },
  createCalendar: {
    method: 'POST',
    path: '/teams/:teamId/calendars',
    tag,
    summary: 'Make a private address that calendar programs subscribe to; it is shown this once',
    params: TeamParams,
    body: NewCalendar,
    reply: CreatedCalendar,
    status: 201,
    needs: 'subscribe',
  },
  deleteCalendar: {
    method: 'DELETE',
    path: '/teams/:teamId/calendars/:calendarId',
    tag,
    summary: 'Revoke the address of a calendar at once',
    params: object('CalendarParams', { teamId: TeamId, calendarId: Type.String({ format: 'uuid' }) }),
    status: 204,
    needs: 'subscribe',
  },
})

/** What calendar programs call. They send no credential: the address is the secret. */
export const calendarFileContract = defineContract({
  readCalendar: {
    method: 'GET',
    path: '/calendars/:file',
    tag,
    summary: 'A calendar as iCalendar (RFC 5545), with an ETag',
    params: object('CalendarFileParams', { file: Type.String({ maxLength: 100, description: 'The secret of the address, and .ics.' }) }),
    status: 200,
    stream: true,
    mediaType: 'text/calendar',
    needs: 'nobody',
    secret: true,
  },
})
