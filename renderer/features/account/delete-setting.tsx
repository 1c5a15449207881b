import { useState } from 'react'
import type { WaysIn } from '../../../shared/schema/cloud/ways.ts'
import { deleteAccount } from '../../backend/cloud/session.ts'
import { account as says } from '../../messages/account.ts'
import { Button } from '../../ui/button.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { CodeField } from './code-field.tsx'
import { Part } from './part.tsx'
import { refusalText } from './refusal.ts'
import { PasswordField } from './sign-field.tsx'
import { Proof, useProof } from './ways/proof.tsx'

/** Nothing brings it back: the password is asked for, and the code where there is one. */
export function DeleteSetting({ ways, hasPassword, hasCode }: { ways: WaysIn | undefined; hasPassword: boolean; hasCode: boolean }) {
  const proof = useProof()
  const [isAsking, setAsking] = useState(false)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [isTrying, setTrying] = useState(false)
  const failed = (error: unknown) => setProblem(refusalText(error))
  async function end() {
    setProblem('')
    setTrying(true)
    await proof.run(() => deleteAccount({ ...(hasPassword ? { password } : {}), ...(hasCode ? { code: code.trim() } : {}) })).catch(failed)
    setTrying(false)
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
          {hasPassword ? (
            <PasswordField label={says.currentPassword} problem={problem || undefined} value={password} onChange={setPassword} />
          ) : (
            <ProblemLine text={problem} />
          )}
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
      <Proof proof={proof} ways={ways} failed={failed} />
    </Part>
  )
}
