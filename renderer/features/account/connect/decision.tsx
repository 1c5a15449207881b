import { useState } from 'react'
import type { ConnectionAccess, ConnectionRequest } from '../../../../shared/schema/cloud/connection.ts'
import { cloudApi } from '../../../backend/cloud-api.ts'
import { currentTeam, session } from '../../../backend/session.ts'
import { connect as says } from '../../../messages/connect.ts'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { ProblemLine } from '../../../ui/problem-line.tsx'
import { EntranceFrame } from '../entrance-frame.tsx'
import { refusalText } from '../refusal.ts'
import { SignOutButton, SignOutQuestion } from '../sign-out.tsx'
import { Choices } from './choices.tsx'
import { ClientCard } from './client-card.tsx'

const accesses: readonly ConnectionAccess[] = ['propose', 'write', 'read']

interface DecisionProps {
  id: string
  asked: ConnectionRequest
  onDecided: () => void
}

/** Who asks, for what; and what a person gives of it. Nothing is given before they press the button. */
export function Decision({ id, asked, onDecided }: DecisionProps) {
  const known = useStore(session)
  const shown = useStore(currentTeam)
  const teams = known?.teams ?? []
  const [team, setTeam] = useState(shown ?? teams[0]?.id ?? '')
  const [agent, setAgent] = useState(asked.agent)
  const [access, setAccess] = useState<ConnectionAccess>(asked.asks_for === 'read' ? 'read' : 'propose')
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)

  async function decide(answer: () => Promise<{ to: string }>) {
    setSending(true)
    setProblem('')
    try {
      const { to } = await answer()
      onDecided()
      location.assign(to)
    } catch (error) {
      setProblem(refusalText(error))
      setSending(false)
    }
  }
  const params = { request: id }
  const offered = asked.asks_for === 'read' ? accesses.filter((one) => one === 'read') : accesses
  return (
    <EntranceFrame title={says.title(asked.client.name || says.unnamed)} text={asked.asks_for === 'read' ? says.wantsToRead : says.wantsToWrite}>
      <ClientCard asked={asked} />
      <form
        className="flex flex-col gap-4 text-read"
        onSubmit={(event) => {
          event.preventDefault()
          void decide(() => cloudApi.allowConnection({ params, body: { team_id: team, agent: agent.trim(), access } }))
        }}
      >
        <Choices name={says.team} value={team} options={teams.map(({ id: one, name }) => ({ id: one, label: name }))} onChange={setTeam} />
        <Field label={says.agent} hint={says.agentHint} autoComplete="off" maxLength={200} value={agent} onChange={(event) => setAgent(event.target.value)} />
        <Choices name={says.access} value={access} options={offered.map((one) => ({ id: one, ...says.accesses[one] }))} onChange={setAccess} />
        <ProblemLine text={problem} />
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            look="primary"
            disabled={isSending || agent.trim() === '' || team === ''}
            className="h-[max(36px,var(--tap))] min-w-32 flex-1 text-read"
          >
            {says.allow}
          </Button>
          <Button
            look="outlined"
            disabled={isSending}
            className="h-[max(36px,var(--tap))] min-w-32 flex-1 text-read"
            onClick={() => void decide(() => cloudApi.declineConnection({ params }))}
          >
            {says.decline}
          </Button>
        </div>
        <p className="text-meta text-quiet">{says.ends}</p>
      </form>
      <p className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line pt-3 text-muted">
        <bdi className="min-w-0 break-words">{says.signedIn(known?.user.email ?? '')}</bdi>
        <SignOutButton />
      </p>
      <SignOutQuestion />
    </EntranceFrame>
  )
}
