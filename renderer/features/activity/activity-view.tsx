import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Actor } from '../../../shared/schema/actor.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import { can } from '../../backend/abilities.ts'
import { readEarlier, recentEntries } from '../../data/journal.ts'
import { dayName } from '../../lib/dates.ts'
import { explain } from '../../backend/explain.ts'
import { m } from '../../messages/late.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { notify } from '../../lib/notices.ts'
import { ActorMark, actorName } from '../../ui/actor-mark.tsx'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyDrawing } from '../../ui/empty-drawing.tsx'
import { SparkGlyph } from '../../ui/glyphs.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { BurstBlock } from './burst-block.tsx'
import { burstsOf, keyed, mayGoOn } from './bursts.ts'
import { readWhole } from './read-whole.ts'
import { useEntryKeys } from './use-entry-keys.ts'

const firstBursts = 30

/** What people and agents did lately, each change with its way back. */
export function ActivityView({ nav }: { nav: Navigation }) {
  const { data, error, isPending, refetch } = useQuery(recentEntries)
  const [shown, setShown] = useState(firstBursts)
  const [isReading, setReading] = useState(false)
  const view = useRef<HTMLElement>(null)
  const [who, setWho] = useState<string | undefined>(undefined)
  const actors = useMemo(() => {
    const names = new Map((data?.entries ?? []).map(({ actor }) => [`${actor.kind} ${actor.name}`, actor]))
    return [...names].sort(([a], [b]) => a.localeCompare(b))
  }, [data])
  const burstsIn = useCallback(
    (entries: readonly JournalEntry[]) => burstsOf(who === undefined ? entries : entries.filter(({ actor }) => `${actor.kind} ${actor.name}` === who)),
    [who],
  )
  // Other bursts with another filter: their keys begin anew.
  const keys = useMemo(() => ({ of: burstsIn, known: new Map<number, number>() }), [burstsIn])
  const bursts = useMemo(() => keyed(keys.of(data?.entries ?? []), keys.known), [data, keys])
  const hasRead = useRef(false)
  // The button goes with the last page; the keyboard, if it was there, stays in the view.
  useEffect(() => {
    if (isReading) hasRead.current = true
    else if (hasRead.current && document.activeElement === document.body) view.current?.focus({ preventScroll: true })
  }, [isReading])
  useEntryKeys(view, nav)
  const hasEarlier = data !== undefined && data.after > 0

  async function showEarlier() {
    const wanted = shown + firstBursts
    setShown(wanted)
    if (bursts.length >= wanted || !hasEarlier || isReading) return
    setReading(true)
    try {
      // One more burst is whole, or there is none: then the press has shown something.
      await readEarlier((entries) => burstsOf(entries).length > bursts.length)
    } catch (problem) {
      notify({ kind: 'problem', text: explain(m.activityFailed, problem) })
    } finally {
      setReading(false)
    }
  }

  if (isPending) return <SkeletonRows rows={8} />
  if (error) {
    return (
      <div className="flex flex-col items-start gap-4 p-6" role="alert">
        <p className="text-read text-muted">{explain(m.activityFailed, error)}</p>
        <Button look="outlined" onClick={() => void refetch()}>
          {m.retry}
        </Button>
      </div>
    )
  }
  if (bursts.length === 0 && !hasEarlier) return <NoActivity nav={nav} />
  const days = Map.groupBy(bursts.slice(0, shown), (burst) => dayName(burst.entries[0]?.at ?? ''))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <section ref={view} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-covered" tabIndex={0} aria-label={m.view.activity}>
      <div className="max-w-280">
        {actors.length > 1 && <ActorFilter actors={actors} chosen={who} onChoose={setWho} />}
        {[...days].map(([day, ofDay]) => (
          <section key={day}>
            <h2 className="pt-4 pb-1 text-meta font-medium text-muted">{day}</h2>
            {ofDay.map((burst) => (
              <BurstBlock
                key={burst.key}
                burst={burst}
                isCut={hasEarlier && burst === bursts.at(-1) && mayGoOn(burst, data.entries.at(-1))}
                whole={() => readWhole(burst.key, burstsIn)}
                nav={nav}
              />
            ))}
          </section>
        ))}
        {(bursts.length > shown || hasEarlier) && (
          <Button look="outlined" className="mt-4" aria-busy={isReading} onClick={() => void showEarlier()}>
            {isReading ? m.loading : m.showEarlier}
          </Button>
        )}
      </div>
    </section>
  )
}

function NoActivity({ nav }: { nav: Navigation }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 px-6 pb-[12vh] text-center">
      <EmptyDrawing />
      <h2 className="text-section font-semibold">{m.empty.activityTitle}</h2>
      <p className="max-w-[44ch] text-read text-muted">{m.empty.activityText}</p>
      {can.configureService && (
        <Button look="outlined" onClick={() => nav.go('settings', 'agents')}>
          <SparkGlyph className="text-agent" />
          {m.connectAgent}
        </Button>
      )}
    </div>
  )
}

interface ActorFilterProps {
  actors: readonly [string, Actor][]
  /** Undefined: everybody. */
  chosen: string | undefined
  onChoose: (key: string | undefined) => void
}

function ActorFilter({ actors, chosen, onChoose }: ActorFilterProps) {
  return (
    <div role="group" aria-label={m.actors} className="flex flex-wrap gap-1.5 pt-3">
      {[undefined, ...actors].map((one) => {
        const [key, actor] = one ?? [undefined, undefined]
        return (
          <button
            key={key ?? 'all'}
            type="button"
            aria-pressed={chosen === key}
            className={cx(
              'inline-flex h-[max(28px,var(--tap))] max-w-full items-center gap-1.5 rounded-control border px-2.5 font-medium',
              chosen === key ? 'border-accent bg-accent-soft text-text' : 'border-line bg-surface text-muted hover:border-line-strong hover:text-text',
            )}
            onClick={() => onChoose(key)}
          >
            {actor ? (
              <>
                <ActorMark actor={actor} size={18} />
                <bdi className="truncate">{actorName(actor)}</bdi>
              </>
            ) : (
              m.everybody
            )}
          </button>
        )
      })}
    </div>
  )
}
