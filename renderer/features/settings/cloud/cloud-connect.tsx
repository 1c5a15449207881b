import { useState } from 'react'
import type { NewRemote, RemotePlan } from '../../../../shared/schema/remote.ts'
import { checkRemote } from '../../../data/remote.ts'
import { ApiError } from '../../../backend/api.ts'
import { explain } from '../../../backend/explain.ts'
import { m } from '../../../messages/late.ts'
import { CopyBlock } from '../../../ui/text/copy-block.tsx'
import { CloudForm, type Refusal } from './cloud-form.tsx'
import { CloudPlan } from './cloud-plan.tsx'
import { SettingGroup } from '../setting.tsx'

const says = m.cloud

/** The service says which of the three is wrong, and what to enter instead. */
function refusalOf(error: unknown): Refusal {
  const fields = error instanceof ApiError ? (error.problem.errors ?? []) : []
  const named = Object.fromEntries(fields.map(({ pointer, detail }) => [pointer.slice(1), detail]))
  return Object.keys(named).length > 0 ? named : { form: explain(says.form.failed, error) }
}

/** In two steps: what would happen, then that it happens. */
export function CloudConnect() {
  const [checked, setChecked] = useState<{ given: NewRemote; plan: RemotePlan } | undefined>(undefined)
  const [given, setGiven] = useState<NewRemote>({ url: '', token: '', team_id: '' })
  const [refused, setRefused] = useState<Refusal>({})

  async function check(next: NewRemote): Promise<void> {
    setGiven(next)
    setRefused({})
    try {
      setChecked({ given: next, plan: await checkRemote(next) })
    } catch (error) {
      setRefused(refusalOf(error))
    }
  }
  if (checked) return <CloudPlan {...checked} onBack={() => setChecked(undefined)} />
  return (
    <>
      <SettingGroup title={says.teach.title} text={says.teach.text}>
        <div className="mt-3 flex max-w-[68ch] flex-col gap-3">
          <CopyBlock name={says.teach.start} text="npm run cloud" />
          <p className="text-muted">{says.teach.token}</p>
        </div>
      </SettingGroup>
      <SettingGroup title={says.form.title}>
        <CloudForm given={given} refused={refused} onCheck={check} />
      </SettingGroup>
    </>
  )
}
