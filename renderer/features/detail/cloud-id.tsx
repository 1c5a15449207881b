import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { isConnected, remote, remoteTask } from '../../data/remote.ts'
import { m } from '../../messages/late.ts'
import { SyncGlyph } from '../../ui/glyphs.tsx'

/** The number that the team knows the task by. The local one never changes, so both are shown. */
export function CloudId({ taskId }: { taskId: number }) {
  const { data: connected } = useQuery(remote)
  const { data } = useQuery({ ...remoteTask(taskId), enabled: isConnected(connected) })
  if (!isConnected(connected) || !data) return null
  const { cloud_id, url, waiting } = data
  const words = (
    <>
      <SyncGlyph size={14} className={waiting > 0 ? 'text-warn' : ''} />
      {cloud_id === null ? m.cloud.task.waits : <span className="tabular truncate">{m.cloud.task.inCloud(cloud_id)}</span>}
      {cloud_id !== null && waiting > 0 && <span className="sr-only">, {m.cloud.task.waits}</span>}
    </>
  )
  const look = 'flex min-h-(--tap) min-w-0 items-center gap-1.5 text-meta text-quiet'
  if (!url) return <span className={look}>{words}</span>
  return (
    <a href={url} target="_blank" rel="noreferrer" className={`${look} rounded-control hover:text-text hover:underline`}>
      {words}
      <ExternalLink aria-hidden="true" size={12} className="shrink-0" />
    </a>
  )
}
