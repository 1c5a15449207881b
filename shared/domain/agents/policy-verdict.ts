// What the policies that persons have set say to a write of an agent: its own, else that of every agent, else that it may.
import { type AgentPolicy, type TokenPolicy, type Verdict, verdicts, type WriteKind, writeKinds } from '../../schema/agent.ts'
import type { WriteVerdict } from './write-verdict.ts'

/** Stands for every agent without a policy of its own. */
export const everyAgent = '*'

/** Where nobody has said anything: an email that was sent is not taken back by an undo. */
const usual = (kind: WriteKind): Verdict => (kind === 'reply' ? 'propose' : 'allow')

const isStricter = (a: Verdict, b: Verdict): boolean => verdicts.indexOf(a) > verdicts.indexOf(b)

/** The stricter of what the agent and its credential may. `proven` refuses nothing: it decides what becomes of "done". */
function verdictFor(policyOf: (name: string) => AgentPolicy, name: string, kind: WriteKind, narrowed: TokenPolicy): Verdict {
  const set = policyOf(name)[kind] ?? policyOf(everyAgent)[kind] ?? usual(kind)
  const own = set === 'proven' ? 'allow' : set
  const most = narrowed[kind] ?? 'allow'
  return isStricter(most, own) ? most : own
}

/** What an agent may with a credential of its own, kind by kind. */
export const effectivePolicy = (policyOf: (name: string) => AgentPolicy, name: string, narrowed: TokenPolicy): Required<TokenPolicy> =>
  Object.fromEntries(writeKinds.map((kind) => [kind, verdictFor(policyOf, name, kind, narrowed)])) as Required<TokenPolicy>

/**
 * The strictest verdict over the kinds of one write. `policyOf`: what is set for a name; {} where nothing is. `narrowed`: what the credential that it
 * comes with may at most.
 */
export function policyVerdict(policyOf: (name: string) => AgentPolicy, name: string, kinds: readonly WriteKind[], narrowed: TokenPolicy = {}): WriteVerdict {
  const given = kinds.map((kind) => ({ kind, verdict: verdictFor(policyOf, name, kind, narrowed) }))
  return given.sort((a, b) => verdicts.indexOf(b.verdict) - verdicts.indexOf(a.verdict))[0] ?? { verdict: 'allow', kind: undefined }
}
