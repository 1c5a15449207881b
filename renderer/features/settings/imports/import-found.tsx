import { ChevronRight } from 'lucide-react'
import type { FoundKind, ImportFileReport, SkippedRecord } from '../../../../shared/schema/import-file.ts'
import { count } from '../../../lib/dates.ts'
import { m } from '../../../messages/late.ts'

const says = m.imports
const maxShown = 100

/** "12 tasks, 3 comments and 1 reminder". What links a task with its mails is part of them. */
export function inWords(found: ImportFileReport['found']): string {
  const kinds = Object.keys(says.kinds) as Exclude<FoundKind, 'origin'>[]
  const parts = kinds.filter((kind) => found[kind] > 0).map((kind) => says.kinds[kind](found[kind]))
  return new Intl.ListFormat(document.documentElement.lang).format(parts) || says.nothing
}

/** What is in a file: what comes in, what is here, and what is not taken and why. */
export function ImportFound({ report }: { report: ImportFileReport }) {
  const { format, found, titles, notes, skipped, already, left_out, refused, dry_run } = report
  const of = (outcome: SkippedRecord['outcome']) => skipped.filter((one) => one.outcome === outcome)
  return (
    <dl className="mt-3 rounded-card border border-line bg-surface px-3.5 py-1">
      <Row name={says.format}>{says.formats[format] ?? format}</Row>
      <Row name={dry_run ? says.wouldComeIn : says.cameIn}>{inWords(found)}</Row>
      {titles.length > 0 && (
        <Row name={says.first}>
          <ul className="font-normal">
            {titles.map((title, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two may be called the same
              <li key={index} dir="auto" className="truncate">
                {title}
              </li>
            ))}
          </ul>
        </Row>
      )}
      <Skipped name={says.already} n={already} records={of('already')} />
      <Skipped name={says.leftOut} n={left_out} records={of('left_out')} />
      <Skipped name={says.refused} n={refused} records={of('refused')} />
      {notes.length > 0 && (
        <Row name={says.notes}>
          <ul className="font-normal text-muted" lang="en">
            {notes.map(({ note, records }) => (
              <li key={note} dir="auto" className="break-words">
                {note} ({count(records)})
              </li>
            ))}
          </ul>
        </Row>
      )}
    </dl>
  )
}

function Row({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 border-b border-line py-2.5 last:border-b-0">
      <dt className="w-36 shrink-0 text-quiet phone:w-full">{name}</dt>
      <dd className="tabular min-w-0 flex-1 basis-44 font-medium">{children}</dd>
    </div>
  )
}

/** How many, and on request which ones; the reasons are the service's, in English. */
function Skipped({ name, n, records }: { name: string; n: number; records: readonly SkippedRecord[] }) {
  if (n === 0) return null
  const shown = records.slice(0, maxShown)
  return (
    <Row name={name}>
      {shown.length === 0 ? (
        count(n)
      ) : (
        <details className="group/why -my-2.5">
          <summary className="flex h-[max(40px,var(--tap))] w-fit cursor-pointer list-none items-center gap-3 rounded-control">
            {count(n)}
            <span className="flex items-center gap-1 font-normal text-muted group-hover/why:text-text">
              {says.why(n)}
              <ChevronRight aria-hidden="true" size={14} className="group-open/why:rotate-90 rtl:-scale-x-100" />
            </span>
          </summary>
          <ul className="max-h-60 overflow-y-auto pb-3 font-normal text-muted" lang="en">
            {shown.map(({ where, reason }) => (
              <li key={where} dir="auto" className="break-words">
                <span className="text-quiet">{where}:</span> {reason}
              </li>
            ))}
            {n > shown.length && <li lang={document.documentElement.lang}>{says.more(n - shown.length)}</li>}
          </ul>
        </details>
      )}
    </Row>
  )
}
