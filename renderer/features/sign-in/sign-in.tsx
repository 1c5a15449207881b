import { useState } from 'react'
import { api } from '../../backend/backend.ts'
import { connection } from '../../backend/connection.ts'
import { m } from '../../lib/messages.ts'
import { queryClient } from '../../data/query-client.ts'
import { keepToken } from '../../backend/signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { TandemMark } from '../../ui/glyphs.tsx'

/** Shown when the service was started with --require-token. A link from `tandem open` does the same without typing. */
export function SignIn() {
  const [token, setToken] = useState('')
  const [problem, setProblem] = useState('')
  const [isTrying, setTrying] = useState(false)

  async function enter() {
    if (token.trim() === '') return
    setTrying(true)
    keepToken(token.trim(), true)
    try {
      await api.listTasks({ query: { limit: 1 } })
      connection.needsToken.set(false)
      await queryClient.resetQueries()
    } catch {
      setProblem(m.signIn.wrong)
    } finally {
      setTrying(false)
    }
  }

  return (
    <main className="grid h-full place-items-center overflow-y-auto px-4">
      <form
        className="appear flex w-full max-w-[400px] flex-col gap-3 pb-[10vh]"
        onSubmit={(event) => {
          event.preventDefault()
          void enter()
        }}
      >
        <TandemMark size={32} />
        <h1 className="mt-1 text-page font-semibold">{m.signIn.title}</h1>
        <p className="text-read text-muted">{m.signIn.text}</p>
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing on this page
          autoFocus
          type="password"
          dir="ltr"
          autoComplete="current-password"
          value={token}
          aria-label={m.signIn.token}
          aria-describedby={problem ? 'sign-in-problem' : undefined}
          aria-invalid={problem !== ''}
          placeholder={m.signIn.token}
          className="h-9 rounded-control border border-line-strong bg-surface px-3 text-read focus:outline-2 focus:outline-offset-2 focus:outline-accent phone:h-11"
          onChange={(event) => setToken(event.target.value)}
        />
        {problem && (
          <p id="sign-in-problem" role="alert" className="text-bad">
            {problem}
          </p>
        )}
        <Button type="submit" look="primary" disabled={isTrying || token.trim() === ''} className="h-[max(36px,var(--tap))] self-start text-read">
          {m.signIn.enter}
        </Button>
      </form>
    </main>
  )
}
