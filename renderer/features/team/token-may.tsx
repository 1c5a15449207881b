import { type TokenPolicy, verdicts, type WriteKind, writeKinds } from '../../../shared/schema/agent.ts'
import { m } from '../../messages/late.ts'
import { team as says } from '../../messages/team.ts'

const words = says.tokens

/** What an agent may not simply do with its token, as it holds now: its own policy and the token's together. */
export function TokenMay({ may }: { may: TokenPolicy }) {
  const kindsWith = (verdict: (typeof verdicts)[number]) => writeKinds.filter((kind) => may[kind] === verdict)
  const line = (verdict: 'propose' | 'deny') => {
    const kinds = kindsWith(verdict)
    if (kinds.length === 0) return []
    const names = kinds.length === writeKinds.length ? words.anything : kinds.map((kind: WriteKind) => m.settings.kinds[kind]).join(', ')
    return [<span key={verdict} className="block">{`${words.may[verdict]}: ${names}`}</span>]
  }
  return <>{[...line('propose'), ...line('deny')]}</>
}
