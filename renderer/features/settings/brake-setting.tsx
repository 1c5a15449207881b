import { useState } from 'react'
import { type AgentBrake, type AgentPolicy, type BrakeLimits, usualBrake } from '../../../shared/schema/agent.ts'
import { decideBrake } from '../../data/agents.ts'
import { setPolicy } from '../../data/settings.ts'
import { m } from '../../messages/late.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { OnOff } from './on-off.tsx'

interface BrakeSettingProps {
  name: string
  isDefault: boolean
  policy: AgentPolicy
  forAll: AgentPolicy
}

const kinds = ['writes', 'deletes'] as const
const shown = (limit: number | null) => (limit === null ? '' : String(limit))

/** How much one agent may write before it is stopped, and what becomes of its writes after it has read text from outside. */
export function BrakeSetting({ name, isDefault, policy, forAll }: BrakeSettingProps) {
  const inherited = { ...usualBrake, ...(isDefault ? {} : forAll.brake) }
  const { brake: own, outside, ...rest } = policy
  const others = { ...rest, ...(outside ? { outside } : {}) }
  const isOwn = isDefault || own !== undefined
  const ask = forAll.outside ?? 'propose'
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1">
        <dt>
          {m.brake.outside}
          <span className="block text-meta text-quiet">{m.brake.outsideHint}</span>
        </dt>
        <dd>
          <Segmented
            name={m.brake.outside}
            value={outside ?? (isDefault ? 'propose' : 'inherit')}
            options={[
              ...(isDefault ? [] : [{ id: 'inherit' as const, label: m.settings.asForAll(m.brake.outsideChoices[ask]) }]),
              ...(['allow', 'propose'] as const).map((id) => ({ id, label: m.brake.outsideChoices[id] })),
            ]}
            onChange={(choice) => void setPolicy(name, { ...rest, ...(own ? { brake: own } : {}), ...(choice === 'inherit' ? {} : { outside: choice }) })}
          />
        </dd>
      </div>
      <div className="py-1">
        <dt className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          {m.brake.limits}
          {!isDefault && (
            <span className="flex items-center gap-2 text-muted">
              {m.brake.ownLimits}
              <OnOff name={m.brake.ownLimits} isOn={isOwn} onChange={(isOn) => void setPolicy(name, isOn ? { ...others, brake: inherited } : others)} />
            </span>
          )}
        </dt>
        <dd>
          <p className="max-w-[68ch] text-meta text-quiet">{m.brake.limitsHint}</p>
          {isOwn ? (
            <Limits key={JSON.stringify(own)} limits={{ ...inherited, ...own }} onSave={(brake) => void setPolicy(name, { ...others, brake })} />
          ) : (
            <p className="mt-1 text-muted">{kinds.map((kind) => `${m.brake.max[kind]}: ${inherited[kind] ?? m.brake.noLimit}`).join(' · ')}</p>
          )}
        </dd>
      </div>
    </>
  )
}

function Limits({ limits, onSave }: { limits: Required<BrakeLimits>; onSave: (limits: Required<BrakeLimits>) => void }) {
  const [texts, setTexts] = useState({ writes: shown(limits.writes), deletes: shown(limits.deletes) })
  const isWrong = (kind: (typeof kinds)[number]) => texts[kind].trim() !== '' && !/^[1-9]\d{0,4}$|^100000$/.test(texts[kind].trim())
  const isChanged = kinds.some((kind) => texts[kind].trim() !== shown(limits[kind]))
  const read = (text: string) => (text.trim() === '' ? null : Number(text))
  return (
    <form
      className="mt-2 grid max-w-120 grid-cols-[1fr_1fr_auto] items-start gap-3 phone:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!kinds.some(isWrong)) onSave({ writes: read(texts.writes), deletes: read(texts.deletes) })
      }}
    >
      {kinds.map((kind) => (
        <Field
          key={kind}
          label={m.brake.max[kind]}
          inputMode="numeric"
          placeholder={m.brake.noLimit}
          value={texts[kind]}
          problem={isWrong(kind) ? m.brake.wrong : undefined}
          onChange={(event) => setTexts({ ...texts, [kind]: event.target.value })}
        />
      ))}
      <Button type="submit" look="outlined" disabled={!isChanged} className="mt-6 h-[max(32px,var(--tap))] phone:mt-0">
        {m.save}
      </Button>
    </form>
  )
}

/** That an agent is stopped, and the way on. */
export function Stopped({ name, brake }: { name: string; brake: AgentBrake }) {
  const { reason, count, max, minutes, state } = brake
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-bg px-3.5 py-2.5">
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-medium text-warn">{m.brake.now}.</span> {m.brake.reasons[reason](count, minutes, max)}
      </p>
      <span className="flex flex-wrap gap-2">
        <Button look="outlined" onClick={() => void decideBrake(name, true)}>
          {m.brake.goOn}
        </Button>
        {state === 'waiting' && <Button onClick={() => void decideBrake(name, false)}>{m.brake.keep}</Button>}
      </span>
    </div>
  )
}
