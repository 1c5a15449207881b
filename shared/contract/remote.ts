import { Type } from 'typebox'
import { Id, object } from '../schema/field.ts'
import { ConflictChoice, NewRemote, Remote, RemoteConflict, RefusedWrite, RemotePlan, RemoteTask, TakeBackRequest, TakenBack } from '../schema/remote.ts'
import { defineContract } from './route.ts'
import { TaskParams } from './tasks.ts'

const tag = 'Remote'
const ConflictParams = object('ConflictParams', { id: Id })

/** Connecting this data folder with a team in the cloud. GET /events signals each change of state as `event: remote`. */
export const remoteContract = defineContract({
  readRemote: { method: 'GET', path: '/remote', tag, summary: 'The state of sync with the cloud', reply: Remote, status: 200 },
  checkRemote: {
    method: 'POST',
    path: '/remote/check',
    tag,
    summary: 'Preview connecting to a team, without changing anything',
    body: NewRemote,
    reply: RemotePlan,
    status: 200,
    personal: true,
  },
  connectRemote: {
    method: 'PUT',
    path: '/remote',
    tag,
    summary: 'Connect to a team and start the first sync',
    body: NewRemote,
    reply: Remote,
    status: 200,
    personal: true,
  },
  disconnectRemote: { method: 'DELETE', path: '/remote', tag, summary: 'Disconnect; everything stays here', status: 204, personal: true },
  syncRemote: {
    method: 'POST',
    path: '/remote/sync',
    tag,
    summary: 'Sync now, and retry rejected changes',
    reply: Remote,
    status: 202,
  },
  listRefused: {
    method: 'GET',
    path: '/remote/refused',
    tag,
    summary: 'Changes the cloud rejected, and why',
    reply: Type.Array(RefusedWrite),
    status: 200,
  },
  takeBackRefused: {
    method: 'POST',
    path: '/remote/refused/take-back',
    tag,
    summary: 'Use the version of the cloud; a write like any other, which can be undone',
    body: TakeBackRequest,
    reply: TakenBack,
    status: 200,
  },
  listConflicts: {
    method: 'GET',
    path: '/remote/conflicts',
    tag,
    summary: 'Fields changed on both sides, newest first',
    reply: Type.Array(RemoteConflict),
    status: 200,
  },
  settleConflict: {
    method: 'POST',
    path: '/remote/conflicts/:id/settle',
    tag,
    summary: 'Resolve a conflict by choosing a version',
    params: ConflictParams,
    body: ConflictChoice,
    status: 204,
  },
  reopenConflict: {
    method: 'POST',
    path: '/remote/conflicts/:id/reopen',
    tag,
    summary: 'Ask again about a conflict that was resolved; what the choice wrote is undone by itself',
    params: ConflictParams,
    reply: RemoteConflict,
    status: 200,
  },
  readRemoteTask: {
    method: 'GET',
    path: '/tasks/:id/remote',
    tag,
    summary: 'Where a task is in the cloud',
    params: TaskParams,
    reply: RemoteTask,
    status: 200,
  },
})
