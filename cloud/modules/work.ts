// What teams work on: tasks with their comments and reminders, contacts, saved lists, history.
import type { FastifyInstance } from 'fastify'
import { cloudClaimContract, cloudEvidenceContract, cloudHistoryContract, cloudQuestionContract } from '../../shared/contract/cloud/cloud.ts'
import { commentContract } from '../../shared/contract/comments.ts'
import { contactContract } from '../../shared/contract/contacts.ts'
import { listContract } from '../../shared/contract/lists.ts'
import { scheduleContract } from '../../shared/contract/schedules.ts'
import { evidenceSyncContract } from '../../shared/contract/cloud/sync-evidence.ts'
import { questionSyncContract } from '../../shared/contract/cloud/sync-questions.ts'
import { syncContract } from '../../shared/contract/cloud/sync.ts'
import { taskContract } from '../../shared/contract/tasks.ts'
import { workContract } from '../../shared/contract/work/work.ts'
import { mount } from '../../shared/http/mount.ts'
import type { AppOptions } from '../app-options.ts'
import type { Replies } from '../email/replies/replies.ts'
import { finishingTasks } from '../agents/proposals.ts'
import { claimRoutes, renewClaims } from '../claims/claim-routes.ts'
import { createClaimSweep } from '../claims/claim-sweep.ts'
import { createClaims } from '../claims/claims.ts'
import { commentRoutes } from '../comments/comment-routes.ts'
import { createComments } from '../comments/comments.ts'
import { contactRoutes } from '../contacts/contact-routes.ts'
import { createContacts } from '../contacts/contacts.ts'
import type { Task } from '../../shared/schema/task.ts'
import type { TeamContext } from '../context.ts'
import { createDoneGate, type DoneGateDeps } from '../evidence/done-gate.ts'
import { createEvidence } from '../evidence/evidence.ts'
import { evidenceRoutes } from '../evidence/evidence-routes.ts'
import { evidenceSyncRoutes } from '../evidence/synced-evidence.ts'
import { createHistory } from '../journal/history.ts'
import type { Write } from '../journal/journal.ts'
import { createUndo, type Undo, type UndoDeps } from '../journal/undo.ts'
import { listRoutes } from '../lists/list-routes.ts'
import { createLists } from '../lists/lists.ts'
import type { TellAssigned } from '../notifications/assignments.ts'
import type { TellMentioned } from '../notifications/mentions.ts'
import { questionRoutes } from '../questions/question-routes.ts'
import { questionSyncRoutes } from '../questions/synced-questions.ts'
import { createQuestions } from '../questions/questions.ts'
import type { TellAsked } from '../questions/tell-asked.ts'
import { scheduleRoutes } from '../schedules/schedule-routes.ts'
import { createSchedules } from '../schedules/schedules.ts'
import { createSync } from '../sync/sync.ts'
import { syncRoutes } from '../sync/sync-routes.ts'
import { type AssigneeHintDeps, createAssigneeHint } from '../tasks/assignee-hint.ts'
import { type CreateUnlessSameDeps, createUnlessSame } from '../tasks/create-unless-same.ts'
import { historyRoutes, taskRoutes } from '../tasks/task-routes.ts'
import { createTaskViews } from '../tasks/task-views.ts'
import { createTasks, type Tasks } from '../tasks/tasks.ts'
import { createTeamWork } from '../work/work.ts'
import { workRoutes } from '../work/work-routes.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Mounting } from './mounting.ts'

export interface WorkDeps {
  tellMentioned: TellMentioned
  tellAssigned: TellAssigned
  tellAsked: TellAsked
  tokensOf: UndoDeps['tokensOf']
  tellUndone: UndoDeps['tellUndone']
  agentNames: AssigneeHintDeps['agents']
  membersIn: AssigneeHintDeps['members']
  search: CreateUnlessSameDeps['search']
  proving: DoneGateDeps['proving']
  /** Inside the write that makes a task done, for those who asked for it. */
  tellAskers: (write: Write, task: Task) => Promise<void>
  replies: Replies
}

export function createWork(
  { db, journal, now, wakeups, live, failed }: Infrastructure,
  options: AppOptions,
  { tellMentioned, tellAssigned, tellAsked, tokensOf, tellUndone, agentNames, membersIn, search, proving, tellAskers, replies }: WorkDeps,
) {
  const requireTask: Tasks['require'] = (...args) => tasks.require(...args)
  const comments = createComments({ journal, requireTask, tellMentioned })
  const schedules = createSchedules({ journal, requireTask, dueOf: (...args) => tasks.dueOf(...args) })
  const claims = createClaims({
    db,
    journal,
    lockTask: (...args) => tasks.lock(...args),
    setStatus: (...args) => tasks.setStatus(...args),
    onError: failed('ending claims'),
  })
  const doneGate = createDoneGate({ proving, missing: (...args) => evidence.missing(...args) })
  const tasks: Tasks = createTasks({
    journal,
    gate: doneGate,
    tellMentioned,
    tellAssigned,
    removeDependents: [comments.removeOfTask, schedules.removeOfTask, claims.removeOfTask, (write, id) => evidence.removeOfTask(write, id)],
    async taskDone(write, id) {
      await claims.taskDone(write, id)
      await tellAskers(write, await tasks.held(write, id))
    },
  })
  const evidence = createEvidence({ journal, tasks, key: options.key })
  const contacts = createContacts({ journal })
  const lists = createLists({ journal })
  const takeBack: Undo['takeBack'] = (...args) => undo.takeBack(...args)
  const waiting = { journal, tasks, comments, wakeups, pollEvery: 5000 }
  const questions = createQuestions({ ...waiting, takeBack, tellAsked, onError: failed('looking whether questions are answered') })
  const views = createTaskViews({ journal, tasks, schedules, claims, questions, finishing: finishingTasks, now })
  const work = createTeamWork({ ...waiting, claims, evidence, doneGate, views, finishing: finishingTasks, onError: failed('looking for a next task') })
  const sweeping = createClaimSweep({ sweep: claims.sweep, lookEvery: 2000, onError: failed('ending claims'), ...options.claims })
  const revertibles = (ctx: TeamContext) => ({
    task: tasks.revertible(ctx),
    comment: comments.revertible,
    schedule: schedules.revertible,
    contact: contacts.revertible,
    list: lists.revertible,
  })
  const hintOf = createAssigneeHint({ journal, agents: agentNames, assignees: tasks.assignees, contacts: contacts.all, members: membersIn })
  const undo = createUndo({ journal, revertibles, lockLinks: tasks.lockLinks, tokensOf, tellUndone })
  return {
    requireTask,
    tasks,
    comments,
    contacts,
    undo,
    features: { tasks, comments, schedules, contacts, lists, finish: work, replies },
    claims,
    /** What agents reach over MCP. */
    ofMcp: { tasks, views, hintOf, comments, schedules, contacts, claims, questions, work, evidence, doneGate, replies },
    /** Whoever waits asks another instance. */
    stop(): void {
      work.close()
      questions.stop()
    },
    waiting: () => work.waiting() + questions.waiting(),
    close: sweeping.close,
    mount(app: FastifyInstance, { inTeam }: Mounting): void {
      mount(app, taskContract, taskRoutes(tasks, createUnlessSame({ journal, tasks, search }), views, hintOf), inTeam)
      mount(app, cloudHistoryContract, historyRoutes(createHistory(journal), undo), inTeam)
      mount(app, commentContract, commentRoutes(comments), inTeam)
      mount(app, contactContract, contactRoutes(contacts), inTeam)
      mount(app, listContract, listRoutes(lists), inTeam)
      mount(app, cloudClaimContract, claimRoutes(claims), inTeam)
      mount(app, workContract, workRoutes(work, views, live), inTeam)
      mount(app, cloudEvidenceContract, evidenceRoutes(evidence), inTeam)
      mount(app, evidenceSyncContract, evidenceSyncRoutes(evidence.synced), inTeam)
      mount(app, cloudQuestionContract, questionRoutes(questions, live), inTeam)
      mount(app, questionSyncContract, questionSyncRoutes(questions.synced), inTeam)
      renewClaims(app, claims, inTeam.context)
      mount(app, syncContract, syncRoutes(createSync({ journal, tasks, comments, schedules, contacts, lists, epoch: db.epoch }), db.epoch), inTeam)
      // What is due next moves on without a write; a list that is known is asked for again every minute.
      const revision = (ctx: TeamContext) => `${inTeam.revision(ctx)}.${Math.floor(now().getTime() / 60_000)}`
      mount(app, scheduleContract, scheduleRoutes(schedules), { ...inTeam, revision })
    },
  }
}
