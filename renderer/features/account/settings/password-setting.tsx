import { useState } from 'react'
import type { WaysIn } from '../../../../shared/schema/cloud/ways.ts'
import { cloudApi } from '../../../backend/cloud-api.ts'
import { didForGood } from '../../../data/tasks/own-actions.ts'
import { account as says } from '../../../messages/account.ts'
import { Button } from '../../../ui/button.tsx'
import { Part } from '../part.tsx'
import { refusalText } from '../refusal.ts'
import { PasswordField } from '../sign-field.tsx'
import { Proof, useProof } from '../ways/proof.tsx'
import { readWays } from '../ways/use-ways.ts'

/** `isNew`: there is none yet. */
export function PasswordSetting({ ways, isNew }: { ways: WaysIn | undefined; isNew: boolean }) {
  const proof = useProof()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [problem, setProblem] = useState('')
  const failed = (error: unknown) => setProblem(refusalText(error))
  async function change() {
    await cloudApi.changePassword({ body: { ...(isNew ? {} : { current_password: current }), password: next } })
    setCurrent('')
    setNext('')
    didForGood(isNew ? says.passwordSet : says.passwordChanged)
    await readWays()
  }
  return (
    <Part title={isNew ? says.setPassword : says.changePassword} text={isNew ? says.setPasswordText : says.changePasswordText}>
      <form
        className="flex max-w-90 flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          setProblem('')
          void proof.run(change).catch(failed)
        }}
      >
        {!isNew && <PasswordField label={says.currentPassword} value={current} onChange={setCurrent} />}
        <PasswordField isNew label={says.newPassword} hint={says.passwordHint} problem={problem || undefined} value={next} onChange={setNext} />
        <Button type="submit" look="outlined" className="self-start">
          {isNew ? says.setPassword : says.changePassword}
        </Button>
      </form>
      <Proof proof={proof} ways={ways} failed={failed} />
    </Part>
  )
}
