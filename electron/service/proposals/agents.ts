// The agents that were here: what each may write, and the tokens that it spent. Whether an agent may write something is asked here, and only here.
import { everyAgent, policyVerdict } from '../../../shared/domain/agents/policy-verdict.ts'
import { readBefore, type WriteVerdict, writeVerdict } from '../../../shared/domain/agents/write-verdict.ts'
import { type Agent, type AgentBrake, type AgentPolicy, type Because, type BrakeLimits, usualBrake, type WriteKind } from '../../../shared/schema/agent.ts'
import type { Writer } from '../context.ts'
import { folded } from '../../../shared/domain/people/same-name.ts'
import type { AgentStore } from './agent-store.ts'
import { type BrakeDeps, createBrake } from './brake.ts'
import type { OutsideReads } from './outside-reads.ts'
import type { Amount } from './recent-writes.ts'

/** A write that an agent is about to make. */
export interface AskedWrite {
  /** How many writes it would be; left out: none, for who only wants to know. */
  amount?: Amount
  /** Which tasks it is about; left out: not known. */
  tasks?: readonly number[]
  /** The caller has not said who it is: a script, which is bound by the policy alone. */
  isUnnamed?: boolean
}

export interface AgentDeps extends Omit<BrakeDeps, 'store' | 'limitsOf' | 'changed'> {
  store: AgentStore
  brake: BrakeDeps['store']
  reads: OutsideReads
  /** An agent was stopped, or let go on. */
  brakeChanged: (name: string) => void
  writeEvery?: number
}

interface Spent {
  calls: number
  tokens_in: number
  tokens_out: number
}

export type Agents = ReturnType<typeof createAgents>

export function createAgents({ store, brake: brakes, recent, reads, now, head, brakeChanged, writeEvery = 5000 }: AgentDeps) {
  const policies = new Map<string, AgentPolicy>()
  // A read must not cost a write: counts are kept here and written every few seconds.
  const unwritten = new Map<string, Spent>()
  const timer = setInterval(write, writeEvery).unref()

  function write(): void {
    const at = now().toISOString()
    for (const [name, spent] of unwritten) {
      try {
        store.count(name, spent, at)
        unwritten.delete(name)
      } catch {
        return // A full disk: the counts wait.
      }
    }
  }

  // Only what a person has set: names are made up by callers, and must not fill the memory.
  for (const { name, policy } of store.all()) if (Object.keys(policy).length > 0) policies.set(folded(name), policy)

  const policyOf = (name: string): AgentPolicy => policies.get(folded(name)) ?? {}

  // `off`: for tests and benchmarks, and for machines where programs write all day long.
  const usual: Required<BrakeLimits> = process.env.TANDEM_BRAKE === 'off' ? { writes: null, deletes: null } : usualBrake
  const limitsOf = (name: string): Required<BrakeLimits> => ({ ...usual, ...policyOf(everyAgent).brake, ...policyOf(name).brake })
  const changed = (name: string) => {
    // Over REST nobody is counted: whoever is stopped stands in the list all the same.
    if (!store.all().some((agent) => folded(agent.name) === folded(name))) store.count(name, { calls: 0, tokens_in: 0, tokens_out: 0 }, now().toISOString())
    brakeChanged(name)
  }
  const brake = createBrake({ store: brakes, recent, limitsOf, head, now, changed })

  function taintOf(writer: Pick<Writer, 'name' | 'run'>, kinds: readonly WriteKind[], tasks: readonly number[] | undefined): Because | undefined {
    if ((policyOf(writer.name).outside ?? policyOf(everyAgent).outside) === 'allow') return undefined
    const read = readBefore(kinds, tasks, reads.of(writer))
    return read && { what: 'outside', task_id: read.task_id, title: read.title, from: read.from }
  }

  return {
    list(): Agent[] {
      write()
      return store.all().map((agent) => ({ ...agent, brake: brake.of(agent.name) }))
    },

    /** Of all that were here, without what they wrote. */
    names: (): string[] => [...store.all().map(({ name }) => name), ...unwritten.keys()].filter((name) => name !== everyAgent),

    policy: policyOf,

    setPolicy(name: string, policy: AgentPolicy, by = 'person'): AgentPolicy {
      store.setPolicy(name, policy, now().toISOString())
      policies.set(folded(name), policy)
      brake.limitsChanged(by)
      return policy
    },

    /** What a person says to an agent that wrote too much. */
    decideBrake: (name: string, goOn: boolean, by: string): { brake: AgentBrake | null } => ({ brake: brake.decide(name, goOn, by) }),

    /** Whether a writer may make a write of these kinds: its policy, the brake and what it has read, in this order. */
    verdict: (writer: Pick<Writer, 'name' | 'run'>, kinds: readonly WriteKind[], { amount, tasks, isUnnamed }: AskedWrite = {}): WriteVerdict =>
      writeVerdict({
        kinds,
        policy: policyVerdict(policyOf, writer.name, kinds),
        brake: () => (isUnnamed ? undefined : brake.check(writer.name, amount ?? { writes: 0, deletes: 0 })),
        taint: () => (isUnnamed ? undefined : taintOf(writer, kinds, tasks)),
      }),

    /** A write that was allowed is being made. Returns how to say that it is over. */
    begin: recent.begin,
    /** A person has said yes to what these entries wrote: they count as nobody's haste. */
    approve: recent.approve,
    /** A run is given a text from outside to read. */
    hasRead: reads.note,

    /** Whether its "done" needs evidence. */
    needsProof: (name: string): boolean => (policyOf(name).status ?? policyOf(everyAgent).status) === 'proven',

    spent(name: string, tokens: { tokens_in: number; tokens_out: number }): void {
      const sum = unwritten.get(name)
      if (!sum) return void unwritten.set(name, { calls: 1, ...tokens })
      sum.calls++
      sum.tokens_in += tokens.tokens_in
      sum.tokens_out += tokens.tokens_out
    },

    close(): void {
      clearInterval(timer)
      write()
    },
  }
}
