import { Type } from 'typebox'
import { AppError } from '../../../../shared/domain/app-error.ts'
import { isSameName } from '../../../../shared/domain/people/same-name.ts'
import { object } from '../../../../shared/schema/field.ts'
import type { McpDeps } from '../deps.ts'
import { proposalAnswer } from '../answers/proposal-answer.ts'
import { WriteAnswer } from '../answers/rows.ts'
import { defineTool, type Tool } from '../tool.ts'

export function proposalTools(deps: McpDeps): Tool[] {
  const { proposals } = deps
  return [
    defineTool({
      name: 'get_proposal',
      profile: 'full',
      description: 'What became of a write that was only proposed.',
      input: object('GetProposal', { id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
      output: WriteAnswer,
      annotations: { readOnlyHint: true },
      run({ id }, { actor, reader }) {
        const proposal = proposals.get(id)
        if (!isSameName(proposal.agent, actor.name)) throw new AppError('not_found', `You have no proposal ${id}.`)
        return proposalAnswer(proposal, deps, reader)
      },
    }),
  ]
}
