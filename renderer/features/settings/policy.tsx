import { useQuery } from '@tanstack/react-query'
import { type AgentPolicy, type Verdict, verdicts, type WriteKind, writeKinds } from '../../../shared/schema/agent.ts'
import { policyOf, setPolicy } from '../../data/settings.ts'
import { m } from '../../messages/late.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { BrakeSetting } from './brake-setting.tsx'

type Choice = Verdict | 'proven' | 'inherit'

/** Strictest last, as the others; proof is a condition of one kind. */
const choices = (kind: WriteKind): readonly (Verdict | 'proven')[] => (kind === 'status' ? ['allow', 'proven', 'propose', 'deny'] : verdicts)

/** What one agent may write, kind by kind. Those without a word of their own follow what holds for all. */
export function Policy({ name, isDefault, isAllowed }: { name: string; isDefault: boolean; isAllowed: boolean }) {
  const { data: policy } = useQuery(policyOf(name))
  const { data: forAll } = useQuery(policyOf('*'))
  if (!policy || !forAll) return <div className="late h-40" role="status" aria-label={m.loading} />

  function set(kind: WriteKind, choice: Choice) {
    const { [kind]: _old, ...rest } = policy as AgentPolicy
    void setPolicy(name, choice === 'inherit' ? rest : { ...rest, [kind]: choice })
  }
  const options = (kind: WriteKind) => [
    ...(isDefault ? [] : [{ id: 'inherit' as Choice, label: m.settings.asForAll(m.settings.verdicts[forAll[kind] ?? 'allow']) }]),
    ...choices(kind).map((id) => ({ id: id as Choice, label: m.settings.verdicts[id] })),
  ]
  return (
    <fieldset disabled={!isAllowed} className="min-w-0">
      <dl className="border-t border-line bg-bg px-3.5 py-2">
        {writeKinds.map((kind) => (
          <div key={kind} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1">
            <dt>{m.settings.kinds[kind]}</dt>
            <dd>
              <Segmented
                name={m.settings.kinds[kind]}
                value={policy[kind] ?? (isDefault ? 'allow' : 'inherit')}
                options={options(kind)}
                onChange={(choice) => set(kind, choice)}
              />
            </dd>
          </div>
        ))}
        <BrakeSetting name={name} isDefault={isDefault} policy={policy} forAll={forAll} />
      </dl>
    </fieldset>
  )
}
