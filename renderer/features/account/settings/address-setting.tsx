import { useState } from 'react'
import type { WaysIn } from '../../../../shared/schema/cloud/ways.ts'
import { cloudApi } from '../../../backend/cloud-api.ts'
import { account as says } from '../../../messages/account.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../code-field.tsx'
import { Part } from '../part.tsx'
import { refusalText } from '../refusal.ts'
import { PasswordField, SignField } from '../sign-field.tsx'
import { Proof, useProof } from '../ways/proof.tsx'

/** It changes once the link in the new mailbox is opened; until then nothing does. */
export function AddressSetting({ ways, hasPassword, hasCode }: { ways: WaysIn | undefined; hasPassword: boolean; hasCode: boolean }) {
  const proof = useProof()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [mailed, setMailed] = useState('')
  const failed = (error: unknown) => setProblem(refusalText(error))
  async function send() {
    await cloudApi.changeAddress({ body: { email: email.trim(), ...(hasPassword ? { password } : {}), ...(hasCode ? { code: code.trim() } : {}) } })
    setMailed(email.trim())
    for (const clear of [setEmail, setPassword, setCode]) clear('')
  }
  function ask() {
    setProblem('')
    setMailed('')
    void proof.run(send).catch(failed)
  }
  return (
    <Part title={says.changeAddress} text={says.changeAddressText}>
      {mailed !== '' && (
        <p role="status" className="mb-3 max-w-[62ch] break-words rounded-card border border-line bg-raised px-3 py-2.5">
          {says.addressMailed(mailed)}
        </p>
      )}
      <form
        className="flex max-w-90 flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          ask()
        }}
      >
        <SignField
          label={says.newAddress}
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          problem={hasPassword ? undefined : problem || undefined}
          value={email}
          onChange={setEmail}
        />
        {hasPassword && <PasswordField label={says.currentPassword} problem={problem || undefined} value={password} onChange={setPassword} />}
        {hasCode && <CodeField value={code} onChange={setCode} />}
        <Button type="submit" look="outlined" className="self-start">
          {says.sendLink}
        </Button>
      </form>
      <Proof proof={proof} ways={ways} failed={failed} />
    </Part>
  )
}
