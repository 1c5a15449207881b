import { type Static, Type } from 'typebox'
import { Id, nullable, object, oneOf, Timestamp, Uid } from './field.ts'
import { RoleField, TeamId } from './cloud/team.ts'
import { QuotaUsage } from './cloud/usage.ts'

/**
 * How this data folder stands with a team in the cloud.
 * `off`: not connected. `first`: uploading and reading everything for the first time. `synced`: nothing waits on either side.
 * `syncing`: changes are on their way. `refused`: the cloud does not take some of what was written here; the rest goes on. `offline`: the cloud does not answer; changes wait. `revoked`: the cloud refuses the token; connect again.
 */
const remoteStates = ['off', 'first', 'synced', 'syncing', 'refused', 'offline', 'revoked'] as const

const CloudAddress = Type.String({ minLength: 1, maxLength: 500, description: 'Where the cloud is, https://… (http only on this machine).' })
const ApiToken = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'An API token of the team (tdm_…). It is kept where secrets are and never answered.',
})

export const RemoteTeam = object('RemoteTeam', { id: TeamId, name: Type.String(), role: RoleField })
export type RemoteTeam = Static<typeof RemoteTeam>

const Progress = object('RemoteProgress', {
  done: Type.Integer({ minimum: 0 }),
  total: Type.Integer({ minimum: 0 }),
})

export const Remote = object('Remote', {
  state: oneOf(remoteStates, 'How it stands.'),
  url: nullable(Type.String()),
  team: Type.Union([RemoteTeam, Type.Null()]),
  waiting: Type.Integer({ minimum: 0, description: 'Changes made here that the cloud does not have yet.' }),
  refused: Type.Integer({ minimum: 0, description: 'What the cloud does not take: GET /remote/refused.' }),
  conflicts: Type.Integer({ minimum: 0, description: 'Fields changed on both sides that a person has not looked at yet.' }),
  progress: Type.Union([Progress, Type.Null()], { description: 'Of the first sync.' }),
  last_synced_at: nullable(Timestamp),
  retry_at: nullable(Timestamp),
  problem: nullable(Type.String({ description: 'Why it does not go on, and what to do.' })),
})
export type Remote = Static<typeof Remote>

export const NewRemote = object('NewRemote', { url: CloudAddress, token: ApiToken, team_id: TeamId })
export type NewRemote = Static<typeof NewRemote>

const Amounts = object('RemoteAmounts', {
  tasks: Type.Integer({ minimum: 0 }),
  comments: Type.Integer({ minimum: 0 }),
  contacts: Type.Integer({ minimum: 0 }),
  schedules: Type.Integer({ minimum: 0 }),
  lists: Type.Integer({ minimum: 0 }),
})

/** What connecting would do, before it is done. */
export const RemotePlan = object('RemotePlan', {
  team: RemoteTeam,
  secret_place: Type.String({ description: 'Where the token will be kept: keychain, system or file.' }),
  upload: Amounts,
  in_cloud: object('RemoteInCloud', { tasks: Type.Integer({ minimum: 0 }), contacts: Type.Integer({ minimum: 0 }) }),
})
export type RemotePlan = Static<typeof RemotePlan>

/** A field that both sides changed: what stands now, and what the other side wrote. Nothing of either is lost. */
export const RemoteConflict = object('RemoteConflict', {
  id: Id,
  task_id: nullable(Id),
  entity: oneOf(['task', 'comment', 'contact', 'schedule', 'list'], 'What it is about.'),
  entity_id: Id,
  field: Type.String(),
  base: Type.Unknown({ description: 'What both started from.' }),
  local: Type.Unknown({ description: 'What was written here.' }),
  remote: Type.Unknown({ description: 'What was written elsewhere.' }),
  kept: Type.Unknown({ description: 'What stands now.' }),
  at: Timestamp,
})
export type RemoteConflict = Static<typeof RemoteConflict>

export const ConflictChoice = object('ConflictChoice', {
  keep: oneOf(['kept', 'local', 'remote'], 'Which of the three is to stand. The choice is a write like any other, and can be undone.'),
})
export type ConflictChoice = Static<typeof ConflictChoice>

/** Where a local task is in the cloud. Ids of both sides are shown; the local one never changes. */
export const RemoteTask = object('RemoteTask', {
  task_id: Id,
  cloud_id: nullable(Id),
  uid: Uid,
  url: nullable(Type.String({ description: 'Its page in the cloud.' })),
  waiting: Type.Integer({ minimum: 0, description: 'Changes of this task on their way.' }),
})
export type RemoteTask = Static<typeof RemoteTask>

const synced = oneOf(['task', 'comment', 'contact', 'schedule', 'list'], 'What it is.')

/** A write that the cloud does not take. It stands here as it was written; changing it, or trying again, sends it again. */
export const RefusedWrite = object('RefusedWrite', {
  entity: synced,
  entity_id: Id,
  task_id: nullable(Id),
  action: oneOf(['create', 'update', 'delete'], 'What was to be done there.'),
  name: Type.String({ description: 'The title of the task, the name of the contact or the list, the words of the comment.' }),
  fields: Type.Array(Type.String(), { description: 'What differs from the cloud.' }),
  reason: Type.String({ description: 'Why, in the words of the cloud.' }),
  over_quota: Type.Union([QuotaUsage, Type.Null()], {
    description: 'Which quota of the team it goes beyond, as it was then; null where it is something else.',
  }),
})
export type RefusedWrite = Static<typeof RefusedWrite>

export const TakeBackRequest = object('TakeBackRequest', { entity: synced, entity_id: Id })
export type TakeBackRequest = Static<typeof TakeBackRequest>

export const TakenBack = object('TakenBack', { entries: Type.Array(Type.Integer(), { description: 'The journal entries of it: undo them to have it back.' }) })
export type TakenBack = Static<typeof TakenBack>
