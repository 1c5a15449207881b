import { Type } from 'typebox'
import { object, oneOf } from '../../schema/field.ts'
import { SyncPage, SyncReply, SyncWrites, syncEntities } from '../../schema/cloud/sync.ts'
import { defineContract } from '../route.ts'

const tag = 'Sync'

/**
 * Names the history that numbers of events and versions belong to; the stream's `hello` says it as `epoch`. After a failover it is another one,
 * and the numbers may mean something else: answers with pages say it, and writes that say another one are 503.
 */
export const epochHeader = 'tandem-epoch'

/**
 * Whole seconds since the oldest change was made that a device has not sent: said when it opens the stream and when it sends changes, this one included.
 * Only for the operator's metrics; a cloud that does not know it ignores it.
 */
export const unsentHeader = 'tandem-unsent'

/** For devices that keep a copy of their team's list and work offline. Single writes have their own routes. */
export const syncContract = defineContract({
  writeSync: {
    method: 'POST',
    needs: 'bring',
    path: '/sync',
    tag,
    summary:
      'Many writes at once, each on the version that it was made on, each with its own key and its own answer. Send `Tandem-Epoch` with the `epoch` of the stream: after a failover of the database the call is 503 then, and what you know is to be compared again.',
    body: SyncWrites,
    reply: SyncReply,
    status: 200,
    bodyLimit: 4_194_304,
  },
  readSync: {
    method: 'GET',
    path: '/sync',
    tag,
    summary: 'Everything of one kind, page by page, with the event up to which it holds (in the epoch that the header `Tandem-Epoch` names)',
    query: object('SyncQuery', {
      entity: oneOf(syncEntities, 'What to read.'),
      after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: '`next` of the page before.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Default: 500.' })),
    }),
    reply: SyncPage,
    status: 200,
  },
})
