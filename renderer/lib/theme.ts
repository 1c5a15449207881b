import { createStore } from './store.ts'
import { storage } from './storage.ts'

export type Theme = '' | 'light' | 'dark' | 'contrast'

/** '' follows the system. public/before-paint.js sets the same before the first paint. */
export function setTheme(theme: Theme): void {
  storage.write('theme', theme)
  if (theme === '') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export type Density = 'dense' | 'comfortable'

/** How high rows are on a desk: 36 or 44 px. On a phone a thumb decides. */
export const density = createStore<Density>(storage.read('density') === 'comfortable' ? 'comfortable' : 'dense')

export function setDensity(next: Density): void {
  storage.write('density', next === 'dense' ? '' : next)
  density.set(next)
}
