// What waits for a person, as this list and its team share it.
import { mailOf } from '../../../shared/domain/mail/undecided-mail.ts'
import type { Actor } from '../../../shared/schema/actor.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { Question } from '../../../shared/schema/work/question.ts'
import type { Db } from '../db/open.ts'
import type { Journal } from '../journal/journal.ts'
import type { StoredProposal } from '../proposals/proposals.ts'
import type { SharedProposals } from '../proposals/shared-proposals.ts'
import type { SharedEvidence } from '../evidence/shared-evidence.ts'
import type { SharedQuestions } from '../questions/shared-questions.ts'
import type { JudgedPair } from '../search/duplicates/judged-pair-store.ts'
import type { Judging } from '../search/duplicates/judge-duplicates.ts'
import type { SyncConnection } from '../sync/connection.ts'
import type { SyncStore } from '../sync/state/sync-store.ts'
import { createChannel, joined } from '../sync/waiting/channel.ts'
import { createGroundStore } from '../sync/waiting/ground-store.ts'
import { createEvidenceChannel } from '../sync/waiting/team-evidence.ts'
import { teamPairs } from '../sync/waiting/team-pairs.ts'
import { teamProposals } from '../sync/waiting/team-proposals.ts'
import { teamQuestions } from '../sync/waiting/team-questions.ts'

export interface WaitingDeps {
  db: Db
  journal: Journal
  questions: SharedQuestions
  proposals: SharedProposals
  evidence: SharedEvidence
  pairs: Judging['shared']
  isOwnMail: (taskId: number) => boolean
  report: (error: unknown) => void
}

export function openWaiting(
  { db, journal, questions, proposals, evidence, pairs, isOwnMail, report }: WaitingDeps,
  store: SyncStore,
  remote: () => SyncConnection,
) {
  const deps = { journal, report, link: () => remote().link() }
  const tasks = {
    taskOf: (uid: string) => store.byUid('task', uid)?.local_id,
    taskUidThere: (taskId: number) => (remote().cloudIdOf(taskId) == null ? undefined : store.byId('task', taskId)?.uid),
  }
  const ground = createGroundStore(db, 'proposal')
  const ofProposals = teamProposals({ ground, proposals, isOwnMail, ...tasks })
  const questionChannel = createChannel(teamQuestions({ ground: createGroundStore(db, 'question'), questions, ...tasks }), deps)
  const proposalChannel = createChannel(ofProposals.kind, deps)
  const pairChannel = createChannel(teamPairs({ ground: createGroundStore(db, 'pair'), pairs, ...tasks }), deps)
  const evidenceChannel = createEvidenceChannel({ evidence, link: deps.link, report, ...tasks })
  return {
    waiting: joined([questionChannel, proposalChannel, pairChannel, evidenceChannel]),

    /** Something was run or claimed here; inside the write. */
    evidenceChanged: (): void => queueMicrotask(evidenceChannel.flush),

    /** One that was asked, decided or opened again here. */
    questionChanged: (question: Question): void => questionChannel.changed(question),

    /** What was said of two tasks here. */
    pairJudged: (pair: JudgedPair): void => pairChannel.changed(pair),

    /** One that was made or decided here; inside the write. What was read from a conversation stays here, unless it came to the team's mailbox. */
    proposalChanged(proposal: Proposal): void {
      const { uid, conversation_id } = proposal
      if (uid === undefined || (conversation_id !== null && !mailOf(proposal) && !ground.get(uid))) return
      queueMicrotask(() => proposalChannel.changed({ uid }))
    },

    /** Accepts one that another device has. False: it waits for the cloud. */
    async acceptThere(proposal: StoredProposal, by: Actor): Promise<boolean> {
      const to = remote().isOnline() && proposalChannel.isTaken() ? remote().link() : undefined
      return to !== undefined && ofProposals.acceptThere(proposal, by, proposalChannel, to)
    },
  }
}
