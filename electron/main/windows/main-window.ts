// The window: one, kept where it was, shown when it has something to show, brought back when its page crashes.
import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import { tell } from '../calls.ts'
import type { DesktopFile } from '../desktop-file.ts'
import { m } from '../messages.ts'
import { createCrashRecovery } from './crash-recovery.ts'
import { pageOptions } from './page-options.ts'
import { fitBounds, type WindowState } from './window-state.ts'

export interface MainWindowDeps {
  file: DesktopFile
  serviceUrl: () => string
  icon: string
  /** Closing hides it; otherwise it is gone. */
  isKept: () => boolean
}

function newWindow(state: WindowState, serviceUrl: string, icon: string): BrowserWindow {
  const made = new BrowserWindow({
    ...fitBounds(
      state,
      screen.getAllDisplays().map((display) => display.workArea),
    ),
    minWidth: 360,
    minHeight: 480,
    show: false,
    title: m.name,
    icon,
    autoHideMenuBar: true,
    // What is seen before the first paint.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#131416' : '#fbfaf9',
    webPreferences: pageOptions(serviceUrl),
  })
  if (state.isMaximized) made.maximize()
  return made
}

/** Undefined: it shows no page of the service. */
function addressOf(shown: BrowserWindow, serviceUrl: string): string | undefined {
  const url = shown.webContents.getURL()
  if (!URL.canParse(url) || new URL(url).origin !== new URL(serviceUrl).origin) return undefined
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** Resolves once the page is painted. */
function painted(shown: BrowserWindow): Promise<void> {
  return new Promise((resolve) => void shown.once('ready-to-show', () => resolve()))
}

export function createMainWindow({ file, serviceUrl, icon, isKept }: MainWindowDeps) {
  let window: BrowserWindow | undefined
  let isQuitting = false
  /** It is closed here only to be opened at another address. */
  let isMoving = false
  const recover = createCrashRecovery(() => isQuitting)
  app.on('before-quit', () => {
    isQuitting = true
    if (window) remember(window)
  })

  function remember(shown: BrowserWindow): void {
    const address = addressOf(shown, serviceUrl())
    file.keepWindow({ bounds: shown.getNormalBounds(), isMaximized: shown.isMaximized(), ...(address === undefined ? {} : { address }) })
  }

  function make(address: string): BrowserWindow {
    const made = newWindow(file.window(), serviceUrl(), icon)
    made.on('close', (event) => {
      remember(made)
      if (isQuitting || !isKept()) return
      event.preventDefault()
      made.hide()
    })
    made.on('closed', () => {
      window = undefined
      // The line for a new task is a window too, so the last window is never closed by a person.
      if (!isQuitting && !isMoving && !isKept()) app.quit()
    })
    made.webContents.on('render-process-gone', (_event, { reason }) => void recover(made, reason))
    // A title is the page's to set, the name is ours when there is none.
    void made.loadURL(`${serviceUrl()}${address}`).catch(() => undefined)
    return made
  }

  return {
    contents: () => window?.webContents,

    /** Makes it; `isHidden` leaves it in the tray. */
    async open(isHidden: boolean, address?: string): Promise<void> {
      window ??= make(address ?? file.window().address ?? '/')
      if (isHidden) return
      await painted(window)
      window?.show()
    },

    /** Brings it to the front, at an address if one is given. */
    show(address?: string): void {
      if (!window) return void this.open(false, address)
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
      if (address !== undefined) tell(window.webContents, 'go', address)
    },

    /** After the service moved to another address. */
    follow(): void {
      if (!window) return
      const address = addressOf(window, serviceUrl()) ?? '/'
      if (!window.webContents.getURL().startsWith(`${serviceUrl()}/`)) {
        const isShown = window.isVisible()
        isMoving = true
        window.destroy()
        isMoving = false
        void this.open(!isShown, address)
      }
    },
  }
}
