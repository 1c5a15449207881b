// Questions as devices bring and read them. Whoever brings one brings how it stands there; the first decision stands, and is the answer to all others.
import { requireMoments } from '../../shared/domain/time/instant.ts'
import type { questionSyncContract } from '../../shared/contract/cloud/sync-questions.ts'
import { askedQuestion } from '../../shared/domain/agents/question-rules.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Handlers } from '../../shared/http/mount.ts'
import type { SyncedQuestion, SyncQuestionWrite } from '../../shared/schema/cloud/synced-question.ts'
import { actorOfChange, requireDevice } from '../attribution.ts'
import type { TeamContext } from '../context.ts'
import type { Journal, Write } from '../journal/journal.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { Decisions } from './decisions.ts'
import { questionStore, type StoredQuestion } from './question-store.ts'
import type { TellAsked } from './tell-asked.ts'

export interface SyncedQuestionDeps {
  journal: Journal
  tasks: Pick<Tasks, 'lock'>
  decisions: Pick<Decisions, 'change' | 'reopenWith'>
  /** What devices and the stream are told. */
  told: (question: StoredQuestion) => SyncedQuestion
  tellAsked: TellAsked
}

const lately = 30 * 24 * 3_600_000
/** Every device reads all that are open. */
const maxOpenOfTeam = 1000

export function createSyncedQuestions({ journal, tasks, decisions, told, tellAsked }: SyncedQuestionDeps) {
  async function bring(write: Write, uid: string, brought: SyncQuestionWrite, ctx: TeamContext): Promise<StoredQuestion> {
    const { tx, teamId } = write
    const { on: _on, task_uid, asked_by, state, answer, comment_uid, created_at, decided_at, decided_by, question, options } = brought
    const task = await questionStore.taskOf(tx, teamId, task_uid.toLowerCase())
    if (task === undefined) throw new AppError('not_found', 'Its task does not exist here.')
    await tasks.lock(write, task)
    await write.lock()
    const known = await questionStore.byUidForUpdate(tx, teamId, uid)
    if (known) return known
    const asker = actorOfChange(asked_by, ctx)
    if (state === 'open' && (await questionStore.openOfTeam(tx, teamId)) >= maxOpenOfTeam)
      throw new AppError('conflict', `${maxOpenOfTeam} questions wait for the people of this team already. Wait until they have answered some.`)
    const row = { uid, task_id: task, task_uid, asked_by: asker, principal: ctx.principal, run: null, ...askedQuestion({ question, options }), created_at }
    const id = await questionStore.insert(tx, teamId, row)
    const made = (await questionStore.byUidForUpdate(tx, teamId, uid)) as StoredQuestion
    const next = { ...made, state, answer, comment_uid, decided_at, decided_by: decided_by && actorOfChange(decided_by, ctx) }
    if (state !== 'open') await questionStore.decide(tx, teamId, next)
    await write.as(asker).record({ entity: 'question', entity_id: id, action: 'created', before: null, after: { ...told(next) } })
    await tellAsked(write, next, ctx)
    return next
  }

  return {
    read: (ctx: TeamContext): Promise<SyncedQuestion[]> =>
      journal.read(ctx.team, async (tx) => {
        const since = new Date(journal.now().getTime() - lately).toISOString()
        return (await questionStore.lately(tx, ctx.team.id, since)).map(told)
      }),

    write(given: string, brought: SyncQuestionWrite, ctx: TeamContext): Promise<SyncedQuestion> {
      requireDevice(ctx)
      requireMoments(brought, 'created_at', 'decided_at')
      return journal.write(ctx, async (write) => {
        const known = await bring(write, given.toLowerCase(), brought, ctx)
        const { state, answer, comment_uid, decided_at } = brought
        if (known.state === 'withdrawn' || (known.state === state && known.answer === answer)) return told(known)
        const isFirst = known.state === 'open'
        if (!isFirst && known.version !== brought.on) return told(known)
        const decided_by = brought.decided_by && actorOfChange(brought.decided_by, ctx)
        const own = write.as(decided_by ?? actorOfChange(undefined, ctx))
        if (state === 'open') return told(await decisions.reopenWith(own, known, ctx))
        return told(await decisions.change(own, known, { ...known, state, answer, comment_uid, entry: null, decided_at: decided_at ?? write.at, decided_by }))
      })
    },
  }
}

export type SyncedQuestions = ReturnType<typeof createSyncedQuestions>

export function questionSyncRoutes(questions: SyncedQuestions): Handlers<typeof questionSyncContract, TeamContext> {
  return {
    syncQuestion: ({ params, body }, ctx) => questions.write(params.uid, body, ctx),
    readSyncQuestions: (_input, ctx) => questions.read(ctx),
  }
}
