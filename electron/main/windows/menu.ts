// The menu bar: what the system expects (copy, paste, zoom, quit). Everything of Tandem's own is in the window.
import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import { m } from '../messages.ts'

export function setMenu(quickAdd: () => void): void {
  const isMac = process.platform === 'darwin'
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: m.file,
      submenu: [
        { label: m.addTask, click: quickAdd },
        { type: 'separator' },
        { label: m.close, role: 'close' },
        ...(isMac ? [] : [{ label: m.quit, accelerator: 'CommandOrControl+Q', click: () => app.quit() }]),
      ],
    },
    { label: m.edit, role: 'editMenu' },
    {
      label: m.view,
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : [{ role: 'reload' as const }, { role: 'toggleDevTools' as const }]),
      ],
    },
    ...(isMac ? [{ label: m.window, role: 'windowMenu' as const }] : []),
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
