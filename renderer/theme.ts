import { storage } from './storage.ts'

export type Theme = '' | 'light' | 'dark' | 'contrast'

/** '' follows the system. public/theme.js sets the same before the first paint. */
export function setTheme(theme: Theme): void {
  storage.write('theme', theme)
  if (theme === '') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
