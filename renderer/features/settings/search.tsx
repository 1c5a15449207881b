import { useQuery } from '@tanstack/react-query'
import { embedderKinds, rerankerKinds, type Settings } from '../../../shared/schema/settings.ts'
import { progressOf, searchStatus } from '../../data/search-status.ts'
import { changeSettings, settings } from '../../data/settings.ts'
import { count, percent } from '../../lib/dates.ts'
import { explain } from '../../backend/explain.ts'
import { m } from '../../messages/late.ts'
import { Progress } from '../../ui/progress.tsx'
import { Deadlines } from './deadlines.tsx'
import { ModelChoice } from './model-choice.tsx'
import { Models } from './models.tsx'
import { SettingGroup } from './setting.tsx'

/** With what search works, how far it is, and what stands in its way. */
export function Search() {
  const { data, error } = useQuery(settings)
  return (
    <>
      <Status />
      {error && (
        <p role="alert" className="text-muted">
          {explain(m.settings.notRead, error)}
        </p>
      )}
      {data && <Choices settings={data} />}
    </>
  )
}

function Status() {
  const { data: status } = useQuery(searchStatus)
  if (!status) return <div className="late h-24" role="status" aria-label={m.loading} />
  const now = progressOf(status)
  const says = m.settings.search
  const lines: [string, string, string | null][] = [
    [says.words, status.keyword.last_error ? says.states.unavailable : says.states.ready, status.keyword.last_error],
    [says.meaning, says.states[status.semantic.state], status.semantic.last_error ?? status.semantic.fetching?.last_error ?? null],
    [says.reranker, says.states[status.reranker.state], status.reranker.last_error],
  ]
  const models = ['', status.semantic.model, status.reranker.model]
  return (
    <SettingGroup title={says.status}>
      <div className="mt-2 rounded-card border border-line bg-surface px-3.5 py-3">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium">{now ? says[now.what] : says.upToDate}</span>
          <span className="tabular text-muted">
            {now ? percent(now.done) : says.known(count(status.semantic.state === 'off' ? status.tasks : status.indexed), count(status.tasks))}
          </span>
        </p>
        {now && (
          <div className="mt-2">
            <Progress name={says[now.what]} done={now.done} />
          </div>
        )}
        <dl className="mt-2">
          {lines.map(([name, state, problem], index) => (
            <div key={name} className="flex items-baseline gap-x-3 border-t border-line py-2 last:pb-0">
              <dt className="w-24 shrink-0 text-quiet">{name}</dt>
              <dd className="min-w-0 flex-1">
                <span className={state === says.states.unavailable ? 'font-medium text-bad' : 'font-medium'}>{state}</span>
                {models[index] && <span className="ms-2 [overflow-wrap:anywhere] text-muted">{models[index]}</span>}
                {problem && (
                  <span dir="auto" className="mt-1 block break-words text-bad">
                    {problem}
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </SettingGroup>
  )
}

function Choices({ settings: { search } }: { settings: Settings }) {
  const says = m.settings.search
  return (
    <>
      <SettingGroup title={says.embedder} text={says.embedderText}>
        <ModelChoice
          name={says.embedder}
          kinds={embedderKinds}
          hints={says.embedderHints}
          current={search.embedder}
          onSave={(embedder) => changeSettings({ search: { embedder } })}
        />
        <Models isHub={search.embedder.kind === 'hub'} hub={search.embedder.kind === 'endpoint' ? null : search.embedder.url} />
      </SettingGroup>
      <SettingGroup title={says.rerankerTitle} text={says.rerankerText}>
        <ModelChoice
          name={says.rerankerTitle}
          kinds={rerankerKinds}
          hints={says.rerankerHints}
          current={search.reranker}
          onSave={(reranker) => changeSettings({ search: { reranker } })}
        />
      </SettingGroup>
      <SettingGroup title={says.deadlines} text={says.deadlinesText}>
        <Deadlines current={search.deadlines_ms} />
      </SettingGroup>
    </>
  )
}
