// What teams work on: tasks with their comments and reminders, contacts, saved lists, history.
import type { FastifyInstance } from 'fastify'
import { cloudHistoryContract, cloudTaskContract } from '../../shared/contract/cloud/cloud.ts'
import { commentContract } from '../../shared/contract/comments.ts'
import { contactContract } from '../../shared/contract/contacts.ts'
import { listContract } from '../../shared/contract/lists.ts'
import { scheduleContract } from '../../shared/contract/schedules.ts'
import { syncContract } from '../../shared/contract/cloud/sync.ts'
import { mount } from '../../shared/http/mount.ts'
import { commentRoutes } from '../comments/comment-routes.ts'
import { createComments } from '../comments/comments.ts'
import { contactRoutes } from '../contacts/contact-routes.ts'
import { createContacts } from '../contacts/contacts.ts'
import type { TeamContext } from '../context.ts'
import { createHistory } from '../journal/history.ts'
import { listRoutes } from '../lists/list-routes.ts'
import { createLists } from '../lists/lists.ts'
import type { TellMentioned } from '../notifications/mentions.ts'
import { scheduleRoutes } from '../schedules/schedule-routes.ts'
import { createSchedules } from '../schedules/schedules.ts'
import { createSync } from '../sync/sync.ts'
import { syncRoutes } from '../sync/sync-routes.ts'
import { historyRoutes, taskRoutes } from '../tasks/task-routes.ts'
import { createTaskViews } from '../tasks/task-views.ts'
import { createTasks, type Tasks } from '../tasks/tasks.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Mounting } from './mounting.ts'

export function createWork({ db, journal, now }: Infrastructure, tellMentioned: TellMentioned) {
  const requireTask: Tasks['require'] = (...args) => tasks.require(...args)
  const comments = createComments({ journal, requireTask, tellMentioned })
  const schedules = createSchedules({ journal, requireTask, dueOf: (...args) => tasks.dueOf(...args) })
  const tasks = createTasks({ journal, tellMentioned, removeDependents: [comments.removeOfTask, schedules.removeOfTask] })
  const contacts = createContacts({ journal })
  const lists = createLists({ journal })
  return {
    requireTask,
    tasks,
    contacts,
    mount(app: FastifyInstance, { inTeam }: Mounting): void {
      mount(app, cloudTaskContract, taskRoutes(tasks, createTaskViews({ journal, tasks, schedules, now })), inTeam)
      mount(app, cloudHistoryContract, historyRoutes(createHistory(journal)), inTeam)
      mount(app, commentContract, commentRoutes(comments), inTeam)
      mount(app, contactContract, contactRoutes(contacts), inTeam)
      mount(app, listContract, listRoutes(lists), inTeam)
      mount(app, syncContract, syncRoutes(createSync({ journal, tasks, comments, schedules, contacts, lists, epoch: db.epoch }), db.epoch), inTeam)
      // What is due next moves on without a write; a list that is known is asked for again every minute.
      const revision = (ctx: TeamContext) => `${inTeam.revision(ctx)}.${Math.floor(now().getTime() / 60_000)}`
      mount(app, scheduleContract, scheduleRoutes(schedules), { ...inTeam, revision })
    },
  }
}
