import { useState } from 'react'
import { cloudApi } from '../../cloud-api.ts'
import { account as says } from '../../messages/account.ts'
import { notify } from '../../notices.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Part } from './part.tsx'
import { refusalText } from './refusal.ts'

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
      notify({ kind: 'done', text: says.passwordChanged })
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
        <Field
          label={says.currentPassword}
          type="password"
          autoComplete="current-password"
          required
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <Field
          label={says.newPassword}
          hint={says.passwordHint}
          problem={problem || undefined}
          type="password"
          autoComplete="new-password"
          minLength={10}
          maxLength={1000}
          required
          value={next}
          onChange={(event) => setNext(event.target.value)}
        />
        <Button type="submit" look="outlined" className="self-start">
          {says.changePassword}
        </Button>
      </form>
    </Part>
  )
}
