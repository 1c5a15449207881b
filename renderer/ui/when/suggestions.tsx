// What is often meant, each with its date: chosen by the arrow keys of the field above, or by the pointer.
import { isDay } from '../../../shared/domain/time/due.ts'
import type { Purpose } from '../../../shared/domain/time/when/read-when.ts'
import type { WhenReader } from '../../lib/when/use-when.ts'
import { shortMoment } from '../../lib/dates.ts'
import { cx } from '../class-names.ts'

export interface Suggestion {
  id: string
  label: string
  /** Read like any other text; without one the suggestion is something else to do. */
  text?: string
}

export interface SuggestionGroup {
  name?: string
  options: readonly Suggestion[]
}

/** Which day it is; the time stands in its label. */
function hintOf(reader: WhenReader | undefined, text: string | undefined, purpose: Purpose): string {
  const read = text === undefined ? undefined : reader?.readHere(text, purpose)
  const moment = read?.due ?? read?.once
  if (moment === undefined) return ''
  return shortMoment(isDay(moment) ? `${moment}T00:00` : moment)
}

interface SuggestionsProps {
  list: string
  name: string
  groups: readonly SuggestionGroup[]
  chosen: string | undefined
  reader: WhenReader | undefined
  purpose: Purpose
  onChoose: (id: string) => void
  onPoint: (id: string) => void
}

export function Suggestions({ list, name, groups, chosen, reader, purpose, onChoose, onPoint }: SuggestionsProps) {
  return (
    <div id={list} role="listbox" aria-label={name} className="min-h-0 p-1">
      {groups.map((group, index) => (
        <div key={group.name ?? index} role="group" aria-label={group.name ?? name} className={cx(index > 0 && 'mt-1 border-t border-line pt-1')}>
          {group.name && (
            <div aria-hidden="true" className="px-2 pt-1 pb-0.5 text-meta font-medium text-quiet">
              {group.name}
            </div>
          )}
          {group.options.map(({ id, label, text }) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field above has the keyboard and speaks for the selection
            <div
              key={id}
              id={`${list}-${id}`}
              role="option"
              aria-selected={id === chosen}
              className={cx(
                'flex min-h-[max(28px,var(--tap))] cursor-default items-center gap-2.5 rounded-control px-2 text-dense select-none',
                id === chosen && 'bg-raised',
              )}
              onClick={() => onChoose(id)}
              onPointerMove={() => onPoint(id)}
            >
              <span className="min-w-0 flex-1 truncate">{label}</span>
              <span className="tabular shrink-0 text-meta text-quiet">{hintOf(reader, text, purpose)}</span>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
