// SQL for proposals, and nothing else.
import { uuidv7 } from 'uuidv7'
import type { Proposal, ProposalState } from '../../../shared/schema/proposal.ts'
import type { Db } from '../db/open.ts'
import { holdsTask } from '../../../shared/search/what-tasks-wait-for.ts'
import { unprovenTool } from '../../../shared/domain/agents/proposal-rules.ts'
import { conversationTool } from '../../../shared/domain/mail/undecided-mail.ts'

export type ProposalStore = ReturnType<typeof createProposalStore>

export interface StoredProposal extends Proposal {
  /** Names it on every device of a team. */
  uid: string
  /** Another device of the team carries it out. */
  elsewhere: boolean
  /** The run of the agent that proposed it, or brought the mail from which it was read; null: an agent without one, or nobody brought it. */
  run: string | null
}

export type NewProposal = Pick<StoredProposal, 'agent' | 'run' | 'kinds' | 'tool' | 'arguments' | 'task_id' | 'conversation_id' | 'because' | 'created_at'>

interface ProposalRow extends Omit<StoredProposal, 'kinds' | 'because' | 'decide_on' | 'elsewhere' | 'arguments' | 'result' | 'entries' | 'decided_by'> {
  kinds: string
  because: string | null
  arguments: string
  result: string | null
  entries: string
  decided_by_kind: NonNullable<Proposal['decided_by']>['kind'] | null
  decided_by_name: string
  handle: string
  elsewhere: 0 | 1
  decide_on: string | null
  to_undo: string | null
  /** 1: it waits, and what it is about is deleted. */
  gone: number
}

export function readProposal(row: unknown): StoredProposal {
  const { decided_by_kind, decided_by_name, gone, because, decide_on, elsewhere, handle: _handle, to_undo: _toUndo, ...rest } = row as ProposalRow
  return {
    ...rest,
    elsewhere: elsewhere === 1,
    ...(decide_on === null ? {} : { decide_on }),
    ...(because === null ? {} : { because: JSON.parse(because) as NonNullable<Proposal['because']> }),
    state: gone === 1 ? 'withdrawn' : rest.state,
    kinds: JSON.parse(rest.kinds) as Proposal['kinds'],
    arguments: JSON.parse(rest.arguments) as Proposal['arguments'],
    result: rest.result === null ? null : (JSON.parse(rest.result) as Proposal['result']),
    entries: JSON.parse(rest.entries) as number[],
    decided_by: decided_by_kind === null ? null : { kind: decided_by_kind, name: decided_by_name },
  }
}

// Of what is gone nobody can decide anything. It is asked each time: an undo brings the task back, and with it the question.
export const isGone = `CASE WHEN tool = '${unprovenTool}' THEN NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.id = task_id AND tasks.status = 'in_review')
  WHEN conversation_id IS NULL THEN task_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.id = task_id)
  ELSE NOT EXISTS (SELECT 1 FROM conversations WHERE conversations.id = conversation_id) END`
export const allProposals = `SELECT *, state = 'pending' AND ${isGone} AS gone FROM proposals`

export function createProposalStore(db: Db) {
  const insert = db.prepare(
    "INSERT INTO proposals (uid, agent, run, kinds, tool, arguments, task_id, conversation_id, because, state, created_at, elsewhere, decide_on, handle) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, lower(hex(randomblob(16))))",
  )
  const decide = db.prepare(
    'UPDATE proposals SET state = ?, reason = ?, result = ?, entries = ?, decided_at = ?, decided_by_kind = ?, decided_by_name = ? WHERE id = ?',
  )
  const byId = db.prepare(`${allProposals} WHERE id = ?`)
  const byUid = db.prepare(`${allProposals} WHERE uid = ?`)
  const byHandle = db.prepare(`${allProposals} WHERE handle = ?`)
  const handleOf = db.prepare('SELECT handle FROM proposals WHERE id = ?').pluck()
  const pending = db.prepare(`${allProposals} WHERE state = 'pending' AND NOT (${isGone}) ORDER BY id`)
  const withdrawn = db.prepare(`${allProposals} WHERE state = 'withdrawn' OR (state = 'pending' AND ${isGone}) ORDER BY id DESC LIMIT 200`)
  const decided = db.prepare(`${allProposals} WHERE state = ? ORDER BY decided_at DESC, id DESC LIMIT 200`)
  const waitingOf = db.prepare(`${allProposals} WHERE conversation_id = ? AND state = 'pending' ORDER BY id`)
  const ofThread = db.prepare(`${allProposals} WHERE tool = '${conversationTool}' AND json_extract(arguments, '$.mail.thread') = ? ORDER BY id`)
  const withdrawnIds = db.prepare(`SELECT id FROM proposals WHERE state = 'pending' AND ${isGone}`).pluck()
  const pendingOf = db.prepare(`${allProposals} WHERE tool = ? AND state = 'pending' AND NOT (${isGone}) ORDER BY id DESC LIMIT ?`)
  const holding = db.prepare(`SELECT task_id, min(id) AS id FROM proposals WHERE ${holdsTask} AND task_id IS NOT NULL GROUP BY task_id`)
  const same = db.prepare(`${allProposals} WHERE agent = ? AND tool = ? AND arguments = ? AND elsewhere = 0 ORDER BY id DESC LIMIT 1`)
  return {
    /** `uid` and the rest: of one that was made on another device. */
    insert: (proposal: NewProposal & Partial<Pick<StoredProposal, 'uid' | 'elsewhere' | 'decide_on'>>): number =>
      Number(
        insert.run(
          proposal.uid ?? uuidv7(),
          proposal.agent,
          proposal.run,
          JSON.stringify(proposal.kinds),
          proposal.tool,
          JSON.stringify(proposal.arguments),
          proposal.task_id,
          proposal.conversation_id,
          proposal.because ? JSON.stringify(proposal.because) : null,
          proposal.created_at,
          proposal.elsewhere ? 1 : 0,
          proposal.decide_on ?? null,
        ).lastInsertRowid,
      ),
    decide: ({ id, state, reason, result, entries, decided_at, decided_by }: Proposal): void =>
      void decide.run(
        state,
        reason,
        result && JSON.stringify(result),
        JSON.stringify(entries),
        decided_at,
        decided_by?.kind ?? null,
        decided_by?.name ?? null,
        id,
      ),
    byId(id: number): StoredProposal | undefined {
      const row = byId.get(id)
      return row ? readProposal(row) : undefined
    },
    byUid(uid: string): StoredProposal | undefined {
      const row = byUid.get(uid)
      return row ? readProposal(row) : undefined
    },
    byHandle(handle: string): StoredProposal | undefined {
      const row = byHandle.get(handle)
      return row ? readProposal(row) : undefined
    },
    /** A name of 128 random bits that only its agent is given. */
    handleOf: (id: number) => handleOf.get(id) as string,
    list: (state: ProposalState): StoredProposal[] =>
      (state === 'pending' ? pending.all() : state === 'withdrawn' ? withdrawn.all() : decided.all(state)).map(readProposal),
    withdrawnIds: (): number[] => withdrawnIds.all() as number[],
    waitingOf: (conversationId: number): Proposal[] => waitingOf.all(conversationId).map(readProposal),
    ofThread: (thread: string): StoredProposal[] => ofThread.all(thread).map(readProposal),
    /** The newest that wait, of a tool. */
    pendingOf: (tool: string, limit: number): Proposal[] => pendingOf.all(tool, limit).map(readProposal),
    /** By task: the proposal to finish it. */
    holding: () => new Map((holding.all() as { task_id: number; id: number }[]).map(({ task_id, id }) => [task_id, id])),
    /** The newest proposal of just this call. */
    same(agent: string, tool: string, args: Proposal['arguments']): Proposal | undefined {
      const row = same.get(agent, tool, JSON.stringify(args))
      return row ? readProposal(row) : undefined
    },
  }
}
