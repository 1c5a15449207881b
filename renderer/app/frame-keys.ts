// The keys of the frame: where to go, what to add, find and take back.
import { can } from '../backend/abilities.ts'
import { redoLast, undoLast } from '../data/tasks/own-actions.ts'
import { useHasTeam } from '../data/use-has-team.ts'
import { useKeys } from '../lib/keys.ts'
import { type Navigation, overlay, viewsToSelectIn } from '../lib/navigation.ts'
import { keepForField, keepForPart } from '../lib/press/keys-ahead.ts'
import { hasActions } from './action-keys.ts'

/** What a key opens that stands in the web UI already. */
const clickPart = (part: string) => document.querySelector<HTMLElement>(`[data-key=${part}]`)?.click()

export function useFrameKeys(nav: Navigation, foldSidebar: () => void): void {
  const search = () => overlay.set(overlay.get() === 'palette' ? undefined : 'palette')
  function filter(event: KeyboardEvent) {
    if (!viewsToSelectIn.includes(nav.view)) return
    if (!hasActions()) return keepForPart(event)
    keepForField()
    clickPart('filter')
  }
  useKeys({
    c: () => overlay.set('quick-add'),
    'mod+k': search,
    '/': search,
    '?': () => overlay.set('shortcuts'),
    '[': foldSidebar,
    f: filter,
    z: () => void undoLast(),
    'mod+z': () => void undoLast(),
    'shift+z': redoLast,
    'mod+shift+z': redoLast,
    'g i': () => nav.go('inbox'),
    'g l': () => nav.go('open'),
    'g a': () => nav.go('all'),
    'g d': () => nav.go('done'),
    'g o': () => nav.go('today'),
    'g n': () => nav.go('next'),
    'g b': () => nav.go('board'),
    'g p': () => nav.go('people'),
    ...(can.decide ? { 'g r': () => nav.go('review') } : {}),
    'g t': () => nav.go('activity'),
    ...(useHasTeam() ? { 'g m': () => nav.go('team') } : {}),
    'g s': () => nav.go('settings'),
  })
}
