import type { Remote } from '../../../../shared/schema/remote.ts'
import { disconnectRemote, tryRemoteNow } from '../../../data/remote.ts'
import { ago, count, fromNow, percent } from '../../../lib/dates.ts'
import { m } from '../../../messages/late.ts'
import { addressOf, useNavigation } from '../../../lib/navigation.ts'
import { remoteMark, shareOf } from '../../../lib/remote-words.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { Button } from '../../../ui/button.tsx'
import { SyncGlyph } from '../../../ui/glyphs.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { CloudRefused } from './cloud-refused.tsx'
import { CloudRevoked } from './cloud-revoked.tsx'
import { Setting, SettingGroup } from '../setting.tsx'

const says = m.cloud.status
const tones = { ok: 'text-ok', busy: 'text-accent-text', warn: 'text-warn', bad: 'text-bad' }

/** With whom, how it stands, what waits, and the ways on and out. */
export function CloudStatus({ remote }: { remote: Remote }) {
  useMinute()
  const nav = useNavigation()
  const { state, team, url, progress, problem, conflicts, retry_at, last_synced_at } = remote
  const tone = remoteMark(remote)?.tone ?? 'ok'
  return (
    <>
      <SettingGroup>
        <div className="rounded-card border border-line bg-surface px-3.5 py-3">
          <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="flex min-w-0 items-center gap-2.5 text-read font-semibold">
              <SyncGlyph className={`shrink-0 ${tones[tone]}`} />
              <bdi className="truncate">{team?.name}</bdi>
            </span>
            <span role="status" className={`ms-6.5 font-medium ${tone === 'ok' || tone === 'busy' ? 'text-muted' : tones[tone]}`}>
              {state === 'first' ? `${says.states.first} ${percent(shareOf(remote))}` : says.states[state]}
            </span>
          </p>
          {url && (
            <p className="mt-1 ps-6.5">
              <a href={url} target="_blank" rel="noreferrer" dir="ltr" className="break-all text-accent-text hover:underline">
                {url}
              </a>
            </p>
          )}
          {state === 'first' && (
            <div className="mt-3">
              <Progress name={says.states.first} done={shareOf(remote)} />
              <p className="mt-2 text-muted">
                {progress && <span className="tabular">{says.progress(count(progress.done), count(progress.total))}. </span>}
                {says.firstText}
              </p>
            </div>
          )}
          {state !== 'first' && (
            <p className="tabular mt-2 ps-6.5 text-muted">
              {says.waiting(remote.waiting)} {last_synced_at ? `${says.lastSynced(ago(last_synced_at))}.` : `${says.never}.`}
              {retry_at && ` ${says.retry(fromNow(retry_at))}.`}
            </p>
          )}
          {problem && state !== 'revoked' && (
            <p role="alert" dir="auto" className="mt-2 ps-6.5 break-words text-bad">
              {problem}
            </p>
          )}
          {conflicts > 0 && (
            <p className="mt-2 flex flex-wrap items-center gap-x-3 ps-6.5">
              <span className="font-medium text-warn">{says.conflicts(conflicts)}</span>
              <a
                href={addressOf({ view: 'review', openId: undefined, filter: {} })}
                className="flex min-h-(--tap) items-center text-accent-text hover:underline"
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  nav.go('review')
                }}
              >
                {says.look}
              </a>
            </p>
          )}
        </div>
        {state !== 'revoked' && (
          <Button look="outlined" className="mt-3 h-[max(32px,var(--tap))]" onClick={() => void tryRemoteNow()}>
            {says.tryNow}
          </Button>
        )}
      </SettingGroup>
      {remote.refused > 0 && <CloudRefused count={remote.refused} />}
      {state === 'revoked' && <CloudRevoked remote={remote} />}
      <SettingGroup>
        <Setting name={says.disconnect} hint={[says.disconnectText, remote.waiting > 0 && says.disconnectWaiting(remote.waiting)].filter(Boolean).join(' ')}>
          <Button look="outlined" onClick={() => void disconnectRemote()}>
            {says.disconnect}
          </Button>
        </Setting>
      </SettingGroup>
    </>
  )
}
