import { useState } from 'react'
import type { TotpSecret } from '../../../shared/schema/cloud/account.ts'
import { cloudApi } from '../../backend/cloud-api.ts'
import { readSession } from '../../backend/cloud/session.ts'
import { account as says } from '../../messages/account.ts'
import { Button } from '../../ui/button.tsx'
import { CopyBlock } from '../../ui/text/copy-block.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { CodeField } from './code-field.tsx'
import { Part } from './part.tsx'
import { refusalText } from './refusal.ts'
import { PasswordField } from './sign-field.tsx'

/** Password, then the key for the app, then its first code; then the recovery codes, once. */
export function SecondFactorSetting({ isOn }: { isOn: boolean }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [secret, setSecret] = useState<TotpSecret>()
  const [recovery, setRecovery] = useState<readonly string[]>()
  const [problem, setProblem] = useState('')

  async function attempt(step: () => Promise<void>) {
    setProblem('')
    try {
      await step()
    } catch (error) {
      setProblem(refusalText(error))
    }
  }
  const start = async () => setSecret(await cloudApi.startTotp({ body: { password } }))
  async function confirm() {
    const { recovery_codes } = await cloudApi.confirmTotp({ body: { code: code.trim() } })
    setRecovery(recovery_codes)
    setSecret(undefined)
    setCode('')
    setPassword('')
  }
  async function disable() {
    await cloudApi.disableTotp({ body: { password, code: code.trim() } })
    setPassword('')
    setCode('')
    await readSession()
  }

  const title = `${says.secondFactor}: ${isOn || recovery ? says.on : says.off}`
  if (recovery) {
    return (
      <Part title={title} text={says.recovery}>
        <CopyBlock name={says.recovery} text={recovery.join('\n')} />
        <Button
          look="primary"
          className="mt-3"
          onClick={() => {
            setRecovery(undefined)
            void readSession()
          }}
        >
          {says.kept}
        </Button>
      </Part>
    )
  }
  return (
    <Part title={title} text={says.secondFactorText}>
      <form
        className="flex max-w-90 flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void attempt(secret ? confirm : isOn ? disable : start)
        }}
      >
        {secret ? (
          <>
            <p className="text-muted">{says.scan}</p>
            <CopyBlock name={says.secondFactor} text={secret.secret} />
            <a href={secret.uri} className="self-start font-medium text-accent-text hover:underline">
              {says.openInApp}
            </a>
          </>
        ) : (
          <PasswordField label={says.currentPassword} value={password} onChange={setPassword} />
        )}
        {(secret || isOn) && <CodeField minLength={6} value={code} onChange={setCode} />}
        <ProblemLine text={problem} />
        <Button type="submit" look="outlined" className="self-start">
          {secret ? says.confirmCode : isOn ? says.turnOff : says.turnOn}
        </Button>
      </form>
    </Part>
  )
}
