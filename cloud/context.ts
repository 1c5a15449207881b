// What a use-case knows of the call that it serves.
import type { Capacity } from '../shared/domain/people/roles.ts'
import { AppError } from '../shared/domain/app-error.ts'
import type { Actor } from '../shared/schema/actor.ts'
import type { TokenPolicy } from '../shared/schema/agent.ts'
import type { Write } from './journal/journal.ts'

export interface Person {
  id: string
  email: string
  name: string | null
}

export type Caller =
  | {
      kind: 'session'
      id: string
      tokenHash: Buffer
      user: Person
      /** When the person's address was proven; null: not yet. */
      verifiedAt: string | null
    }
  /** An API token; it speaks for the team. */
  | {
      kind: 'token'
      id: string
      name: string
      createdBy: string
      /** Whose allowances its calls and streams use, see allowanceOf. */
      allowance: string
      /** The one agent that it belongs to; null: a desktop's or a script's, which says itself who works with it. */
      agent: string | null
      readOnly: boolean
      /** RFC 3339. */
      expiresAt: string | null
      /** With an access token, which stands for it for a while: when that ends (RFC 3339). */
      until?: string
      /** What the agent may with it at most; {}: what it may anyway. */
      policy: TokenPolicy
    }

/** Whose allowances of calls and streams a call uses: all tokens that a person made for themselves share theirs, however many they are. */
export const allowanceOf = (caller: Caller): string => (caller.kind === 'token' ? caller.allowance : caller.user.id)

export interface TeamAccess {
  id: string
  capacity: Capacity
  /** Names the state of everything in the team; changes with each write. */
  revision: string
  /** The number of its newest event, when the call began. */
  events: number
  /** Of a call that only reads and may be answered by a replica: the event that the replica must have. */
  readable?: number
  /** Counts the changes of policies for agents; 0: none was ever set. */
  policies: number
  /** It came from another cell: what its clients are told as the epoch while the database is of the epoch `within`. */
  told?: { epoch: string; within: string }
}

/** The epoch of a team's events, by the database's. A team that was moved goes on in the one that its clients know. */
export const epochOf = ({ told }: TeamAccess, database: string | undefined): string | undefined =>
  told !== undefined && told.within === database ? told.epoch : database

export interface Context {
  caller: Caller | undefined
  team: TeamAccess | undefined
  /** As whom the write is journalled. */
  actor: Actor
  /** Who a desktop says is at it. */
  personThere?: Actor | undefined
  /** Which of its runs an agent says it is, in words that nobody else can send: with another login it is another run. */
  run: string | undefined
  /** Which login it is, whatever name it gives itself: user:ID or token:ID. */
  principal: string
  ifMatch: string | undefined
  /** Of which epoch of the database the caller holds positions and versions; undefined: it did not say. */
  epoch: string | undefined
  /** Path and query, for the links of a page. */
  url: string
  /** Where the call comes from. */
  address: string
  userAgent: string | undefined
  /** The session token that came with the call, valid or not. */
  presentToken: string | undefined
  /** The request of a client that was asked in this very browser (cloud/oauth), as its cookie says. */
  askedHere: string | undefined
  /** Which browser it is, since it was last sent to an issuer; undefined: it was not, or long ago. */
  browser: string | undefined
  /** Over https, or over plain http on this machine. */
  secure: boolean
  /** Aborted once nobody waits for the answer any more. */
  gone: () => AbortSignal
  /** A device brings it: it has passed the policies of the desktop on which it was written. */
  isBrought?: true
  /** The write that is under way, when the call runs inside one (idempotency). */
  write?: Write
}

export interface TeamContext extends Context {
  team: TeamAccess
}

/** The signed-in person. The auth guard has checked it for every route that needs a session. */
export function personOf(ctx: Context): Extract<Caller, { kind: 'session' }> {
  if (ctx.caller?.kind !== 'session') throw new AppError('unauthenticated', 'Sign in first.')
  return ctx.caller
}

/** The team of the call. The auth guard has found it for every route that acts in one. */
export function teamOf(ctx: Context): TeamContext {
  if (!ctx.team) throw new AppError('forbidden', 'You are not on this team.')
  return ctx as TeamContext
}

/** What a new row keeps of its life on the device that made it. */
export type Kept<T extends { created_at: string }, More extends keyof T = never> = Partial<Pick<T, 'created_at' | More>> & { uid?: string }
