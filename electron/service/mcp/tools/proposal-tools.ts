import { AppError } from '../../../../shared/domain/app-error.ts'
import { isSameName } from '../../../../shared/domain/people/same-name.ts'
import { proposalAnswer } from '../../../../shared/mcp/answers/proposal-answer.ts'
import { defineTool, type Tool } from '../../../../shared/mcp/tool.ts'
import { getProposal } from '../../../../shared/mcp/tools/others.ts'
import type { McpDeps } from '../deps.ts'

export function proposalTools(deps: McpDeps): Tool[] {
  const { proposals } = deps
  return [
    defineTool(getProposal, {
      run({ id }, { actor, reader }) {
        const proposal = proposals.get(id)
        if (!isSameName(proposal.agent, actor.name)) throw new AppError('not_found', `You have no proposal ${id}.`)
        return proposalAnswer(proposal, deps, reader)
      },
    }),
  ]
}
