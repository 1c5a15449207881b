import { Type } from 'typebox'
import { object, Uid } from '../../schema/field.ts'
import { SyncedQuestion, SyncQuestionWrite } from '../../schema/cloud/synced-question.ts'
import { defineContract } from '../route.ts'

const tag = 'Sync'

/** For desktops: what waits for a person there waits for the whole team, and the other way round. */
export const questionSyncContract = defineContract({
  syncQuestion: {
    method: 'PUT',
    needs: 'bring',
    path: '/sync/questions/:uid',
    tag,
    summary:
      'Bring a question, or what a person of the device decided, as often as you like. Answers how it stands: the first decision does. The comment with an answer comes with POST /sync.',
    params: object('SyncQuestionParams', { uid: Uid }),
    body: SyncQuestionWrite,
    reply: SyncedQuestion,
    status: 200,
  },
  readSyncQuestions: {
    method: 'GET',
    path: '/sync/questions',
    tag,
    summary: 'Every open question and what was decided lately, to begin with; GET /events/stream tells what happens then',
    reply: Type.Array(SyncedQuestion),
    status: 200,
  },
})
