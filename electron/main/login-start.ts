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

/** `more`: what this start was given and the next one needs as well, a data folder above all. */
export function startAtLogin(wanted: boolean, more: readonly string[]): void {
  // An unpackaged Electron would start with no app to run.
  if (!app.isPackaged) return
  const args = ['--hidden', ...more]
  if (process.platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: wanted, args })
  const file = entryFile()
  if (!wanted) return rmSync(file, { force: true })
  mkdirSync(join(file, '..'), { recursive: true })
  const program = process.env.APPIMAGE ?? process.execPath
  writeFileSync(file, `[Desktop Entry]\nType=Application\nName=${m.name}\nExec=${[program, ...args].map(quoted).join(' ')}\nX-GNOME-Autostart-enabled=true\n`)
}
