import { Type } from 'typebox'
import { Id, object } from '../schema/field.ts'
import { NewSchedule, Schedule, SchedulePatch } from '../schema/schedule.ts'
import { paging } from './paging.ts'
import { defineContract } from './route.ts'
import { TaskParams } from './tasks.ts'

const ScheduleParams = object('ScheduleParams', { id: Id, scheduleId: Id })

export const scheduleContract = defineContract({
  listSchedules: {
    method: 'GET',
    path: '/tasks/:id/schedules',
    tag: 'Schedules',
    summary: 'Reminders of a task, newest first',
    params: TaskParams,
    query: object('SchedulePage', paging),
    reply: Type.Array(Schedule),
    status: 200,
    etag: 'revision',
  },
  createSchedule: {
    method: 'POST',
    path: '/tasks/:id/schedules',
    tag: 'Schedules',
    summary: 'Set a reminder',
    params: TaskParams,
    body: NewSchedule,
    reply: Schedule,
    status: 201,
    etag: 'version',
    location: (schedule: Schedule) => `/tasks/${schedule.task_id}/schedules/${schedule.id}`,
    idempotent: true,
  },
  getSchedule: {
    method: 'GET',
    path: '/tasks/:id/schedules/:scheduleId',
    tag: 'Schedules',
    summary: 'Read one reminder',
    params: ScheduleParams,
    reply: Schedule,
    status: 200,
    etag: 'version',
  },
  updateSchedule: {
    method: 'PATCH',
    path: '/tasks/:id/schedules/:scheduleId',
    tag: 'Schedules',
    summary: 'Change a reminder',
    params: ScheduleParams,
    body: SchedulePatch,
    reply: Schedule,
    status: 200,
    etag: 'version',
  },
  deleteSchedule: {
    method: 'DELETE',
    path: '/tasks/:id/schedules/:scheduleId',
    tag: 'Schedules',
    summary: 'Remove a reminder',
    params: ScheduleParams,
    status: 204,
  },
})
