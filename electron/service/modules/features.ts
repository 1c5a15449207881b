// The features on the infrastructure: each is given the others that it needs, and tells the web UI what changed.
import { type AttachmentTexts, createAttachmentTexts } from '../attachments/attachment-texts.ts'
import { openAttachments } from '../attachments/attachments.ts'
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../app-options.ts'
import { conversationTool } from '../../../shared/domain/mail/undecided-mail.ts'
import type { DoneGate } from '../evidence/done-gate.ts'
import { createReminderStore } from '../reminders/reminder-store.ts'
import type { Gate } from '../tasks/done-guard.ts'
import { openAgents } from './agents.ts'
import { type Content, openContent } from './content.ts'
import { openConversations } from './conversations.ts'
import type { Infrastructure } from './infrastructure.ts'
import { type MailModuleDeps, openMail } from './mail.ts'
import { openReminders } from './reminders.ts'
import { openSearch } from './search.ts'
import { openSync, type Sync } from './sync.ts'

export type Features = ReturnType<typeof createFeatures>

/** The use-cases of tasks are made before what agents need. */
const gateMadeLater = (gate: () => DoneGate): Gate => ({
  objection: (before, after, ctx) => gate().objection(before, after, ctx),
  held: (task, ctx) => gate().held(task, ctx),
})

interface Joined {
  remote?: Sync
}

/** Whoever watches is told of what is in no journal; what a list says of a task depends on some of it. */
function changesOf({ events, unjournalledChanged }: Infrastructure, sync: Joined): Parameters<typeof openAgents>[0]['changed'] {
  const signalled = (event: string) => (change: object) => {
    unjournalledChanged()
    events.signal(event, change)
  }
  return {
    proposal(proposal) {
      events.signal('proposal', proposal)
      sync.remote?.proposalChanged(proposal)
      if (proposal.tool === conversationTool && proposal.state === 'accepted') queueMicrotask(() => sync.remote?.mailDecided())
    },
    question(question) {
      signalled('question')(question)
      sync.remote?.questionChanged(question)
    },
    claim: signalled('claim'),
    evidence(change) {
      events.signal('evidence', change)
      sync.remote?.evidenceChanged()
    },
    brake: (agent) => events.signal('brake', { agent }),
  }
}

const ownMail = (
  { db, journal, clock, settings, events, failed }: Infrastructure,
  deps: Pick<MailModuleDeps, 'takeIn' | 'draft' | 'reach' | 'attachments'> & Content,
  more: Pick<MailModuleDeps, 'times' | 'team'>,
) =>
  openMail({
    db,
    journal,
    secrets: settings.secrets,
    now: clock.now,
    report: failed('mailboxes'),
    ...deps,
    ...more,
    changed: (task_id) => events.signal('reply', { task_id }),
  })

const ownFiles = ({ dataDir }: Infrastructure, sync: Joined, texts: AttachmentTexts) =>
  openAttachments(dataDir, {
    fetch: async (hash) => (await sync.remote?.files.fetch(hash)) ?? false,
    describe: async (hash) => sync.remote?.files.describe(hash),
    arrived() {
      texts.wake()
      sync.remote?.files.flush()
    },
    removed: texts.removed,
  })

/** What came to a mailbox of one's own is no team's. */
const teamsMail = ({ mail }: ReturnType<typeof openConversations>, { isOwnMailbox }: ReturnType<typeof openMail>) => ({
  ...mail,
  linksSince: (at: string) => mail.linksSince(at).filter(({ mailbox }) => !isOwnMailbox(mailbox)),
})

const sharedOf = (agents: ReturnType<typeof openAgents>, search: ReturnType<typeof openSearch>, mail: ReturnType<typeof openMail>) => ({
  questions: agents.questions.shared,
  proposals: agents.sharedProposals,
  evidence: agents.evidence.shared,
  pairs: search.judging.shared,
  isOwnMail: mail.ofAgents.isOwn,
})

export function createFeatures(app: FastifyInstance, infrastructure: Infrastructure, options: AppOptions) {
  const { db, journal, clock, settings, events, epoch, entry, failed } = infrastructure
  const { now } = clock
  const reminderStore = createReminderStore(db)
  const texts = createAttachmentTexts({ dataDir: infrastructure.dataDir, changed: (hashes) => search.filesChanged(hashes), report: failed('file texts') })
  const gates = { done: gateMadeLater(() => agents.doneGate), fileArrived: texts.wake }
  const content = openContent({ db, journal, clock, keepMoment: reminderStore.keep, ...gates })
  const search = openSearch({
    db,
    indexFile: options.indexFile,
    epoch,
    journal,
    settings,
    content,
    pairsChanged: () => events.signal('duplicates', {}),
    pairJudged: (pair) => sync.remote?.pairJudged(pair),
    now,
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
    fired: (reminders) => sync.remote?.fired(reminders),
    log: app.log,
  })
  const sync: Joined = {}
  const agents = openAgents({
    db,
    journal,
    now,
    content,
    entry,
    search,
    version: options.version,
    mcp: options.mcp ?? {},
    answerTokens: settings.answerTokens,
    replies: () => mail.ofAgents,
    secrets: settings.secrets,
    teamLink: () => sync.remote?.teamLink,
    device: epoch,
    changed: changesOf(infrastructure, sync),
    report: failed('mcp'),
  })
  const attachments = ownFiles(infrastructure, sync, texts)
  const conversations = openConversations({
    ...content,
    fileContent: attachments.contentFromAnywhere,
    proposals: agents.proposals,
    journal,
    choice: settings.extraction,
    findDuplicates: search.findDuplicates,
    adopt: search.adopt,
    ...clock,
    report: failed('conversations'),
  })
  const mail = ownMail(infrastructure, { ...content, ...conversations, attachments }, { times: options.mailTimes, team: () => sync.remote?.teamLink })
  sync.remote = openSync({
    attachments,
    db,
    journal,
    content,
    epoch,
    now,
    version: options.version,
    secrets: settings.secrets,
    takeIn: teamsMail(conversations, mail),
    changed: (state) => events.signal('remote', state),
    team: agents.team,
    report: failed('remote'),
    times: options.syncTimes,
    shared: sharedOf(agents, search, mail),
  })
  return { attachments, texts, content, search, reminders, agents, conversations, mail, remote: sync.remote }
}
