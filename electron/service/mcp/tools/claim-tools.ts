import { Type } from 'typebox'
import { defaultLeaseMinutes, NewClaim } from '../../../../shared/schema/claim.ts'
import { object } from '../../../../shared/schema/field.ts'
import type { StoredClaim } from '../../claims/claims.ts'
import type { McpDeps } from '../deps.ts'
import { TaskId, text, WriteAnswer } from '../answers/rows.ts'
import { defineTool, type Tool } from '../tool.ts'

const plainKey = Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'From your claim, after a reconnect' }))

export function claimTools({ tasks, claims }: McpDeps): Tool[] {
  const isOurs = ({ holder }: StoredClaim, name: string) => holder.kind === 'agent' && holder.name === name
  return [
    defineTool({
      name: 'claim_task',
      profile: 'full',
      description: `Claim a task while you work on it, so that nobody else does. outcome: claimed, renewed or held (by somebody else: take another task). Your calls renew it; it ends after ${defaultLeaseMinutes} silent minutes.`,
      input: object('ClaimTask', { id: TaskId, ttl_minutes: NewClaim.properties.ttl_minutes, key: plainKey }),
      output: object('ClaimAnswer', {
        ...WriteAnswer.properties,
        held_by: Type.Optional(text),
        expires_at: Type.Optional(text),
        key: Type.Optional(text),
      }),
      annotations: { destructiveHint: false, idempotentHint: true },
      writes: 'claim',
      before: ({ id }) => void tasks.get(id),
      run({ id, ...asked }, caller) {
        const { outcome, claim } = claims.claim(id, caller, asked)
        if (outcome !== 'held') return { outcome, expires_at: claim.expires_at, key: claim.key }
        const note = isOurs(claim, caller.actor.name)
          ? 'An agent with your name holds it. If that is you, pass the key of your claim; otherwise choose another task.'
          : 'Choose another task, or come back when it is free.'
        return { outcome, held_by: claim.holder.name, expires_at: claim.expires_at, note }
      },
    }),
    defineTool({
      name: 'release_task',
      profile: 'full',
      description: 'Release your claim on a task.',
      input: object('ReleaseTask', { id: TaskId, key: plainKey }),
      output: WriteAnswer,
      annotations: { destructiveHint: false, idempotentHint: true },
      writes: 'claim',
      run: ({ id, key }, caller) => (claims.release(id, caller, key) ? { outcome: 'released' } : { outcome: 'unchanged', note: 'Nobody held it.' }),
    }),
  ]
}
