import type { journalContract } from '../../../shared/contract/journal.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import type { HttpContext } from '../context.ts'
import type { createHistory } from './history.ts'
import type { Journal } from './journal.ts'
import type { createUndo } from './undo.ts'

export function journalRoutes(
  journal: Journal,
  history: ReturnType<typeof createHistory>,
  undo: ReturnType<typeof createUndo>,
): Handlers<typeof journalContract, HttpContext> {
  return {
    readJournal: ({ query }) => journal.after(query.after ?? 0, query.limit ?? 100),
    readTaskHistory: ({ params }) => history.ofTask(params.id),
    undo: ({ body }, ctx) => undo.undo(body, ctx),
  }
}
