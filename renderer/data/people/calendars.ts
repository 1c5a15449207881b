// One's own calendars of the team. An address is in no cache: the screen that made it is the only place where it is.
import { queryOptions } from '@tanstack/react-query'
import type { Calendar, CreatedCalendar, NewCalendar } from '../../../shared/schema/cloud/calendar.ts'
import { cloudApi } from '../../backend/cloud-api.ts'
import { account as says } from '../../messages/account.ts'
import { attempt } from '../attempt.ts'
import { queryClient } from '../query-client.ts'
import { fromCloud } from './cloud-team.ts'

const failed = says.notDone

export const calendarsOf = (teamId: string) =>
  queryOptions({
    queryKey: ['cloud', 'calendars', teamId] as const,
    queryFn: ({ signal }) => cloudApi.listCalendars({ params: { teamId } }, { signal }),
    ...fromCloud,
  })

export async function createCalendar(teamId: string, wanted: NewCalendar): Promise<CreatedCalendar | undefined> {
  const made = await attempt(() => cloudApi.createCalendar({ params: { teamId }, body: wanted }), { failed })
  if (!made) return undefined
  const { url: _address, ...metadata } = made.value
  queryClient.setQueryData(calendarsOf(teamId).queryKey, (calendars) => calendars && [metadata, ...calendars])
  return made.value
}

export async function revokeCalendar(teamId: string, { id }: Calendar): Promise<void> {
  const gone = await attempt(() => cloudApi.deleteCalendar({ params: { teamId, calendarId: id } }), { failed, done: says.calendars.revoked })
  if (gone) queryClient.setQueryData(calendarsOf(teamId).queryKey, (calendars) => calendars?.filter((one) => one.id !== id))
}
