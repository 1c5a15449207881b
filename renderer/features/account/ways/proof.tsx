import { useState } from 'react'
import type { WaysIn } from '../../../../shared/schema/cloud/ways.ts'
import { ApiError } from '../../../backend/api.ts'
import { cloudApi } from '../../../backend/cloud-api.ts'
import { knowsPasskeys, proveWithPasskey } from '../../../backend/cloud/passkey.ts'
import { session } from '../../../backend/session.ts'
import { account as says } from '../../../messages/account.ts'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/button.tsx'
import { Ask } from '../ask.tsx'
import { CodeField } from '../code-field.tsx'
import { refusalText } from '../refusal.ts'
import { PasswordField } from '../sign-field.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

type Step = () => Promise<void>

/** Runs what the cloud does only for somebody who has just shown who they are: where it asks, the person is asked, and it runs again. */
export function useProof() {
  const [waiting, setWaiting] = useState<Step>()
  async function run(step: Step): Promise<void> {
    try {
      await step()
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem.code !== 'proof_needed') throw error
      setWaiting(() => step)
    }
  }
  return { run, waiting, close: () => setWaiting(undefined) }
}

/** `ways`: with which of them. What goes wrong with the step itself is `failed`'s. */
export function Proof({ proof, ways, failed }: { proof: ReturnType<typeof useProof>; ways: WaysIn | undefined; failed: (error: unknown) => void }) {
  const { waiting, close } = proof
  const providers = (ways?.identities ?? []).flatMap(({ provider, name }) => (provider === null ? [] : [{ id: provider, name }]))
  function goOn() {
    close()
    void waiting?.().catch(failed)
  }
  return (
    <Ask title={says.proofTitle} isOpen={waiting !== undefined} onClose={close}>
      <p className="text-muted">{says.proofText}</p>
      {ways?.password !== false && <WithPassword done={goOn} />}
      <ProviderButtons providers={providers} how="prove" look="outlined" />
      {knowsPasskeys && (ways?.passkeys?.length ?? 0) > 0 && <PasskeyButton text={says.withPasskey} ask={proveWithPasskey} done={goOn} />}
    </Ask>
  )
}

function WithPassword({ done }: { done: () => void }) {
  const hasCode = useStore(session)?.user.totp_enabled ?? false
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  async function prove() {
    setProblem('')
    try {
      await cloudApi.prove({ body: { password, ...(hasCode ? { code: code.trim() } : {}) } })
      done()
    } catch (error) {
      setProblem(refusalText(error))
    }
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void prove()
      }}
    >
      <PasswordField label={says.password} problem={problem || undefined} value={password} onChange={setPassword} />
      {hasCode && <CodeField value={code} onChange={setCode} />}
      <Button type="submit" look="primary" className="h-[max(36px,var(--tap))] text-read">
        {says.confirm}
      </Button>
    </form>
  )
}
