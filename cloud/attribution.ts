// Under whose name a write stands. The login owns it, whatever the name: history shows both (cloud/journal/history.ts, ADR 144).
import { AppError } from '../shared/domain/app-error.ts'
import { isSameName } from '../shared/domain/people/same-name.ts'
import { actorOf } from '../shared/http/actor.ts'
import type { Actor } from '../shared/schema/actor.ts'
import type { Caller, TeamContext } from './context.ts'

/** Throws `forbidden`: a token that was made for an agent writes as that agent, and as nobody else. */
function asOwnAgent(agent: string, said: Actor): Actor {
  if (said.kind === 'agent' && isSameName(said.name, agent)) return { kind: 'agent', name: agent }
  throw new AppError(
    'forbidden',
    `This API token belongs to the agent '${agent}' and cannot write as the ${said.kind} '${said.name}'. Leave X-Actor out, or send "agent:${agent}".`,
  )
}

/**
 * A person is who signed in, whatever they say. A token of an agent is that agent. Any other token may say which agent works with it, and goes by its
 * own name otherwise; it is never a person. `said`: the header X-Actor.
 */
export function actorFor(caller: Caller | undefined, said: string | undefined): Actor {
  if (caller?.kind !== 'token') return { kind: 'person', name: (caller?.user.name ?? caller?.user.email ?? 'person').slice(0, 200) }
  const named = said?.trim() ? actorOf(said, undefined) : undefined
  if (caller.agent !== null) return named ? asOwnAgent(caller.agent, named) : { kind: 'agent', name: caller.agent }
  return { kind: 'agent', name: (named && !(named.kind === 'person' && named.name === 'person') ? named.name : '') || caller.name.slice(0, 200) }
}

/** The person who a desktop says is at it, as sync says so too; a token of an agent has nobody. */
export function personAt(caller: Caller | undefined, said: string | undefined): Actor | undefined {
  if (caller?.kind !== 'token' || caller.agent !== null || !said?.trim()) return undefined
  const { kind, name } = actorOf(said, undefined)
  return kind === 'person' ? { kind: 'sync', name: name === 'person' ? caller.name.slice(0, 200) : name } : undefined
}

/** Throws `forbidden`: a device brings what several did, and no policy is asked again. An agent has to write one by one, as itself. */
export function requireDevice({ caller }: Pick<TeamContext, 'caller'>): void {
  if (caller?.kind === 'token' && caller.agent !== null)
    throw new AppError('forbidden', `The token of the agent '${caller.agent}' cannot sync. Connect a desktop with a token that belongs to no agent.`)
}

/**
 * A device says of each change who made it. It says so with a token, which is never a person: a person's name stands as `sync`. Who signed in here
 * speaks for nobody else.
 */
export function actorOfChange(actor: Actor | undefined, { caller, actor: own }: Pick<TeamContext, 'caller' | 'actor'>): Actor {
  if (!actor || caller?.kind !== 'token') return own
  if (actor.kind !== 'person') return actor
  return { kind: 'sync', name: actor.name === 'person' ? caller.name.slice(0, 200) : actor.name }
}
