// What agents of a team can read by address.
import type { ReadResourceResult } from '@modelcontextprotocol/server'
import { AppError } from '../../shared/domain/app-error.ts'
import { isSameName } from '../../shared/domain/people/same-name.ts'
import { rowsFitting } from '../../shared/mcp/answers/answer-budget.ts'
import { proposalAnswer } from '../../shared/mcp/answers/proposal-answer.ts'
import { rowsOf } from '../../shared/mcp/answers/rows.ts'
import { wholeTask } from '../../shared/mcp/answers/whole-task.ts'
import type { Resource, ResourceTemplate } from '../../shared/mcp/catalogue.ts'
import { guide } from '../../shared/mcp/guide.ts'
import type { Caller } from '../../shared/mcp/tool.ts'
import { type Status, statuses } from '../../shared/schema/task.ts'
import type { TeamMcpDeps } from './deps.ts'
import type { TeamCaller } from './team-tool.ts'

const maxRows = 100

const json = (uri: string, value: unknown, { reader }: Caller): ReadResourceResult => ({
  contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(reader.fence.blunted(value)) }],
})

async function orNothing<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}

const idOf = (text: string | undefined) => (/^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : undefined)
const isStatus = (text: string | undefined): text is Status => statuses.includes(text as Status)
const listUri = (status: string) => `tandem://tasks/${status}`

export function resourcesOf(deps: TeamMcpDeps): { resources: Resource[]; templates: ResourceTemplate[] } {
  const { tasks, views, proposals, around } = deps

  async function listOf(status: Status, caller: Caller): Promise<ReadResourceResult> {
    const { ctx, reader } = caller as TeamCaller
    const { rows: found, total } = await tasks.list(ctx, { status: [status] }, undefined, maxRows)
    const ids = found.map(({ id }) => id)
    const rows = rowsFitting(rowsOf(found, await around.rows(ids, ctx), reader.fence), reader.tokens)
    const more = total > rows.length ? { more: `${total - rows.length} more: list_tasks pages through them` } : {}
    return json(listUri(status), { tasks: rows, total, ...more }, caller)
  }

  return {
    resources: [
      {
        listed: { uri: 'tandem://guide', name: 'guide', title: 'How to work with this list', mimeType: 'text/markdown' },
        read: () => ({ contents: [{ uri: 'tandem://guide', mimeType: 'text/markdown', text: guide }] }),
      },
      ...statuses.map((status) => ({
        listed: { uri: listUri(status), name: `tasks-${status}`, title: `Tasks: ${status.replace('_', ' ')}`, mimeType: 'application/json' },
        read: (caller: Caller) => listOf(status, caller),
      })),
    ],
    templates: [
      {
        listed: { uriTemplate: 'tandem://task/{id}', name: 'task', description: 'One task in full', mimeType: 'application/json' },
        async read({ id: text }, uri, caller) {
          const { ctx, reader } = caller as TeamCaller
          const id = idOf(text)
          const task = id === undefined ? undefined : await orNothing(tasks.get(id, ctx))
          return task && json(uri, wholeTask(await views.one(task, ctx), await around.task(task, ctx), reader), caller)
        },
      },
      {
        listed: { uriTemplate: 'tandem://tasks/{status}', name: 'tasks', description: 'Tasks of one status, newest first', mimeType: 'application/json' },
        read: ({ status }, _uri, caller) => (isStatus(status) ? listOf(status, caller) : undefined),
        complete: { status: () => [...statuses] },
      },
      {
        listed: { uriTemplate: 'tandem://proposal/{id}', name: 'proposal', description: 'What became of a proposed write', mimeType: 'application/json' },
        async read({ id: text }, uri, caller) {
          const { ctx, actor, reader } = caller as TeamCaller
          const id = idOf(text)
          const proposal = id === undefined ? undefined : await orNothing(proposals.get(id, ctx))
          if (!proposal || !isSameName(proposal.agent, actor.name)) return undefined
          return json(uri, proposalAnswer(proposal, await around.proposal(proposal.result, ctx), reader), caller)
        },
      },
    ],
  }
}
