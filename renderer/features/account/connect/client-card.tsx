import { ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConnectionRequest } from '../../../../shared/schema/cloud/connection.ts'
import { connect as says } from '../../../messages/connect.ts'

/** The name above is what a client says of itself. Where it comes from and where the answer goes are facts. */
export function ClientCard({ asked: { client, returns_to } }: { asked: ConnectionRequest }) {
  return (
    <section aria-label={says.client} className="flex flex-col gap-2.5 rounded-card border border-line bg-raised px-3.5 py-3 text-read">
      <dl className="flex flex-col gap-2">
        <Fact name={says.comesFrom}>
          {client.host ?? (
            <span className="flex gap-1.5">
              <ShieldQuestion aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-warn" />
              {says.unvouched}
            </span>
          )}
        </Fact>
        <Fact name={says.answerGoesTo}>{says.places[returns_to.kind](returns_to.host)}</Fact>
      </dl>
      <p className="text-dense text-muted">{says.beware}</p>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-meta text-quiet">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
