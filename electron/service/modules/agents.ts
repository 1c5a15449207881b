// What agents need beyond the use-cases of everybody: what each may do, what it proposes, who has a task in hand, and MCP.
import type { Claim } from '../../../shared/schema/claim.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { Question } from '../../../shared/schema/work/question.ts'
import { createClaimStore } from '../claims/claim-store.ts'
import { createClaims } from '../claims/claims.ts'
import { createElsewhere } from '../claims/elsewhere.ts'
import { createTeamClaims, type TeamLink } from '../claims/team-claims.ts'
import type { Db } from '../db/open.ts'
import { createDoneGate } from '../evidence/done-gate.ts'
import { createEvidence } from '../evidence/evidence.ts'
import { createEvidenceStore } from '../evidence/evidence-store.ts'
import { createSigningKey } from '../evidence/signing-key.ts'
import { storageError } from '../db/storage-error.ts'
import type { Journal } from '../journal/journal.ts'
import type { Finder } from '../mcp/deps.ts'
import type { McpOptions } from '../mcp/mcp.ts'
import { openMcp } from './mcp.ts'
import { createOutsideTextStore } from '../mcp/answers/outside-text-store.ts'
import { createOutsideTexts } from '../mcp/answers/outside-texts.ts'
import { createProvenance } from '../mcp/answers/provenance.ts'
import type { Content } from './content.ts'
import { createAgentStore } from '../proposals/agent-store.ts'
import { type Agents, createAgents } from '../proposals/agents.ts'
import type { TakingBack } from '../proposals/decisions.ts'
import { createProposalStore } from '../proposals/proposal-store.ts'
import { createBrakeStore } from '../proposals/brake-store.ts'
import { createOutsideReadStore } from '../proposals/outside-read-store.ts'
import { createOutsideReads } from '../proposals/outside-reads.ts'
import { createRecentWrites } from '../proposals/recent-writes.ts'
import { createProposals } from '../proposals/proposals.ts'
import { createSharedProposalStore } from '../proposals/shared-proposal-store.ts'
import { createSharedProposals } from '../proposals/shared-proposals.ts'
import { createQuestionStore } from '../questions/question-store.ts'
import { createQuestions } from '../questions/questions.ts'
import type { SecretStore } from '../secrets/secret-place.ts'
import type { Search } from './search.ts'
import { createAssigneeHint } from '../tasks/assignee-hints.ts'
import { createTaskViews } from '../tasks/task-views.ts'
import type { McpDeps } from '../mcp/deps.ts'
import { createNextStore } from '../work/next-store.ts'
import { createWork } from '../work/work.ts'

export interface AgentModuleDeps {
  db: Db
  journal: Journal
  now: () => Date
  content: Content
  /** The entry of this seq. */
  entry: TakingBack['entry']
  search: Search
  version: string
  mcp: McpOptions
  /** How many tokens an agent is given to read at once. */
  answerTokens: () => number
  replies: McpDeps['replies']
  secrets: () => Promise<SecretStore>
  /** undefined: before sync stands. */
  teamLink: () => TeamLink | undefined
  /** Names this data folder. */
  device: string
  changed: {
    proposal(proposal: Proposal): void
    question(question: Question): void
    claim(change: { task_id: number; claim: Claim | null }): void
    evidence(change: { task_id: number | null }): void
    brake(agent: string): void
  }
  report: (error: unknown) => void
}

/** What waits about a task or a conversation follows it: when it goes or comes back, or its status changes. */
function openProposals(
  { db, journal, now, agents, content, entry }: Pick<AgentModuleDeps, 'db' | 'journal' | 'now' | 'content' | 'entry'> & { agents: Agents },
  changed: (proposal: Proposal) => void,
) {
  const store = createProposalStore(db)
  const proposals = createProposals({ store, agents, journal, now, changed })
  const takingBack = () => ({ undo: content.undo.undo, entry })
  const sharedProposals = createSharedProposals({ store, shared: createSharedProposalStore(db), journal, takingBack, changed })
  const stopFollowing = journal.onCommit(
    () => proposals.subjectsChanged(),
    ({ entity, action, undo_of, after }) =>
      (entity === 'task' || entity === 'conversation') && (action === 'deleted' || (action === 'created' && undo_of != null) || after?.status !== undefined),
  )
  return { proposals, sharedProposals, stopFollowing }
}

/** What agents may write: by their policy, by how much they wrote lately, and by what they have read. */
function openVerdicts({ db, journal, now, changed, report }: Pick<AgentModuleDeps, 'db' | 'journal' | 'now' | 'changed' | 'report'>, monotonic: () => number) {
  const { head } = journal
  const brake = createBrakeStore(db)
  const recent = createRecentWrites({ store: brake, head, now, monotonic })
  const reads = createOutsideReads({ store: createOutsideReadStore(db), now, report })
  const agents = createAgents({ store: createAgentStore(db), brake, recent, reads, now, head, brakeChanged: changed.brake })
  return { agents, stopCounting: journal.onCommit(recent.committed) }
}

const finderOf = (search: Search): Finder => ({
  search: (query, limit, me) => search.search({ q: query, limit, me }),
  findDuplicates: search.findDuplicates,
  adopt: search.adopt,
})

/** Who works on what: here, and in the team. */
function openClaims(
  { db, journal, now, content, teamLink, device, report }: Pick<AgentModuleDeps, 'db' | 'journal' | 'now' | 'content' | 'teamLink' | 'device' | 'report'>,
  monotonic: () => number,
  changed: (taskId: number, claim: Claim | null) => void,
) {
  const { tasks, requireTask } = content
  const elsewhere = createElsewhere(now)
  const claimStore = createClaimStore(db)
  const claims = createClaims({
    store: claimStore,
    journal,
    now,
    monotonic,
    requireTask,
    // What somebody else did since stays, and is no mistake of whoever ends the claim.
    putBack: (entry, actor) => void content.undo.undo({ entry }, { actor }),
    beginWork(taskId, who) {
      if (tasks.get(taskId).status === 'in_progress') return null
      tasks.update(taskId, { status: 'in_progress' }, who)
      return journal.head()
    },
    changed: claimChanged,
    ended: (claim) => team.ended(claim),
  })
  function claimChanged(taskId: number): void {
    changed(taskId, team.shown(taskId))
  }
  const team = createTeamClaims({ claims, elsewhere, store: claimStore, team: teamLink, device, changed: claimChanged, report })
  return { claims, elsewhere, team }
}

export function openAgents({
  db,
  journal,
  now,
  content,
  entry,
  search,
  version,
  mcp: options,
  answerTokens,
  replies,
  secrets,
  teamLink,
  device,
  changed,
  report,
}: AgentModuleDeps) {
  const { tasks, comments, schedules, contacts, undo, requireTask } = content
  const monotonic = options.monotonic ?? (() => performance.now())
  const { agents, stopCounting } = openVerdicts({ db, journal, now, changed, report }, monotonic)
  const { proposals, sharedProposals, stopFollowing } = openProposals({ db, journal, now, agents, content, entry }, (proposal) => {
    mcp.proposalChanged(proposal)
    // A finish that was turned down frees its task.
    work.wake()
    changed.proposal(proposal)
  })
  const { claims, elsewhere, team } = openClaims({ db, journal, now, content, teamLink, device, report }, monotonic, (taskId, claim) => {
    mcp.claimChanged(taskId)
    work.wake()
    changed.claim({ task_id: taskId, claim })
  })
  const questions = createQuestions({
    store: createQuestionStore(db),
    journal,
    now,
    requireTask,
    comment: (taskId, body, ctx) => comments.create(taskId, { body }, ctx),
    undo: undo.undo,
    changed(question) {
      work.wake()
      changed.question(question)
    },
  })
  const evidence = createEvidence({ store: createEvidenceStore(db), tasks, journal, key: createSigningKey({ secrets, now }), now, changed: changed.evidence })
  const doneGate = createDoneGate({ agents, evidence, proposals, tasks })
  const known = { tasks, comments, schedules, claims, elsewhere, team, proposals, questions, journal, now }
  const views = createTaskViews(known)
  const work = createWork({ ...known, needsProof: agents.needsProof, chooseOpen: createNextStore(db), doneGate, evidence, views, waiting: options.waiting })
  const outside = createOutsideTexts({ store: createOutsideTextStore(db), journal, report })
  const provenance = createProvenance(db, outside.find)
  const assigneeHint = createAssigneeHint({ agents, tasks, contacts })
  const mcp = openMcp(
    { ...known, assigneeHint, doneGate, evidence, contacts, search: finderOf(search), inTurn: search.inTurn, work, agents, provenance, replies, answerTokens },
    { version, options, translate: storageError, logError: report },
  )
  return {
    agents,
    assigneeHint,
    provenance,
    proposals,
    sharedProposals,
    questions,
    claims,
    team,
    evidence,
    doneGate,
    views,
    work,
    mcp,
    close(): void {
      for (const stop of [stopCounting, stopFollowing]) stop()
      outside.close()
      questions.close()
      claims.close()
      agents.close()
    },
  }
}
