import { Type } from 'typebox'
import { Claim, ClaimGrant, NewClaim } from '../schema/claim.ts'
import { object } from '../schema/field.ts'
import { defineContract } from './route.ts'
import { TaskParams } from './tasks.ts'

export const claimContract = defineContract({
  listClaims: {
    method: 'GET',
    path: '/claims',
    tag: 'Claims',
    summary: 'Who works on what right now; the newest claim first. GET /events signals each change as `event: claim`.',
    reply: Type.Array(Claim),
    status: 200,
  },
  releaseClaims: {
    method: 'DELETE',
    path: '/claims',
    tag: 'Claims',
    summary: 'Release all claims of your run (the header X-Run): what an agent does before it ends',
    status: 204,
  },
  getClaim: { method: 'GET', path: '/tasks/:id/claim', tag: 'Claims', summary: 'Who works on a task', params: TaskParams, reply: Claim, status: 200 },
  claimTask: {
    method: 'PUT',
    path: '/tasks/:id/claim',
    tag: 'Claims',
    summary: 'Claim a task for a while, or renew your claim with its key. 409 while somebody else holds it.',
    params: TaskParams,
    body: NewClaim,
    reply: ClaimGrant,
    status: 200,
  },
  releaseClaim: {
    method: 'DELETE',
    path: '/tasks/:id/claim',
    tag: 'Claims',
    summary: 'Release a claim: your own with its key, or as a person any',
    params: TaskParams,
    query: object('ReleaseQuery', { key: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })) }),
    status: 204,
  },
})
