// The local service's calls, as the cloud's backend answers them: reads come from the copy on the device, writes go through the outbox, and what the
// cloud does not have is empty. All other calls go to the cloud as they are.
import { localContract } from '../../../../shared/contract/local.ts'
import { createClient } from '../../../../shared/http/client.ts'
import type { Api } from '../../backend.ts'
import { cloudApi } from '../../cloud-api.ts'
import { homeFetch } from '../../home-fetch.ts'
import type { CopyListener } from '../../listener.ts'
import { keepClaims } from '../replica/kept-claims.ts'
import { createReminderCalls } from '../reminders/reminders.ts'
import { createDecisions } from './decisions.ts'
import { createQuestionCalls } from './questions.ts'
import { createReads, readPage } from './reads.ts'
import { createSearch } from './search.ts'
import { createUndo } from './undo.ts'
import { createWrites, type WriteDeps } from './writes.ts'

const nothing = async () => []

export function createCalls(deps: WriteDeps & { listener: CopyListener }): Api {
  const { copy, listener } = deps
  const direct = createClient(localContract, { baseUrl: '/api', fetch: homeFetch })
  const reads = createReads(copy, deps.me)
  const search = createSearch(copy)
  const writes = createWrites(deps)
  const undo = createUndo(writes, listener, ({ kind, name }) => kind === 'person' && name === deps.me().name)

  return {
    ...direct,
    ...reads,
    ...writes,
    searchTasks: async (input, options) => (await search(input, options)).body,
    readTaskHistory: async (input, options) => undo.remember(await cloudApi.readTaskHistory(input, options)),
    undo: ({ body }) => undo.undo(body),
    ...createReminderCalls(copy),
    // Without a network nobody knows who works on what.
    listClaims: async (input, options) => {
      const claims = await cloudApi.listClaims(input, options)
      for (const id of keepClaims(claims)) listener.readinessChanged(id)
      return claims
    },
    ...createDecisions(deps),
    ...createQuestionCalls(deps),
    listDuplicates: nothing,
    readJournal: async (input, options) => undo.remember(await cloudApi.readJournal(input ?? {}, options)),
    health: async () => ({ status: 'ok', version: '', journal: copy().replica.seen() ?? 0, indexed: 0 }),
    full: {
      ...direct.full,
      searchTasks: search,
      listTasks: (input, options) => readPage(copy(), deps.me(), input.query ?? {}, options),
      async readTaskHistory(input, options) {
        const answer = await cloudApi.full.readTaskHistory(input, options)
        undo.remember(answer.body)
        return answer
      },
    },
  }
}
