// The review list of a team: writes that an agent may only propose wait here until a person of the team accepts or rejects them.
import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { answersAgain, isTakenBack, unprovenTool } from '../../shared/domain/agents/proposal-rules.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { folded } from '../../shared/domain/people/same-name.ts'
import type { Because, WriteKind } from '../../shared/schema/agent.ts'
import type { Proposal, ProposalState } from '../../shared/schema/proposal.ts'
import type { TeamContext } from '../context.ts'
import type { Write } from '../journal/journal.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { createDecisions, type DecisionDeps, missing, told } from './decisions.ts'
import { shown, withLogins } from './shown-proposal.ts'
import { createSyncedProposals } from './synced-proposals.ts'
import type { TellProposed } from './tell-proposed.ts'
import type { ProposedCall } from './proposed-call.ts'
import { isUid, proposalStore } from './proposal-store.ts'

export type Proposals = ReturnType<typeof createProposals>

/** An agent in a loop must not fill the list that a person is to read, nor keep the others out of it. */
const maxWaiting = 500
const maxOfOne = 100

export interface ProposalDeps extends DecisionDeps {
  requireTask: Tasks['require']
  tellProposed: TellProposed
}

/** Of these tasks, by uid, those whose finish waits for a decision, with the proposal. */
export const finishingTasks = proposalStore.finishing

/** Agents of two people may have one name: each asks for itself. */
function fingerprintOf({ actor, principal }: TeamContext, { tool, arguments: given }: ProposedCall): string {
  const sorted = Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([folded(actor.name), principal, tool, sorted]))
    .digest('hex')
}

export function createProposals({ journal, features, requireTask, takeBack, tellProposed }: ProposalDeps) {
  const { inside, ...decisions } = createDecisions({ journal, features, takeBack })

  async function requireRoom({ tx, teamId }: Write): Promise<void> {
    if ((await proposalStore.waiting(tx, teamId)) >= maxWaiting)
      throw new AppError('conflict', `${maxWaiting} proposals wait for the people of this team already. Wait until they have decided.`)
  }

  /** Of one who proposes here: what a desktop brings has passed its own limits. */
  async function requireShare({ tx, teamId }: Write, { actor: { name: agent }, principal }: TeamContext): Promise<void> {
    if ((await proposalStore.waiting(tx, teamId, { agent, principal })) >= maxOfOne)
      throw new AppError('conflict', `${agent} has ${maxOfOne} proposals waiting already. Wait until a person has decided on some of them.`)
  }

  /** Inside the write, behind the team's lock. */
  async function insert(write: Write, call: ProposedCall, kinds: readonly WriteKind[], ctx: TeamContext, because?: Because): Promise<Proposal> {
    const { tx, teamId, at } = write
    await requireShare(write, ctx)
    await requireRoom(write)
    const about_uid = call.task_id === null ? null : ((await proposalStore.uidsOf(tx, teamId, [call.task_id])).get(call.task_id) ?? null)
    const open = { state: 'pending' as const, reason: null, result: null, decided_at: null, created_at: at }
    const fresh = { uid: uuidv7(), agent: ctx.actor.name, about_uid, brought_by: null, version: 1, ...open }
    const why = because ? { because } : {}
    const proposal = { ...fresh, ...call, id: 0, kinds: [...kinds], conversation_id: null, entries: [], decided_by: null, login: ctx.principal, ...why }
    const { task_id: about_task, tool } = call
    const json = {
      kinds: JSON.stringify(kinds),
      arguments: JSON.stringify(call.arguments),
      entries: '[]',
      because: because ? JSON.stringify(because) : null,
    }
    const fingerprint = fingerprintOf(ctx, call)
    const row = { ...fresh, ...json, tool, about_task, decided_by_kind: null, decided_by_name: null, fingerprint, principal: ctx.principal, run: null }
    const id = await write.create('proposals', row, { entity: 'proposal', after: await told(write, proposal) })
    await tellProposed(write, { ...proposal, id })
    return { ...proposal, id }
  }

  return {
    ...decisions,

    list: async (state: ProposalState = 'pending', ctx: TeamContext): Promise<Proposal[]> =>
      withLogins(journal, ctx.team, await journal.read(ctx.team, (tx) => proposalStore.list(tx, ctx.team.id, state))),

    async get(id: number, ctx: TeamContext): Promise<Proposal> {
      const proposal = await journal.read(ctx.team, (tx) => proposalStore.byId(tx, ctx.team.id, id))
      const [known] = await withLogins(journal, ctx.team, proposal ? [proposal] : [])
      if (!known) throw missing(id)
      return known
    },

    /** undefined: there is none under this uid. */
    async ofUid(uid: string, ctx: TeamContext): Promise<Proposal | undefined> {
      const proposal = isUid.test(uid) ? await journal.read(ctx.team, (tx) => proposalStore.byUid(tx, ctx.team.id, uid)) : undefined
      return proposal && shown(proposal)
    },

    /** The proposal that this call is already: it waits, or a person has lately said no. */
    async known(call: ProposedCall, ctx: TeamContext): Promise<Proposal | undefined> {
      const known = await journal.read(ctx.team, (tx) => proposalStore.same(tx, ctx.team.id, fingerprintOf(ctx, call)))
      return known && answersAgain(known, journal.now()) ? known : undefined
    },

    /** Its agent withdraws it, if it still waits. */
    takeBack: (id: number, ctx: TeamContext): Promise<void> =>
      journal.write(ctx, async (write) => {
        const known = await proposalStore.byIdForUpdate(write.tx, write.teamId, id)
        if (known?.state !== 'pending') return
        await inside.save(write, known, { state: 'withdrawn', reason: null, result: null, entries: [], decided_at: write.at, decided_by: ctx.actor })
      }),

    /** Puts a call on the list; the same call again is the same proposal, and a rejection of it stands for a day. */
    put: (call: ProposedCall, kinds: readonly WriteKind[], ctx: TeamContext, because?: Because): Promise<Proposal> =>
      journal.write(ctx, async (write) => {
        const { tx, teamId } = write
        if (call.task_id !== null) await requireTask(tx, teamId, call.task_id)
        // Two that propose the same at the same moment come one after the other.
        await write.lock()
        const known = await proposalStore.same(tx, teamId, fingerprintOf(ctx, call))
        if (known && answersAgain(known, journal.now())) return known
        return insert(write, call, kinds, ctx, because)
      }),

    /** Inside a write: asks whether a task is done although evidence is missing. One that was withdrawn waits again with its task. */
    async putUnproven(write: Write, taskId: number, ctx: TeamContext): Promise<Proposal> {
      await write.lock()
      const call = { tool: unprovenTool, arguments: { id: taskId }, task_id: taskId }
      const known = await proposalStore.same(write.tx, write.teamId, fingerprintOf(ctx, call))
      return known && (known.state === 'pending' || (known.state === 'withdrawn' && !isTakenBack(known))) ? known : insert(write, call, ['status'], ctx)
    },

    /** As devices bring and read them. */
    synced: createSyncedProposals({ journal, decisions: inside, tellProposed, requireRoom }),
  }
}
