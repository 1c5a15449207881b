import { useState } from 'react'
import { deleteAccount } from '../../backend/cloud/session.ts'
import { account as says } from '../../messages/account.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from './code-field.tsx'
import { Part } from './part.tsx'
import { refusalText } from './refusal.ts'
import { PasswordField } from './sign-field.tsx'

/** Nothing brings it back: the password is asked for, and the code where there is one. */
export function DeleteSetting({ hasCode }: { hasCode: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [isTrying, setTrying] = useState(false)
  async function end() {
    setProblem('')
    setTrying(true)
    try {
      await deleteAccount({ password, ...(hasCode ? { code: code.trim() } : {}) })
    } catch (error) {
      setProblem(refusalText(error))
      setTrying(false)
    }
  }
  return (
    <Part title={says.deleteAccount} text={says.deleteAccountText}>
      {isAsking ? (
        <form
          className="flex max-w-90 flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void end()
          }}
        >
          <PasswordField label={says.currentPassword} problem={problem || undefined} value={password} onChange={setPassword} />
          {hasCode && <CodeField value={code} onChange={setCode} />}
          <div className="flex flex-wrap gap-2">
            <Button look="outlined" onClick={() => setAsking(false)}>
              {says.keepAccount}
            </Button>
            <Button type="submit" look="danger" className="border border-bad" disabled={isTrying}>
              {says.deleteAccountYes}
            </Button>
          </div>
        </form>
      ) : (
        <Button look="danger" className="border border-line" onClick={() => setAsking(true)}>
          {says.deleteAccount}
        </Button>
      )}
    </Part>
  )
}
