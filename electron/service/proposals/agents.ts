// The agents that were here: what each may write, and the tokens that it spent.
import { type Agent, type AgentPolicy, type Verdict, verdicts, type WriteKind } from '../../../shared/schema/agent.ts'
import type { AgentStore } from './agent-store.ts'

/** Stands for every agent without a policy of its own. */
const everyAgent = '*'

interface Spent {
  calls: number
  tokens_in: number
  tokens_out: number
}

/** Claude-Code is claude-code: another spelling is no other agent. */
const folded = (name: string) => name.normalize('NFKC').trim().toLowerCase()

export type Agents = ReturnType<typeof createAgents>

export function createAgents({ store, now, writeEvery = 5000 }: { store: AgentStore; now: () => Date; writeEvery?: number }) {
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

  return {
    list(): Agent[] {
      write()
      return store.all()
    },

    policy: policyOf,

    setPolicy(name: string, policy: AgentPolicy): AgentPolicy {
      store.setPolicy(name, policy, now().toISOString())
      policies.set(folded(name), policy)
      return policy
    },

    /** The strictest verdict over the kinds of one write. */
    verdict(name: string, kinds: readonly WriteKind[]): { verdict: Verdict; kind: WriteKind | undefined } {
      // `proven` refuses nothing: it decides what becomes of "done" (evidence/done-gate.ts).
      const of = (kind: WriteKind): Verdict => {
        const verdict = policyOf(name)[kind] ?? policyOf(everyAgent)[kind] ?? 'allow'
        return verdict === 'proven' ? 'allow' : verdict
      }
      const given = kinds.map((kind) => ({ kind, verdict: of(kind) }))
      return given.sort((a, b) => verdicts.indexOf(b.verdict) - verdicts.indexOf(a.verdict))[0] ?? { verdict: 'allow', kind: undefined }
    },

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
