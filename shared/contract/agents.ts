import { Type } from 'typebox'
import { Agent, AgentBrake, AgentPolicy, AgentSetup, BrakeDecision } from '../schema/agent.ts'
import { Id, nullable, object, oneOf } from '../schema/field.ts'
import { Proposal, proposalStates, Rejection, ReopenedProposal } from '../schema/proposal.ts'
import { defineContract } from './route.ts'

const AgentParams = object('AgentParams', { name: Type.String({ minLength: 1, maxLength: 200 }) })
const ProposalParams = object('ProposalParams', { id: Id })

export const agentContract = defineContract({
  listAgents: {
    method: 'GET',
    path: '/agents',
    tag: 'Agents',
    summary: 'Agents that connected over MCP, with their policy and token use; last seen first',
    reply: Type.Array(Agent),
    status: 200,
  },
  listAgentSetups: {
    method: 'GET',
    path: '/agents/setup',
    tag: 'Agents',
    summary: 'How to connect each client over MCP to this very service; holds the token where the service asks for one',
    query: object('SetupQuery', { tools: Type.Optional(oneOf(['core', 'full'], 'Which tools the client lists. Default: core.')) }),
    reply: Type.Array(AgentSetup),
    status: 200,
  },
  getAgentPolicy: {
    method: 'GET',
    path: '/agents/:name/policy',
    tag: 'Agents',
    summary: 'What an agent may write. The name `*` stands for every agent without a policy of its own.',
    params: AgentParams,
    reply: AgentPolicy,
    status: 200,
  },
  setAgentPolicy: {
    method: 'PUT',
    path: '/agents/:name/policy',
    tag: 'Agents',
    summary: 'Set what an agent may write, even before its first call. A kind left out follows `*`.',
    params: AgentParams,
    body: AgentPolicy,
    reply: AgentPolicy,
    status: 200,
    personal: true,
    needs: 'manage_agents',
  },
  decideBrake: {
    method: 'POST',
    path: '/agents/:name/brake',
    tag: 'Agents',
    summary: 'Let an agent go on that wrote more than it may, or keep it proposing. 409 when it is not stopped.',
    params: AgentParams,
    body: BrakeDecision,
    reply: object('BrakeState', { brake: nullable(AgentBrake) }),
    status: 200,
    personal: true,
  },
  listProposals: {
    method: 'GET',
    path: '/proposals',
    tag: 'Agents',
    summary: 'Writes that wait for approval, oldest first; ?state=accepted or rejected shows decided ones, newest first',
    query: object('ProposalQuery', { state: Type.Optional(oneOf(proposalStates, 'Default: pending.')) }),
    reply: Type.Array(Proposal),
    status: 200,
  },
  getProposal: { method: 'GET', path: '/proposals/:id', tag: 'Agents', summary: 'Read one proposal', params: ProposalParams, reply: Proposal, status: 200 },
  acceptProposal: {
    method: 'POST',
    path: '/proposals/:id/accept',
    tag: 'Agents',
    summary: 'Apply the proposed write, as the agent that proposed it. 409 when it was already decided or can no longer be done.',
    params: ProposalParams,
    reply: Proposal,
    status: 200,
    personal: true,
    needs: 'decide',
  },
  rejectProposal: {
    method: 'POST',
    path: '/proposals/:id/reject',
    tag: 'Agents',
    summary: 'Reject a proposed write',
    params: ProposalParams,
    body: Rejection,
    reply: Proposal,
    status: 200,
    personal: true,
    needs: 'decide',
  },
  reopenProposal: {
    method: 'POST',
    path: '/proposals/:id/reopen',
    tag: 'Agents',
    summary: 'Take a decision back: the proposal waits again. What it wrote is undone; where nothing of that can be, it stays decided.',
    params: ProposalParams,
    reply: ReopenedProposal,
    status: 200,
    personal: true,
    needs: 'decide',
  },
})
