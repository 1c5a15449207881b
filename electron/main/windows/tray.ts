// The icon that stays when the window is closed, with what is due.
import { app, Menu, nativeImage, Tray } from 'electron'
import { join } from 'node:path'
import { m } from '../messages.ts'

export interface Due {
  taskId: number
  title: string
}

export interface TrayDeps {
  iconDir: string
  open: (taskId?: number) => void
  quickAdd: () => void
  quickAddKeys: () => string
  startsAtLogin: () => boolean
  setStartAtLogin: (wanted: boolean) => void
}

const maxListed = 6

export function createTray({ iconDir, open, quickAdd, quickAddKeys, startsAtLogin, setStartAtLogin }: TrayDeps) {
  const isMac = process.platform === 'darwin'
  const image = (name: string) => {
    const made = nativeImage.createFromPath(join(iconDir, `${name}.png`))
    if (isMac) made.setTemplateImage(true)
    return made
  }
  const plain = image(isMac ? 'trayTemplate' : 'tray')
  const marked = isMac ? plain : image('tray-due')
  const tray = new Tray(plain)
  tray.on('click', () => open())
  let due: readonly Due[] = []

  function draw(): void {
    const says = due.length > 0 ? m.due(due.length) : m.nothingDue
    tray.setImage(due.length > 0 ? marked : plain)
    tray.setToolTip(`${m.name}: ${says}`)
    if (isMac) tray.setTitle(due.length > 0 ? String(due.length) : '')
    app.setBadgeCount(due.length)
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: m.open, click: () => open() },
        { label: m.addTask, click: quickAdd, accelerator: quickAddKeys() || undefined, registerAccelerator: false },
        { type: 'separator' },
        { label: says, enabled: false },
        ...due.slice(0, maxListed).map(({ taskId, title }) => ({ label: title.replaceAll('&', '&&').slice(0, 60), click: () => open(taskId) })),
        { type: 'separator' },
        { label: m.startAtLogin, type: 'checkbox', checked: startsAtLogin(), click: ({ checked }) => setStartAtLogin(checked) },
        { label: m.quit, click: () => app.quit() },
      ]),
    )
  }
  draw()

  return {
    show(next: readonly Due[]): void {
      due = next
      draw()
    },
    redraw: draw,
    due: () => due,
  }
}

export type DesktopTray = ReturnType<typeof createTray>
