// SQL of what a team shares of the proposals, and nothing else.
import type { Db } from '../db/open.ts'
import { allProposals, isGone, readProposal, type StoredProposal } from './proposal-store.ts'

export type SharedProposalStore = ReturnType<typeof createSharedProposalStore>

export function createSharedProposalStore(db: Db) {
  // Of conversations only what came to the team's mailbox is the team's.
  const isTeams = "(conversation_id IS NULL OR json_extract(arguments, '$.mail') IS NOT NULL)"
  const waiting = db.prepare(`${allProposals} WHERE ${isTeams} AND state = 'pending' AND NOT (${isGone}) ORDER BY id`)
  const foreign = db.prepare(`${allProposals} WHERE elsewhere = 1 AND state = 'pending'`)
  const keepHere = db.prepare("UPDATE proposals SET arguments = json_remove(arguments, '$.mail') WHERE conversation_id IS NOT NULL AND state = 'pending'")
  const drop = db.prepare('DELETE FROM proposals WHERE id = ?')
  const setToUndo = db.prepare('UPDATE proposals SET to_undo = ? WHERE id = ?')
  const toUndo = db.prepare('SELECT id, to_undo FROM proposals WHERE to_undo IS NOT NULL ORDER BY id')
  return {
    /** Those that anybody of the team may decide. */
    waiting: (): StoredProposal[] => waiting.all().map(readProposal),
    /** Those that wait, and that another device carries out. */
    foreign: (): StoredProposal[] => foreign.all().map(readProposal),
    /** What was read from a conversation is told to no other team. */
    keepHere: (): void => void keepHere.run(),
    drop: (id: number): void => void drop.run(id),
    /** These entries are to be taken back; null: they have been. */
    setToUndo: (id: number, entries: readonly number[] | null): void => void setToUndo.run(entries && JSON.stringify(entries), id),
    toUndo: (): { id: number; entries: number[] }[] =>
      (toUndo.all() as { id: number; to_undo: string }[]).map(({ id, to_undo }) => ({ id, entries: JSON.parse(to_undo) as number[] })),
  }
}
