import type { journalContract } from '../../../shared/contract/journal.ts'
import { Answer, type Handlers } from '../../../shared/http/mount.ts'
import { historyPage, nextLink, pageOfHistory, readCursor } from '../../../shared/http/page.ts'
import type { HttpContext } from '../context.ts'
import type { createHistory } from './history.ts'
import type { createUndo } from './undo.ts'

export function journalRoutes(history: ReturnType<typeof createHistory>, undo: ReturnType<typeof createUndo>): Handlers<typeof journalContract, HttpContext> {
  return {
    async readJournal({ query: { after = 0, limit = 100, texts } }, { url }) {
      const { entries, more } = await history.after(after, limit, texts === 'whole')
      const last = entries.at(-1)
      return new Answer(entries, { headers: more && last ? nextLink(url, 'after', String(last.seq)) : {} })
    },
    async readTaskHistory({ params, query: { limit = historyPage, cursor, texts } }, { url }) {
      const { entries, more, total } = await history.ofTask(params.id, readCursor(cursor), limit, texts === 'whole')
      return pageOfHistory(entries, more, total, url)
    },
    readHistoryEntry: ({ params }) => history.entryOfTask(params.id, params.seq),
    undo: ({ body }, ctx) => undo.undo(body, ctx),
  }
}
