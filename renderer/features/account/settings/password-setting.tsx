import { useState } from 'react'
import { cloudApi } from '../../../backend/cloud-api.ts'
import { didForGood } from '../../../data/tasks/own-actions.ts'
import { account as says } from '../../../messages/account.ts'
import { Button } from '../../../ui/button.tsx'
import { Part } from '../part.tsx'
import { refusalText } from '../refusal.ts'
import { PasswordField } from '../sign-field.tsx'

export function PasswordSetting() {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [problem, setProblem] = useState('')
  async function change() {
    setProblem('')
    try {
      await cloudApi.changePassword({ body: { current_password: current, password: next } })
      setCurrent('')
      setNext('')
      didForGood(says.passwordChanged)
    } catch (error) {
      setProblem(refusalText(error))
    }
  }
  return (
    <Part title={says.changePassword} text={says.changePasswordText}>
      <form
        className="flex max-w-90 flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void change()
        }}
      >
        <PasswordField label={says.currentPassword} value={current} onChange={setCurrent} />
        <PasswordField isNew label={says.newPassword} hint={says.passwordHint} problem={problem || undefined} value={next} onChange={setNext} />
        <Button type="submit" look="outlined" className="self-start">
          {says.changePassword}
        </Button>
      </form>
    </Part>
  )
}
