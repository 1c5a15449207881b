// Runs before the page, sandboxed. It gives single functions, and only to the page of our own service.
import { contextBridge, ipcRenderer } from 'electron'
import type { DesktopBridge, DesktopTells } from '../../shared/contract/desktop/bridge.ts'
import { channelOf, originSwitch } from '../../shared/contract/desktop/channels.ts'

const own = process.argv.find((one) => one.startsWith(originSwitch))?.slice(originSwitch.length)

const invoke = (name: string, argument?: unknown) => ipcRenderer.invoke(channelOf(name), argument)

function listen<K extends keyof DesktopTells>(name: K, listener: (value: DesktopTells[K]) => void): () => void {
  const heard = (_event: unknown, value: DesktopTells[K]) => listener(value)
  ipcRenderer.on(channelOf(name), heard)
  return () => void ipcRenderer.off(channelOf(name), heard)
}

const bridge: DesktopBridge = {
  showTask: (id) => invoke('showTask', id),
  closeQuickAdd: () => invoke('closeQuickAdd'),
  fitQuickAdd: (height) => invoke('fitQuickAdd', height),
  readDesktop: () => invoke('readDesktop'),
  changeDesktop: (patch) => invoke('changeDesktop', patch),
  onGo: (listener) => listen('go', (address) => listener(address)),
  onQuickAdd: (listener) => listen('quickAdd', () => listener()),
}

// This folder is compiled without DOM types.
const { origin } = (globalThis as unknown as { location: { origin: string } }).location
if (origin === own) contextBridge.exposeInMainWorld('tandem', bridge)
