// What the desktop offers when the web UI runs in it; in a browser tab there is none.
import { navigate } from 'wouter/use-browser-location'
import type { DesktopBridge } from '../../shared/contract/desktop/bridge.ts'
import { overlay } from '../lib/navigation.ts'
import { notices } from '../lib/notices.ts'
import { setTheme, type Theme } from '../lib/theme.ts'

declare global {
  interface Window {
    tandem?: DesktopBridge
  }
}

export const desktop = window.tandem

/** Goes where the desktop says: deep links, notifications, the keys of quick add. */
export function followDesktop(isQuickAdd: boolean): void {
  if (!isQuickAdd) return void desktop?.onGo((address) => navigate(address))
  desktop?.onQuickAdd(() => {
    // What was said about the last task is not about this one.
    notices.set([])
    overlay.set('quick-add')
  })
  // The line stays loaded while the theme is changed in the other window.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'tandem:theme') setTheme((newValue ?? '') as Theme)
  })
}
