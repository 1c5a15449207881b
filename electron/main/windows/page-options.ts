// How pages run in our windows: sandboxed, isolated, with the bridge for our own service only.
import { app, type WebPreferences } from 'electron'
import { join } from 'node:path'
import { originSwitch } from '../../../shared/contract/desktop/channels.ts'

export function pageOptions(serviceUrl: string): WebPreferences {
  return {
    preload: join(app.getAppPath(), 'out', 'preload', 'preload.cjs'),
    additionalArguments: [`${originSwitch}${new URL(serviceUrl).origin}`],
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webviewTag: false,
    spellcheck: true,
    devTools: !app.isPackaged,
  }
}
