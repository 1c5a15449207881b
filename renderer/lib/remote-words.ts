// In a few words how the cloud stands, what colour that has, and where one looks.
import type { Remote } from '../../shared/schema/remote.ts'
import { percent } from './dates.ts'
import { m } from './messages.ts'
import type { View } from './navigation.ts'

export interface RemoteMark {
  text: string
  tone: 'ok' | 'busy' | 'warn' | 'bad'
  /** Where the way out is. */
  to: [view: View, part?: string]
}

const settings: RemoteMark['to'] = ['settings', 'cloud']

/** The worst first; undefined: nothing is connected, and nothing is to be said. */
export function remoteMark(remote: Remote | undefined): RemoteMark | undefined {
  if (!remote || remote.state === 'off') return undefined
  const says = m.cloud.mark
  if (remote.state === 'revoked') return { text: says.revoked, tone: 'bad', to: settings }
  if (remote.state === 'offline') return { text: says.offline(remote.waiting), tone: 'warn', to: settings }
  if (remote.conflicts > 0) return { text: says.conflicts(remote.conflicts), tone: 'warn', to: ['review'] }
  if (remote.refused > 0) return { text: says.refused(remote.refused), tone: 'warn', to: settings }
  if (remote.problem !== null) return { text: says.problem, tone: 'warn', to: settings }
  if (remote.state === 'first') return { text: says.first(percent(shareOf(remote))), tone: 'busy', to: settings }
  if (remote.state === 'syncing') return { text: says.syncing, tone: 'busy', to: settings }
  return { text: says.synced, tone: 'ok', to: settings }
}

export function shareOf({ progress }: Remote): number {
  return progress && progress.total > 0 ? Math.min(1, progress.done / progress.total) : 0
}
