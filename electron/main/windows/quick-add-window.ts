// A line for a new task over whatever the person is doing. It waits, loaded and hidden, so that it is there at once; showing it does not
// raise the rest of Tandem, and hiding it gives the focus back.
import { BrowserWindow, nativeTheme, screen } from 'electron'
import { tell } from '../calls.ts'
import { m } from '../messages.ts'
import { pageOptions } from './page-options.ts'

const width = 680
const firstHeight = 64

export function createQuickAddWindow(serviceUrl: () => string) {
  let window: BrowserWindow | undefined
  let loaded: Promise<void> = Promise.resolve()

  function make(): BrowserWindow {
    const made = new BrowserWindow({
      width,
      height: firstHeight,
      show: false,
      frame: false,
      resizable: false,
      maximizable: false,
      minimizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      title: m.addTask,
      // On macOS a panel takes the keyboard without bringing the app's other windows along.
      ...(process.platform === 'darwin' ? { type: 'panel' } : {}),
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#191b1f' : '#ffffff',
      webPreferences: pageOptions(serviceUrl()),
    })
    made.on('blur', () => made.hide())
    made.on('close', (event) => {
      event.preventDefault()
      made.hide()
    })
    // Not while Chromium is still telling us about the crash: that takes the whole process along.
    made.webContents.on('render-process-gone', () => setImmediate(() => made.destroy()))
    made.on('closed', () => (window = undefined))
    loaded = made.loadURL(`${serviceUrl()}/quick-add`).catch(() => made.destroy())
    return made
  }

  /** On the screen that the person is looking at, a little above its middle. */
  function place(shown: BrowserWindow): void {
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
    const [, height = firstHeight] = shown.getSize()
    const wide = Math.min(width, workArea.width - 32)
    shown.setBounds({ x: Math.round(workArea.x + (workArea.width - wide) / 2), y: Math.round(workArea.y + workArea.height * 0.22), width: wide, height })
  }

  return {
    contents: () => window?.webContents,
    /** Makes it ready for the first time it is wanted. */
    prepare(): void {
      window ??= make()
    },
    async show(): Promise<void> {
      window ??= make()
      const shown = window
      await loaded
      if (shown.isDestroyed()) return
      place(shown)
      tell(shown.webContents, 'quickAdd', undefined)
      shown.show()
      shown.focus()
    },
    hide(): void {
      window?.hide()
    },
    /** Grows with what it shows. */
    fit(height: number): void {
      if (!window) return
      const bounds = window.getBounds()
      if (bounds.height !== height) window.setBounds({ ...bounds, height })
    },
    /** After the service moved to another address, and before the end. */
    drop(): void {
      window?.destroy()
    },
  }
}
