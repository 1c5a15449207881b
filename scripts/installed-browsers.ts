// Where a whole browser is installed: one with notifications and push, which the headless shell from npm has not.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

export interface Machine {
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  home: string
  exists(path: string): boolean
  /** The browser that Playwright would install; undefined where it knows none. */
  playwright: string | undefined
}

const programs = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable', 'microsoft-edge']

const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge']

const windowsPrograms = ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']

function systemBrowsers({ platform, env, home }: Machine): string[] {
  if (platform === 'win32') {
    const places = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((one) => one !== undefined)
    return windowsPrograms.flatMap((program) => places.map((place) => `${place}\\${program}`))
  }
  if (platform === 'darwin') {
    const places = ['/Applications', `${home}/Applications`]
    return apps.flatMap((app) => places.map((place) => `${place}/${app}.app/Contents/MacOS/${app}`))
  }
  // Debian's is found although /usr/bin may be missing from the PATH of a service.
  const places = [...new Set([...(env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/bin', '/snap/bin'])]
  return programs.flatMap((program) => places.map((place) => join(place, program)))
}

/** Paths of whole browsers that are there, the preferred one first: $CHROME (which then is the only one), the system's, Playwright's own. */
export function installedBrowsers(machine: Machine): string[] {
  if (machine.env.CHROME) return [machine.env.CHROME]
  return [...systemBrowsers(machine), machine.playwright].filter((path) => path !== undefined && machine.exists(path)) as string[]
}

export function thisMachine(): Machine {
  let playwright: string | undefined
  try {
    playwright = chromium.executablePath()
  } catch {
    // It does not know this platform.
  }
  return { platform: process.platform, env: process.env, home: homedir(), exists: existsSync, playwright }
}
