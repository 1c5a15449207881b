import { useState } from 'react'
import type { Remote } from '../../../../shared/schema/remote.ts'
import { connectRemote } from '../../../data/remote.ts'
import { explain } from '../../../backend/explain.ts'
import { m } from '../../../messages/late.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { isToken } from './cloud-address.ts'
import { SettingGroup } from '../setting.tsx'

const says = m.cloud.status

/** The way out of a token that is refused: a new one, for the same team. */
export function CloudRevoked({ remote: { url, team, problem } }: { remote: Remote }) {
  const [token, setToken] = useState('')
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const [isConnecting, setConnecting] = useState(false)
  async function submit() {
    if (!isToken(token) || !url || !team) return setWrong(m.cloud.form.tokenWrong)
    setConnecting(true)
    try {
      await connectRemote({ url, token: token.trim(), team_id: team.id })
    } catch (error) {
      setWrong(explain(m.cloud.form.failed, error))
    }
    setConnecting(false)
  }
  return (
    <SettingGroup title={says.revokedTitle} text={problem ?? says.revokedText}>
      <form
        className="mt-3 flex max-w-120 flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Field
          label={says.newToken}
          type="password"
          autoComplete="off"
          dir="ltr"
          className="flex-1 basis-56"
          value={token}
          hint={m.cloud.form.tokenHint}
          problem={wrong}
          onChange={(event) => {
            setToken(event.target.value)
            setWrong(undefined)
          }}
        />
        <Button type="submit" look="primary" disabled={isConnecting} className="mt-6 h-[max(32px,var(--tap))] phone:mt-0">
          {isConnecting ? m.cloud.plan.connecting : says.again}
        </Button>
      </form>
    </SettingGroup>
  )
}
