import { useQuery } from '@tanstack/react-query'
import { currentTeam } from '../../backend/session.ts'
import { useStore } from '../../lib/store.ts'
import { can } from '../../backend/abilities.ts'
import { backUpNow, backups, settings } from '../../data/settings.ts'
import { dayName, megabytes } from '../../lib/dates.ts'
import { explain } from '../../backend/explain.ts'
import { m } from '../../messages/late.ts'
import { Button } from '../../ui/button.tsx'
import { CopyBlock } from '../../ui/text/copy-block.tsx'
import { ImportPart } from './imports/import-part.tsx'
import { SampleSetting } from './sample-setting.tsx'
import { Setting, SettingGroup } from './setting.tsx'

const says = m.settings.data

export function Data() {
  if (!can.configureService) return <InCloud />
  return (
    <>
      <SettingGroup title={says.import} text={m.imports.text}>
        <ImportPart />
      </SettingGroup>
      <SettingGroup title={says.export}>
        <Setting name={says.list} hint={says.listHint}>
          <Download href="/export" name={`tandem-${today()}.jsonl`} />
        </Setting>
        <Setting name={says.journal} hint={says.journalHint}>
          <Download href="/export?part=journal" name={`tandem-journal-${today()}.jsonl`} />
        </Setting>
      </SettingGroup>
      <Backups />
      <Secrets />
      <SettingGroup title={says.sample}>
        <SampleSetting />
      </SettingGroup>
    </>
  )
}

function InCloud() {
  const team = useStore(currentTeam)
  return (
    <>
      <SettingGroup title={says.import} text={m.imports.inCloud} />
      <SettingGroup title={says.export}>
        {team !== undefined && (
          <>
            <Setting name={says.list} hint={says.teamListHint}>
              <Download href={`/api/teams/${team}/export`} name={`tandem-${today()}.jsonl`} />
            </Setting>
            <Setting name={says.journal} hint={says.journalHint}>
              <Download href={`/api/teams/${team}/export?part=journal`} name={`tandem-journal-${today()}.jsonl`} />
            </Setting>
          </>
        )}
        <Setting name={says.aboutMe} hint={says.aboutMeHint}>
          <Download href="/api/auth/export" name={`tandem-account-${today()}.jsonl`} />
        </Setting>
      </SettingGroup>
    </>
  )
}

/** Where keys and tokens are; a place that is not a keychain says so. */
function Secrets() {
  const { data } = useQuery(settings)
  if (!data) return null
  const { store, warning } = data.secrets
  return (
    <SettingGroup title={says.secrets}>
      <p className="mt-1">{says.secretPlaces[store]}</p>
      {warning && (
        <p role="note" className="mt-2 max-w-[68ch] rounded-card border border-line-strong bg-raised px-3.5 py-2.5">
          {says.secretsInFile}
        </p>
      )}
    </SettingGroup>
  )
}

const today = () => new Date().toISOString().slice(0, 10)

function Download({ href, name }: { href: string; name: string }) {
  return (
    <a
      href={href}
      download={name}
      className="inline-flex h-[max(28px,var(--tap))] items-center rounded-control border border-line bg-surface px-3 font-medium hover:border-line-strong hover:bg-raised"
    >
      {says.download}
    </a>
  )
}

function Backups() {
  const { data, error } = useQuery(backups)
  return (
    <SettingGroup title={says.backups} text={says.backupsText}>
      <Setting name={data ? says.kept(data.length) : says.backups} hint={data?.[0] && says.newest(dayName(`${data[0].day}T12:00`))}>
        <Button look="outlined" onClick={() => void backUpNow()}>
          {says.backUpNow}
        </Button>
      </Setting>
      {error && (
        <p role="alert" className="text-muted">
          {explain(says.failed, error)}
        </p>
      )}
      {data && data.length > 0 && (
        <ul className="mt-1 max-h-56 overflow-y-auto rounded-card border border-line bg-surface">
          {data.map(({ day, bytes, file, attachments }) => (
            <li key={file} className="flex items-baseline gap-3 border-b border-line px-3.5 py-1.5 last:border-b-0">
              <span className="w-24 shrink-0 font-medium sm:w-40">{dayName(`${day}T12:00`)}</span>
              <span dir="ltr" className="min-w-0 flex-1 truncate text-meta text-quiet max-sm:hidden" title={file}>
                {file}
              </span>
              <span className="tabular text-end text-muted max-sm:flex-1 sm:shrink-0">
                {megabytes(bytes)}
                {attachments.count > 0 && <span className="text-quiet"> + {says.files(attachments.count, megabytes(attachments.bytes))}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3">
        <CopyBlock name={says.restore} text="npm start -- --restore latest" />
      </div>
    </SettingGroup>
  )
}
