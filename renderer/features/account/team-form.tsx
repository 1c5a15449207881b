import { useState } from 'react'
import { createTeam } from '../../backend/cloud/session.ts'
import { account as says } from '../../messages/account.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { refusalText } from './refusal.ts'

export function TeamForm() {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState('')
  const [isTrying, setTrying] = useState(false)
  async function create() {
    setTrying(true)
    try {
      await createTeam(name.trim())
    } catch (error) {
      setProblem(refusalText(error))
    } finally {
      setTrying(false)
    }
  }
  return (
    <form
      className="flex flex-col gap-3 text-read"
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <Field
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing that is asked
        autoFocus
        label={says.teamName}
        required
        maxLength={200}
        value={name}
        problem={problem || undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" look="primary" disabled={isTrying || name.trim() === ''} className="mt-1 h-[max(36px,var(--tap))] text-read">
        {says.createTeam}
      </Button>
    </form>
  )
}
