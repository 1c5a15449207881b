// What the desktop offers when the window runs in it; in a browser tab there is none.
import { navigate } from 'wouter/use-browser-location'
import type { DesktopBridge } from '../shared/contract/desktop-bridge.ts'
import { overlay } from './navigation.ts'

declare global {
  interface Window {
    tandem?: DesktopBridge
  }
}

export const desktop = window.tandem

/** Goes where the desktop says: deep links, notifications, the keys of quick add. */
export function followDesktop(isQuickAdd: boolean): void {
  if (isQuickAdd) desktop?.onQuickAdd(() => overlay.set('quick-add'))
  else desktop?.onGo((address) => navigate(address))
}
