// SQL for what agents wrote lately and for those that wrote too much, and nothing else.
import type { ActorKind } from '../../../shared/schema/actor.ts'
import type { AgentBrake } from '../../../shared/schema/agent.ts'
import type { Db } from '../db/open.ts'

export interface StoredBrake {
  id: number
  /** Folded. */
  name: string
  reason: AgentBrake['reason']
  count: number
  max: number
  state: AgentBrake['state'] | 'released'
  since: string
}

export interface Written {
  seq: number
  at: string
  /** Of an email: of the sender, and of the agent that brought it. */
  name: string
  kind: ActorKind
  /** 1: something was deleted. */
  gone: number
}

export type BrakeStore = ReturnType<typeof createBrakeStore>

export function createBrakeStore(db: Db) {
  // What follows from another write is no write of its own. Nor is the status that came with taking a task in hand. What an agent brought as
  // somebody's message stands under that one's name, which says who brought it.
  const written = `SELECT seq, at, actor_name AS name, actor_kind AS kind, action = 'deleted' AS gone FROM journal
    WHERE (actor_kind = 'agent' OR (actor_kind = 'email' AND instr(actor_name, ' (via ') > 0 AND entity <> 'origin')) AND cause IS NULL AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.entry = journal.seq)`
  const after = db.prepare(`${written} AND seq > ? ORDER BY seq`)
  const backwards = db.prepare(`${written} ORDER BY seq DESC`)
  const newest = db.prepare('SELECT at FROM journal ORDER BY seq DESC LIMIT 1').pluck()
  const approved = db
    .prepare("SELECT json_each.value FROM proposals, json_each(proposals.entries) WHERE proposals.state = 'accepted' AND json_each.value > ?")
    .pluck()
  const held = db.prepare("SELECT id, name, reason, count, max, state, since FROM agent_brakes WHERE state <> 'released'")
  const released = db.prepare('SELECT name, max(seq) AS seq FROM agent_brakes WHERE seq IS NOT NULL GROUP BY name')
  const insert = db.prepare("INSERT INTO agent_brakes (name, reason, count, max, state, since) VALUES (@name, @reason, @count, @max, 'waiting', @since)")
  const decide = db.prepare('UPDATE agent_brakes SET state = @state, seq = @seq, decided_at = @at, decided_by = @by WHERE id = @id')
  return {
    after: (seq: number) => after.all(seq) as Written[],
    /** Newest first, read one by one. */
    backwards: () => backwards.iterate() as IterableIterator<Written>,
    /** When the newest entry was written, whoever did. */
    newestAt: () => newest.get() as string | undefined,
    /** Entries after this one to which a person has said yes. */
    approvedAfter: (seq: number) => approved.all(seq) as number[],
    held: () => held.all() as StoredBrake[],
    /** From which entry on what each agent writes counts. */
    released: () => released.all() as { name: string; seq: number }[],
    insert: (brake: Omit<StoredBrake, 'id' | 'state'>): number => Number(insert.run(brake).lastInsertRowid),
    decide: (decision: { id: number; state: StoredBrake['state']; seq: number | null; at: string; by: string }): void => void decide.run(decision),
    /** Inside a write that may yet be rolled back. */
    isUnsettled: () => db.inTransaction,
  }
}
