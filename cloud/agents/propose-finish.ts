// The end of an agent's work that it may only propose: as the review list keeps it, in the words of the tool. What would write nothing needs nobody's
// agreement, and is let through to say so.
import { AppError } from '../../shared/domain/app-error.ts'
import type { FinishRequest } from '../../shared/schema/work/work.ts'
import type { TeamContext } from '../context.ts'
import type { FinishTask } from '../work/finish-task.ts'
import type { ProposedCall } from './proposed-call.ts'
import type { Proposals } from './proposals.ts'

export interface ProposeFinishDeps {
  finish: Pick<FinishTask, 'presentKey'>
  proposals: Pick<Proposals, 'known'>
}

/** No claim has it: what comes under it writes nothing. */
const noKey = '-'

/** What ran is recorded first, which is beside the list: whoever may only propose comments may do it. */
function named({ evidence = [] }: FinishRequest, taskId: number) {
  return evidence.map(({ id, criterion, kind, run, text }, place) => {
    if (kind !== 'claimed' && run !== undefined)
      throw new AppError('forbidden', `This finish waits for a person: record what ran first (POST /tasks/${taskId}/evidence), and name its id.`, {
        errors: [{ pointer: `/evidence/${place}/run`, detail: 'must be recorded before' }],
      })
    return { ...(kind === 'claimed' ? { text } : { id }), ...(criterion === undefined ? {} : { criterion }) }
  })
}

export function createProposeFinish({ finish, proposals }: ProposeFinishDeps) {
  function callOf(id: number, key: string, asked: FinishRequest): ProposedCall {
    const { summary, status } = asked
    const evidence = named(asked, id)
    const given = { summary, ...(status === undefined ? {} : { status }), ...(evidence.length > 0 ? { evidence } : {}) }
    return { tool: 'finish_task', arguments: { id, key, ...given }, task_id: id }
  }

  /** `passes`: the call as it may go on, since it writes nothing. */
  return async function proposeFinish(id: number, asked: FinishRequest, ctx: TeamContext): Promise<ProposedCall | { passes: FinishRequest }> {
    const present = await finish.presentKey(id, asked, ctx)
    const key = present ?? asked.key ?? noKey
    const call = callOf(id, key, asked)
    // What was proposed in time is answered as what it is, also when its claim has ended since.
    if (present !== undefined || (await proposals.known(call, ctx))) return call
    const { own_run: _run, ...passes } = asked
    return { passes: { ...passes, key } }
  }
}

export type ProposeFinish = ReturnType<typeof createProposeFinish>
