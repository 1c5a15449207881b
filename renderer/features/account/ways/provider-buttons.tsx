import { useState } from 'react'
import { goToProvider } from '../../../backend/cloud/oidc.ts'
import { account as says } from '../../../messages/account.ts'
import { Button } from '../../../ui/button.tsx'
import { ProblemLine } from '../../../ui/problem-line.tsx'
import { providerRefusal } from '../refusal.ts'

/** "Continue with NAME", for each. */
export function ProviderButtons({
  providers,
  how,
  look,
}: {
  providers: readonly { id: string; name: string }[]
  how: 'sign-in' | 'prove'
  look: 'primary' | 'outlined'
}) {
  const [going, setGoing] = useState(false)
  const [problem, setProblem] = useState('')
  async function go({ id, name }: { id: string; name: string }) {
    setGoing(true)
    setProblem('')
    try {
      await goToProvider(how, id)
    } catch (error) {
      setProblem(providerRefusal(error, name))
      setGoing(false)
    }
  }
  return (
    <div className="flex flex-col gap-2">
      {providers.map((provider) => (
        <Button key={provider.id} look={look} disabled={going} className="h-[max(36px,var(--tap))] min-w-0 text-read" onClick={() => void go(provider)}>
          <bdi className="min-w-0 truncate">{says.continueWith(provider.name)}</bdi>
        </Button>
      ))}
      <ProblemLine text={problem} />
    </div>
  )
}
