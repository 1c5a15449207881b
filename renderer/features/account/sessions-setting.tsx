import { useQuery } from '@tanstack/react-query'
import type { Session } from '../../../shared/schema/cloud/account.ts'
import { cloudApi } from '../../backend/cloud-api.ts'
import { didForGood } from '../../data/tasks/own-actions.ts'
import { ago } from '../../lib/dates.ts'
import { explain } from '../../backend/explain.ts'
import { account as says } from '../../messages/account.ts'
import { notify } from '../../lib/notices.ts'
import { queryClient } from '../../data/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { browserName } from './browser-name.ts'
import { Part } from './part.tsx'

const key = ['account', 'sessions'] as const

export function SessionsSetting() {
  const { data, error } = useQuery({ queryKey: key, queryFn: ({ signal }) => cloudApi.listSessions({}, { signal }), staleTime: 0, retry: false })
  async function end(call: () => Promise<unknown>, said: string) {
    try {
      await call()
      didForGood(said)
    } catch (problem) {
      notify({ kind: 'problem', text: explain(says.notDone, problem) })
    }
    await queryClient.invalidateQueries({ queryKey: key })
  }
  return (
    <Part title={says.sessions}>
      {error && <p className="text-muted">{explain(says.sessionsFailed, error)}</p>}
      <ul>
        {data?.map((one: Session) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0">
            <span className="min-w-0 flex-1 basis-52">
              <span className="font-medium">{browserName(one.user_agent)}</span>{' '}
              <span className="text-quiet">{one.current ? says.thisOne : says.lastUsed(ago(one.last_used_at))}</span>
            </span>
            {!one.current && (
              <Button look="outlined" onClick={() => void end(() => cloudApi.endSession({ params: { sessionId: one.id } }), says.sessionEnded)}>
                {says.endSession}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {(data?.length ?? 0) > 1 && (
        <Button look="outlined" className="mt-3" onClick={() => void end(() => cloudApi.endOtherSessions(), says.othersEnded)}>
          {says.endOthers}
        </Button>
      )}
    </Part>
  )
}
