// A tool of the shared table as a team's cloud does it: for a caller who is there, in transactions of its team.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Static, TObject } from 'typebox'
import { type Call, type Caller, type Definition, defineTool, type Found, type Tool } from '../../shared/mcp/tool.ts'
import type { TeamContext } from '../context.ts'
import type { TextRead } from '../outside/outside-reads.ts'

/** An agent that calls with a token of a team. */
export type TeamCaller = Caller & { ctx: TeamContext }

export interface Serving {
  ctx: TeamContext
  /** As the token or X-Actor names it; undefined: its client's name counts. */
  agentName: string | undefined
  /** Texts from outside that it is given to read, and are not noted yet. */
  read: TextRead[]
  /** Says of writes that were allowed that they are over. */
  over: (() => void)[]
}

/** The call that is being served. A session's server outlives it, and who calls is looked up for each. */
export const serving = new AsyncLocalStorage<Serving>()

interface TeamWork<I extends TObject, O extends TObject> {
  /** Looks before a write is made or proposed. */
  before?: (args: Static<I>, caller: TeamCaller) => Promise<Found | undefined>
  work: (args: Static<I>, caller: TeamCaller, call: Call) => Promise<Static<O>>
}

/** What was accepted is carried out by carry-out.ts, so that no tool runs for somebody who is not there. */
const nobody = () => {
  throw new Error('a tool of a team serves callers who are there')
}

export function teamTool<I extends TObject, O extends TObject>(definition: Definition<I, O>, { before, work }: TeamWork<I, O>): Tool {
  return {
    ...defineTool(definition as never, { run: nobody }),
    ...(before ? { before } : {}),
    attend: work,
  }
}
