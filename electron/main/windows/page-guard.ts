// What a page in our windows may not do, whatever it holds: leave our service, open windows, ask for devices, embed others.
import { app, type Session, session, shell, type WebContents } from 'electron'
import { mayGoOutside } from './outside-links.ts'

/** Copying a link is all that our own page needs. */
const granted = new Set(['clipboard-sanitized-write'])

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : 'null')

/** The person's browser and mail program get links, and only such that are safe with them. */
function openOutside(url: string): boolean {
  if (!mayGoOutside(url)) return false
  void shell.openExternal(url)
  return true
}

/** `ownOrigin`: where our service answers at present. */
export function guardPages(ownOrigin: () => string): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, ownOrigin))
  // Electron may be ready already, and says so only once.
  void app.whenReady().then(() => guardSession(session.defaultSession, ownOrigin))
}

function guardContents(contents: WebContents, ownOrigin: () => string): void {
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url)
    return { action: 'deny' }
  })
  const stay = (event: { preventDefault(): void; url: string; isMainFrame: boolean }) => {
    if (event.isMainFrame && originOf(event.url) === ownOrigin()) return
    event.preventDefault()
    if (event.isMainFrame) openOutside(event.url)
  }
  contents.on('will-navigate', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', stay)
}

function guardSession(target: Session, ownOrigin: () => string): void {
  target.setPermissionRequestHandler((contents, permission, answer, details) => {
    answer(granted.has(permission) && details.isMainFrame && originOf(contents.getURL()) === ownOrigin())
  })
  target.setPermissionCheckHandler(
    (_contents, permission, origin, details) => granted.has(permission) && details.isMainFrame && originOf(origin) === ownOrigin(),
  )
  target.setDevicePermissionHandler(() => false)
}
