import { useQuery } from '@tanstack/react-query'
import type { SearchModel, SearchStatus } from '../../../shared/schema/search-status.ts'
import type { SettingsPatch } from '../../../shared/schema/settings.ts'
import { attempt } from '../../data/attempt.ts'
import { removeModel, searchModels, searchStatus } from '../../data/search-status.ts'
import { changeSettings } from '../../data/settings.ts'
import { megabytes, percent } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'

const choose = (embedder: NonNullable<NonNullable<SettingsPatch['search']>['embedder']>) => changeSettings({ search: { embedder } })

/** The models that can be downloaded: how much of each is here, and what can be done about it. */
/** `hub`: where they come from; null: the usual one. */
export function Models({ isHub, hub }: { isHub: boolean; hub: string | null }) {
  const { data: models = [] } = useQuery(searchModels)
  const { data: status } = useQuery(searchStatus)
  // Whoever never chose one has nothing to decide here.
  const shown = models.filter(({ state, is_chosen }) => state !== 'absent' || (isHub && is_chosen))
  if (shown.length === 0) return null
  return (
    <ul className="mt-3 rounded-card border border-line bg-surface px-3.5" aria-label={m.settings.search.models}>
      {shown.map((model) => (
        <Model key={model.name} model={model} fetching={status?.semantic.fetching ?? null} isChosen={isHub && model.is_chosen} hub={hub} />
      ))}
    </ul>
  )
}

interface ModelProps {
  model: SearchModel
  fetching: SearchStatus['semantic']['fetching']
  isChosen: boolean
  hub: string | null
}

function Model({ model: { name, state, bytes, licence, languages }, fetching, isChosen, hub }: ModelProps) {
  const says = m.settings.search
  const arriving = isChosen && fetching?.model === name ? fetching : undefined
  const take = () => void choose({ kind: 'hub', url: hub, model: name })
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p dir="ltr" className="font-medium [overflow-wrap:anywhere] text-start">
            {name}
          </p>
          <p className="text-muted">{says.aboutModel(languages, megabytes(bytes), licence)}</p>
        </div>
        <div className="flex items-center gap-2">
          {arriving ? (
            <>
              {arriving.last_error !== null && (
                <Button look="outlined" onClick={take}>
                  {m.retry}
                </Button>
              )}
              <Button look="outlined" onClick={() => void choose({ kind: 'local' })}>
                {says.stop}
              </Button>
            </>
          ) : isChosen ? (
            <span className="text-muted">{says.modelInUse}</span>
          ) : (
            <>
              <Button look="outlined" onClick={take}>
                {state === 'fetched' ? says.takeModel : says.goOn}
              </Button>
              <Button look="danger" onClick={() => void attempt(() => removeModel(name), { failed: says.modelKept, done: says.modelDeleted(name) })}>
                {says.deleteModel}
              </Button>
            </>
          )}
        </div>
      </div>
      {arriving && (
        <div className="mt-2">
          <Progress name={says.fetching} done={arriving.progress} />
          <p className={arriving.last_error === null ? 'tabular mt-1 text-muted' : 'mt-1 text-bad'}>
            {arriving.last_error === null ? says.arrived(megabytes(bytes * arriving.progress), megabytes(bytes), percent(arriving.progress)) : says.stopped}
          </p>
        </div>
      )}
    </li>
  )
}
