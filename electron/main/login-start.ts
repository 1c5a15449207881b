// Starting with the person's session, hidden in the tray.
import { app } from 'electron'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { m } from './messages.ts'

/** Linux desktops start what has an entry here. */
const entryFile = () => join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart', 'tandem.desktop')

/** A program name as desktop entries want it: quoted, with \ " ` $ escaped. */
const quoted = (text: string) => `"${text.replaceAll(/["`$\\]/g, String.raw`\$&`)}"`

export function startAtLogin(wanted: boolean): void {
  // An unpackaged Electron would start with no app to run.
  if (!app.isPackaged) return
  if (process.platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: wanted, args: ['--hidden'] })
  const file = entryFile()
  if (!wanted) return rmSync(file, { force: true })
  mkdirSync(join(file, '..'), { recursive: true })
  const program = process.env.APPIMAGE ?? process.execPath
  writeFileSync(file, `[Desktop Entry]\nType=Application\nName=${m.name}\nExec=${quoted(program)} --hidden\nX-GNOME-Autostart-enabled=true\n`)
}
