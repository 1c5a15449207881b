// The features on the infrastructure: each is given the others that it needs, and tells the web UI what changed.
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../app-options.ts'
import type { DoneGate } from '../evidence/done-gate.ts'
import { createReminderStore } from '../reminders/reminder-store.ts'
import type { Gate } from '../tasks/done-guard.ts'
import { openAgents } from './agents.ts'
import { openContent } from './content.ts'
import { openConversations } from './conversations.ts'
import type { Infrastructure } from './infrastructure.ts'
import { openReminders } from './reminders.ts'
import { openSearch } from './search.ts'
import { openSync } from './sync.ts'

export type Features = ReturnType<typeof createFeatures>

/** The use-cases of tasks are made before what agents need. */
const gateMadeLater = (gate: () => DoneGate): Gate => ({
  objection: (before, after, ctx) => gate().objection(before, after, ctx),
  held: (task, ctx) => gate().held(task, ctx),
})

export function createFeatures(app: FastifyInstance, infrastructure: Infrastructure, options: AppOptions) {
  const { db, journal, clock, settings, events, epoch, failed } = infrastructure
  const { now, zone } = clock
  const { version } = options
  const reminderStore = createReminderStore(db)
  const content = openContent({ db, journal, clock, keepMoment: reminderStore.keep, done: gateMadeLater(() => agents.doneGate) })
  const search = openSearch({
    db,
    indexFile: options.indexFile,
    epoch,
    journal,
    settings,
    content,
    pairsChanged: () => events.signal('duplicates', {}),
    report: failed('search'),
  })
  const reminders = openReminders({
    store: reminderStore,
    schedules: content.schedules,
    journal,
    clock,
    requireTask: content.requireTask,
    settings,
    notifier: options.notifier,
    changed: (reminder) => events.signal('reminder', reminder),
    fired: (reminders) => remote.fired(reminders),
    log: app.log,
  })
  /** In no journal, and what a list says of a task depends on it. */
  const signalled = (event: string) => (change: object) => {
    infrastructure.unjournalledChanged()
    events.signal(event, change)
  }
  const agents = openAgents({
    db,
    journal,
    now,
    content,
    search,
    version,
    mcp: options.mcp ?? {},
    answerTokens: settings.answerTokens,
    secrets: settings.secrets,
    changed: {
      proposal: (proposal) => events.signal('proposal', proposal),
      question: signalled('question'),
      claim: signalled('claim'),
      evidence: (change) => events.signal('evidence', change),
      brake: (agent) => events.signal('brake', { agent }),
    },
    report: failed('mcp'),
  })
  const conversations = openConversations({
    ...content,
    proposals: agents.proposals,
    journal,
    choice: settings.extraction,
    findDuplicates: search.findDuplicates,
    adopt: search.adopt,
    now,
    zone,
    report: failed('conversations'),
  })
  const remote = openSync({
    db,
    journal,
    content,
    epoch,
    now,
    version,
    secrets: settings.secrets,
    takeIn: conversations.mail,
    changed: (state) => events.signal('remote', state),
    report: failed('remote'),
    times: options.syncTimes,
  })
  return { content, search, reminders, agents, conversations, remote }
}
