import { useQuery } from '@tanstack/react-query'
import { isConnected, remote } from '../../../data/remote.ts'
import { explain } from '../../../backend/explain.ts'
import { m } from '../../../messages/late.ts'
import { CloudConnect } from './cloud-connect.tsx'
import { CloudStatus } from './cloud-status.tsx'

/** How this folder stands with a team's cloud; without one, what that is and how to get there. */
export function Cloud() {
  const { data, error } = useQuery(remote)
  if (error) {
    return (
      <p role="alert" className="text-muted">
        {explain(m.cloud.status.notRead, error)}
      </p>
    )
  }
  if (!data) return <div className="late h-24" role="status" aria-label={m.loading} />
  return isConnected(data) ? <CloudStatus remote={data} /> : <CloudConnect />
}
