import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countUnsent } from '../../backend/cloud/replica/kept.ts'
import { signOut } from '../../backend/cloud/session.ts'
import { connection } from '../../backend/connection.ts'
import { explain } from '../../backend/explain.ts'
import { account as says } from '../../messages/account.ts'
import { notify } from '../../lib/notices.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { Ask } from './ask.tsx'

/** Asked for from a menu, too. */
export const asksToSignOut = createStore(false)

/** The question stands elsewhere on the page, once: of two dialogs each hides the other from a screen reader. */
export function SignOutButton() {
  return (
    <Button look="outlined" onClick={() => asksToSignOut.set(true)}>
      {says.signOut}
    </Button>
  )
}

/** Says what goes with it: the copy on this device, and what has not been sent. */
export function SignOutQuestion() {
  const isOpen = useStore(asksToSignOut)
  const here = useStore(connection.unsent)
  // Of other teams, too.
  const { data: everywhere = here } = useQuery({ queryKey: ['account', 'unsent', here], queryFn: countUnsent, enabled: isOpen, staleTime: 0, gcTime: 0 })
  const unsent = Math.max(here, everywhere)
  const [isTrying, setTrying] = useState(false)
  const close = () => asksToSignOut.set(false)
  async function leave() {
    setTrying(true)
    try {
      await signOut()
    } catch (error) {
      setTrying(false)
      close()
      notify({ kind: 'problem', text: explain(says.notSignedOut, error) })
    }
  }
  return (
    <Ask title={says.signOutTitle} isOpen={isOpen} onClose={close}>
      <p className="text-muted">{says.signOutText}</p>
      <ProblemLine text={unsent > 0 ? says.signOutUnsent(unsent) : ''} />
      <div className="mt-1 flex flex-wrap justify-end gap-2">
        <Button look="outlined" onClick={close}>
          {says.stay}
        </Button>
        <Button look={unsent > 0 ? 'danger' : 'primary'} disabled={isTrying} onClick={() => void leave()}>
          {says.signOutAnyway(unsent)}
        </Button>
      </div>
    </Ask>
  )
}
