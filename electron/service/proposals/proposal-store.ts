// SQL for proposals, and nothing else.
import type { Proposal, ProposalState } from '../../../shared/schema/proposal.ts'
import type { Db } from '../db/open.ts'

export type ProposalStore = ReturnType<typeof createProposalStore>

interface ProposalRow extends Omit<Proposal, 'kinds' | 'arguments' | 'result' | 'entries' | 'decided_by'> {
  kinds: string
  arguments: string
  result: string | null
  entries: string
  decided_by_kind: NonNullable<Proposal['decided_by']>['kind'] | null
  decided_by_name: string
}

function read(row: unknown): Proposal {
  const { decided_by_kind, decided_by_name, ...rest } = row as ProposalRow
  return {
    ...rest,
    kinds: JSON.parse(rest.kinds) as Proposal['kinds'],
    arguments: JSON.parse(rest.arguments) as Proposal['arguments'],
    result: rest.result === null ? null : (JSON.parse(rest.result) as Proposal['result']),
    entries: JSON.parse(rest.entries) as number[],
    decided_by: decided_by_kind === null ? null : { kind: decided_by_kind, name: decided_by_name },
  }
}

export function createProposalStore(db: Db) {
  const insert = db.prepare(
    "INSERT INTO proposals (agent, kinds, tool, arguments, task_id, conversation_id, state, created_at) VALUES (?, ?, ?, ?, ?, ?, 'pending', ?)",
  )
  const decide = db.prepare(
    'UPDATE proposals SET state = ?, reason = ?, result = ?, entries = ?, decided_at = ?, decided_by_kind = ?, decided_by_name = ? WHERE id = ?',
  )
  const byId = db.prepare('SELECT * FROM proposals WHERE id = ?')
  const pending = db.prepare("SELECT * FROM proposals WHERE state = 'pending' ORDER BY id")
  const decided = db.prepare('SELECT * FROM proposals WHERE state = ? ORDER BY decided_at DESC, id DESC LIMIT 200')
  const waitingOf = db.prepare("SELECT * FROM proposals WHERE conversation_id = ? AND state = 'pending' ORDER BY id")
  const pendingOf = db.prepare("SELECT * FROM proposals WHERE tool = ? AND state = 'pending' ORDER BY id DESC LIMIT ?")
  const same = db.prepare('SELECT * FROM proposals WHERE agent = ? AND tool = ? AND arguments = ? ORDER BY id DESC LIMIT 1')
  return {
    insert: (proposal: Pick<Proposal, 'agent' | 'kinds' | 'tool' | 'arguments' | 'task_id' | 'conversation_id' | 'created_at'>): number =>
      Number(
        insert.run(
          proposal.agent,
          JSON.stringify(proposal.kinds),
          proposal.tool,
          JSON.stringify(proposal.arguments),
          proposal.task_id,
          proposal.conversation_id,
          proposal.created_at,
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
    byId(id: number): Proposal | undefined {
      const row = byId.get(id)
      return row ? read(row) : undefined
    },
    list: (state: ProposalState): Proposal[] => (state === 'pending' ? pending.all() : decided.all(state)).map(read),
    waitingOf: (conversationId: number): Proposal[] => waitingOf.all(conversationId).map(read),
    /** The newest that wait, of a tool. */
    pendingOf: (tool: string, limit: number): Proposal[] => pendingOf.all(tool, limit).map(read),
    /** The newest proposal of just this call. */
    same(agent: string, tool: string, args: Proposal['arguments']): Proposal | undefined {
      const row = same.get(agent, tool, JSON.stringify(args))
      return row ? read(row) : undefined
    },
  }
}
