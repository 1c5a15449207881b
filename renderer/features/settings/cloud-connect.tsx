import { useState } from 'react'
import type { NewRemote, RemotePlan } from '../../../shared/schema/remote.ts'
import { checkRemote } from '../../data/remote.ts'
import { explain } from '../../errors.ts'
import { m } from '../../messages.ts'
import { CopyBlock } from '../../ui/copy-block.tsx'
import { CloudForm } from './cloud-form.tsx'
import { CloudPlan } from './cloud-plan.tsx'
import { SettingGroup } from './setting.tsx'

const says = m.cloud

/** In two steps: what would happen, then that it happens. */
export function CloudConnect() {
  const [checked, setChecked] = useState<{ given: NewRemote; plan: RemotePlan } | undefined>(undefined)
  const [given, setGiven] = useState<NewRemote>({ url: '', token: '', team_id: '' })
  const [problem, setProblem] = useState<string | undefined>(undefined)

  async function check(next: NewRemote): Promise<void> {
    setGiven(next)
    setProblem(undefined)
    try {
      setChecked({ given: next, plan: await checkRemote(next) })
    } catch (error) {
      setProblem(explain(says.form.failed, error))
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
        <CloudForm given={given} problem={problem} onCheck={check} />
      </SettingGroup>
    </>
  )
}
