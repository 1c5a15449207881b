import { useQuery } from '@tanstack/react-query'
import { health } from '../../data/settings.ts'
import { count } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import { TandemMark } from '../../ui/glyphs.tsx'

export function About() {
  const { data } = useQuery(health)
  const says = m.settings.about
  const rows: [string, string][] = [
    [says.version, data?.version ?? ''],
    [says.address, location.origin],
    [says.changes, data ? count(data.journal) : ''],
    [says.licence, 'MIT'],
  ]
  return (
    <>
      <div className="flex items-center gap-3">
        <TandemMark size={40} />
        <div>
          <p className="text-section font-semibold">{m.name}</p>
          <p className="text-muted">{says.text}</p>
        </div>
      </div>
      <dl className="mt-5 grid grid-cols-[140px_minmax(0,1fr)] gap-y-1.5">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-quiet">{name}</dt>
            <dd className="tabular font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-5">
        <a href="/docs" className="font-medium text-accent-text hover:underline">
          {says.api}
        </a>
      </p>
    </>
  )
}
