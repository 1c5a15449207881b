import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ProblemLine } from '../../../ui/problem-line.tsx'
import { passkeyRefusal } from '../refusal.ts'

/** Asks the browser for a passkey; what goes wrong is said below. */
export function PasskeyButton({ text, ask, done }: { text: string; ask: () => Promise<void>; done: () => unknown }) {
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState('')
  async function go() {
    setAsking(true)
    setProblem('')
    try {
      await ask()
      await done()
    } catch (error) {
      setProblem(passkeyRefusal(error))
    } finally {
      setAsking(false)
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <Button look="outlined" disabled={isAsking} className="h-[max(36px,var(--tap))] text-read" onClick={() => void go()}>
        <KeyRound size={16} aria-hidden />
        {text}
      </Button>
      <ProblemLine text={problem} />
    </div>
  )
}
