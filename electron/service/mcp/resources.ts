// What agents can read by address, and which addresses a journal entry concerns.
import type { ReadResourceResult } from '@modelcontextprotocol/server'
import { AppError } from '../../../shared/domain/app-error.ts'
import { isSameName } from '../../../shared/domain/people/same-name.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import { type Status, statuses } from '../../../shared/schema/task.ts'
import type { Resource, ResourceTemplate } from '../../../shared/mcp/catalogue.ts'
import type { McpDeps } from './deps.ts'
import { guide } from '../../../shared/mcp/guide.ts'
import { proposalAnswer } from '../../../shared/mcp/answers/proposal-answer.ts'
import { rowsFitting } from '../../../shared/mcp/answers/answer-budget.ts'
import { rowsOf } from '../../../shared/mcp/answers/rows.ts'
import { createTaskViews } from '../tasks/task-views.ts'
import { wholeTask } from '../../../shared/mcp/answers/whole-task.ts'
import type { Caller, Reader } from '../../../shared/mcp/tool.ts'

const maxRows = 100

export const taskUri = (id: number) => `tandem://task/${id}`
const listUri = (status: string) => `tandem://tasks/${status}`
export const proposalUri = (id: number) => `tandem://proposal/${id}`

const json = (uri: string, value: unknown, { fence }: Reader): ReadResourceResult => ({
  contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(fence.blunted(value)) }],
})

/** Reads what may not be there. */
function orNothing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}

const idOf = (text: string | undefined) => (/^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : undefined)

export function resourcesOf(deps: McpDeps): { resources: Resource[]; templates: ResourceTemplate[] } {
  const { tasks, proposals } = deps
  const views = createTaskViews(deps)

  function listOf(status: Status, reader: Reader): ReadResourceResult {
    const filter = { status: [status] }
    const total = tasks.count(filter)
    const rows = rowsFitting(rowsOf(tasks.list(filter, undefined, maxRows), deps, reader.fence), reader.tokens)
    const more = total > rows.length ? { more: `${total - rows.length} more: list_tasks pages through them` } : {}
    return json(listUri(status), { tasks: rows, total, ...more }, reader)
  }

  const isStatus = (text: string | undefined): text is Status => statuses.includes(text as Status)
  return {
    resources: [
      {
        listed: { uri: 'tandem://guide', name: 'guide', title: 'How to work with this list', mimeType: 'text/markdown' },
        read: () => ({ contents: [{ uri: 'tandem://guide', mimeType: 'text/markdown', text: guide }] }),
      },
      ...statuses.map((status) => ({
        listed: { uri: listUri(status), name: `tasks-${status}`, title: `Tasks: ${status.replace('_', ' ')}`, mimeType: 'application/json' },
        read: ({ reader }: Caller) => listOf(status, reader),
      })),
    ],
    templates: [
      {
        listed: { uriTemplate: 'tandem://task/{id}', name: 'task', description: 'One task in full', mimeType: 'application/json' },
        read({ id: text }, uri, caller) {
          const id = idOf(text)
          const task = id === undefined ? undefined : orNothing(() => tasks.get(id))
          return task && json(uri, wholeTask(views.one(task, caller), deps, caller.reader), caller.reader)
        },
      },
      {
        listed: { uriTemplate: 'tandem://tasks/{status}', name: 'tasks', description: 'Tasks of one status, newest first', mimeType: 'application/json' },
        read: ({ status }, _, { reader }) => (isStatus(status) ? listOf(status, reader) : undefined),
        complete: { status: () => [...statuses] },
      },
      {
        listed: { uriTemplate: 'tandem://proposal/{id}', name: 'proposal', description: 'What became of a proposed write', mimeType: 'application/json' },
        read({ id: text }, uri, { actor, reader }) {
          const id = idOf(text)
          const proposal = id === undefined ? undefined : orNothing(() => proposals.get(id))
          return proposal && isSameName(proposal.agent, actor.name) ? json(uri, proposalAnswer(proposal, deps, reader), reader) : undefined
        },
      },
    ],
  }
}

/** The addresses whose content an entry changes. `statusOf`: where a task stands now. */
export function urisOf(entry: JournalEntry, statusOf: (taskId: number) => Status | undefined): string[] {
  if (entry.task_id === null) return []
  const uris = [taskUri(entry.task_id)]
  if (entry.entity !== 'task') return uris
  const stands = [entry.before?.status, entry.after?.status, statusOf(entry.task_id)]
  return [...uris, ...new Set(stands.filter((status) => typeof status === 'string').map(listUri))]
}
