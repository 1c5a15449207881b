// The methods of the extension io.modelcontextprotocol/tasks, for clients of 2026-07-28 that declare it with the request.
import type { Server, ServerContext } from '@modelcontextprotocol/server'
import { TaskParams } from '../params.ts'
import { hasTasks, type ProposalTasks, tasksNotDeclared } from '../proposal-tasks.ts'
import { type Meter, refusal } from './meter.ts'

const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'

export const canWaitForTasks = ({ mcpReq }: ServerContext): boolean => hasTasks((mcpReq.envelope as Record<string, unknown> | undefined)?.[capabilitiesKey])

/** A message that wants to hear of tasks without declaring the extension. Whoever declares it hears of none, and asks with tasks/get. */
export function listensUndeclared(body: unknown): boolean {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { notifications?: { taskIds?: unknown }; _meta?: Record<string, unknown> } }
  return method === 'subscriptions/listen' && params?.notifications?.taskIds !== undefined && !hasTasks(params._meta?.[capabilitiesKey])
}

const unknownTask = () => refusal('You have no such task. Its id is the taskId of the answer that created it.')

export function serveTasks(server: Server, tasks: ProposalTasks, meter: Meter): void {
  function checked(request: ServerContext): void {
    if (!canWaitForTasks(request)) throw tasksNotDeclared()
  }
  server.setRequestHandler('tasks/get', TaskParams, async (params, request) => {
    checked(request)
    const task = await tasks.get(params.taskId, meter.caller())
    if (!task) throw unknownTask()
    return meter.told(params, { ...task })
  })
  server.setRequestHandler('tasks/cancel', TaskParams, async (params, request) => {
    checked(request)
    if (!(await tasks.cancel(params.taskId, meter.caller()))) throw unknownTask()
    return {}
  })
  // Nothing here asks the client for anything: what it sends is answered like any other key that is not outstanding.
  server.setRequestHandler('tasks/update', TaskParams, async (params, request) => {
    checked(request)
    if (!(await tasks.get(params.taskId, meter.caller()))) throw unknownTask()
    return {}
  })
}
