// Proposals as devices bring and read them. Whoever brings one brings how it stands there; the first decision stands, and is the answer to all others.
import type { proposalSyncContract } from '../../shared/contract/cloud/sync-proposals.ts'
import { conversationTool, proposerOf } from '../../shared/domain/mail/undecided-mail.ts'
import { tasksNamed, withTasksNamed } from '../../shared/domain/agents/proposed-tasks.ts'
import { AppError, invalidField } from '../../shared/domain/app-error.ts'
import { requireMoments } from '../../shared/domain/time/instant.ts'
import type { Handlers } from '../../shared/http/mount.ts'
import type { SyncedProposal, SyncProposalWrite } from '../../shared/schema/cloud/synced-proposal.ts'
import { actorOfChange, requireDevice } from '../attribution.ts'
import type { TeamContext } from '../context.ts'
import type { Journal, Write } from '../journal/journal.ts'
import type { Decisions } from './decisions.ts'
import { checkedArguments } from './proposed-arguments.ts'
import { proposalStore, type StoredProposal } from './proposal-store.ts'
import { decideOn, shown, travelling } from './shown-proposal.ts'
import type { TellProposed } from './tell-proposed.ts'

export interface SyncedProposalDeps {
  journal: Journal
  decisions: Decisions['inside']
  tellProposed: TellProposed
  /** Throws `conflict` when more wait than a person reads. */
  requireRoom: (write: Write) => Promise<void>
}

const lately = 30 * 24 * 3_600_000
/** What a desktop brings later than this is no news. Milliseconds. */
const newsFor = 24 * 3_600_000

const one = async (write: Pick<Write, 'tx' | 'teamId'>, proposal: StoredProposal): Promise<SyncedProposal> =>
  (await travelling(write.tx, write.teamId, [proposal]))[0] as SyncedProposal

/** undefined: there is none under this uid. */
async function standing(write: Write, uid: string): Promise<SyncedProposal | undefined> {
  const known = await proposalStore.byUid(write.tx, write.teamId, uid)
  return known && one(write, known)
}

/** By the numbers that tasks have here. Throws `not_found` while one of them is not there. */
async function asHere({ tx, teamId }: Write, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  const uids = tasksNamed(given).flatMap((task) => (typeof task === 'string' ? [task.toLowerCase()] : []))
  const ids = await proposalStore.idsOf(tx, teamId, uids)
  const here = withTasksNamed(given, (task) => (typeof task === 'string' ? ids.get(task.toLowerCase()) : undefined))
  if (!here) throw new AppError('not_found', 'A task that it names does not exist here.')
  return here
}

/** What it was carried out on has a number of its own here, once it has arrived. */
async function withTask({ tx, teamId }: Write, result: Record<string, unknown>): Promise<Record<string, unknown>> {
  const task = result.task as { uid?: string } | undefined
  const id = task?.uid === undefined ? undefined : (await proposalStore.idsOf(tx, teamId, [task.uid])).get(task.uid)
  return id === undefined ? result : { ...result, task: { ...task, id } }
}

function requireTaskOf({ id }: Record<string, unknown>): number {
  if (typeof id !== 'number') throw invalidField('/arguments/id', 'must be the same uid as task_uid')
  return id
}

export function createSyncedProposals({ journal, decisions, tellProposed, requireRoom }: SyncedProposalDeps) {
  /** In a transaction of its own: it locks the team, which those who carry something out do last. */
  async function bring(write: Write, uid: string, brought: SyncProposalWrite, ctx: TeamContext): Promise<void> {
    const { tx, teamId } = write
    if (await proposalStore.byUid(tx, teamId, uid)) return
    await write.lock()
    if (await proposalStore.byUid(tx, teamId, uid)) return
    const { task_uid, kinds, tool, because, created_at } = brought
    const given = await asHere(write, brought.arguments)
    // A card that no device could show is not taken in at all.
    if (tool === conversationTool) checkedArguments(tool, given)
    const about_task = task_uid === null ? null : requireTaskOf(given)
    const agent = actorOfChange({ kind: 'agent', name: brought.agent }, ctx).name
    await requireRoom(write)
    const brought_by = ctx.caller?.kind === 'token' ? ctx.caller.name : null
    const open = { state: 'pending' as const, reason: null, result: null, decided_at: null, created_at }
    const decide_on = decideOn({ tool, brought_by })
    const row = { uid, agent, tool, about_task, about_uid: task_uid, brought_by, version: 1, ...open, decided_by_kind: null, decided_by_name: null }
    const json = { kinds: JSON.stringify(kinds), arguments: JSON.stringify(given), entries: '[]', because: because ? JSON.stringify(because) : null }
    const shared = {
      ...open,
      decide_on,
      uid,
      agent,
      kinds,
      tool,
      arguments: brought.arguments,
      task_uid,
      ...(because ? { because } : {}),
      decided_by: null,
      version: 1,
    }
    // Another desktop's agent that proposes the same asks for itself.
    const own = { fingerprint: `device ${uid}`, principal: ctx.principal, run: null }
    const by = write.as(proposerOf({ tool, agent }))
    const id = await by.create('proposals', { ...row, ...json, ...own }, { entity: 'proposal', after: { ...shared, task_id: about_task } })
    if (brought.state !== 'pending' || journal.now().getTime() - Date.parse(created_at) > newsFor) return
    const made = (await proposalStore.byId(tx, teamId, id)) as StoredProposal
    await tellProposed(write, shown(made))
  }

  async function decide(write: Write, known: StoredProposal, brought: SyncProposalWrite, ctx: TeamContext): Promise<StoredProposal> {
    const { state, reason, result, decided_at, carried_out } = brought
    const by = actorOfChange(brought.decided_by ?? undefined, ctx)
    const own = { ...ctx, actor: by }
    const as = write.as(by)
    const settled = { reason, entries: [], decided_by: by, decided_at: decided_at ?? write.at }
    if (state === 'pending') return (await decisions.reopen(as, known, own)).proposal as StoredProposal
    if (state === 'withdrawn' || carried_out) return decisions.save(as, known, { ...settled, state, result: result && (await withTask(write, result)) })
    return state === 'accepted' ? decisions.accept(as, known, by, own) : decisions.reject(as, known, reason, by, own)
  }

  async function write(uid: string, brought: SyncProposalWrite, ctx: TeamContext): Promise<SyncedProposal> {
    await journal.write(ctx, (write) => bring(write, uid, brought, ctx))
    return journal.write(ctx, async (write) => {
      const known = (await proposalStore.byUidForUpdate(write.tx, write.teamId, uid)) as StoredProposal
      if (known.state === 'withdrawn' || known.state === brought.state) return one(write, known)
      // What is decided is changed only by who knows that decision.
      if (known.state !== 'pending' && (brought.state !== 'pending' || known.version !== brought.on)) return one(write, known)
      return one(write, await decide(write, known, brought, ctx))
    })
  }

  return {
    read: (ctx: TeamContext): Promise<SyncedProposal[]> =>
      // The second query follows from the first.
      journal.write(ctx, async ({ tx }) => {
        const since = new Date(journal.now().getTime() - lately).toISOString()
        return travelling(tx, ctx.team.id, await proposalStore.lately(tx, ctx.team.id, since))
      }),

    /** Where it cannot be carried out, nothing is written: it answers how it stands, and why. */
    async write(given: string, brought: SyncProposalWrite, ctx: TeamContext): Promise<SyncedProposal> {
      requireDevice(ctx)
      requireMoments(brought, 'created_at', 'decided_at')
      const uid = given.toLowerCase()
      try {
        return await write(uid, brought, ctx)
      } catch (error) {
        if (!(error instanceof AppError) || ctx.write) throw error
        const { message: problem } = error
        const stands = await journal.write(ctx, (write) => standing(write, uid))
        if (!stands) throw error
        return { ...stands, problem }
      }
    },
  }
}

export type SyncedProposals = ReturnType<typeof createSyncedProposals>

export function proposalSyncRoutes(proposals: SyncedProposals): Handlers<typeof proposalSyncContract, TeamContext> {
  return {
    syncProposal: ({ params, body }, ctx) => proposals.write(params.uid, body, ctx),
    readSyncProposals: (_input, ctx) => proposals.read(ctx),
  }
}
