// How this Tandem came onto this computer, and so how a newer one does.
import { existsSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export type InstallationKind = 'npx' | 'npm global' | 'npm project' | 'repository' | 'deb' | 'appimage' | 'macos' | 'windows' | 'folder'

export interface Installation {
  kind: InstallationKind
  /** In words. */
  says: string
  /** What to do for version `version`. */
  update(version: string): string
}

const npmPackage = 'tandem-tasks'

const kinds: Record<InstallationKind, Omit<Installation, 'kind'>> = {
  npx: { says: 'started by npx', update: (version) => `npx ${npmPackage}@${version}` },
  'npm global': { says: 'installed with npm', update: (version) => `npm install --global ${npmPackage}@${version}, then start Tandem again` },
  'npm project': {
    says: 'installed with npm in a project',
    update: (version) => `npm install ${npmPackage}@${version} in that project, then start Tandem again`,
  },
  repository: { says: 'run from its repository', update: () => 'git pull, then npm start' },
  deb: { says: 'installed as a Debian package', update: (version) => `download the .deb of ${version}, then: sudo apt install ./tandem_${version}_*.deb` },
  appimage: { says: 'an AppImage', update: (version) => `download the AppImage of ${version} and put it in the place of this one` },
  macos: { says: 'the app for macOS', update: (version) => `download the .dmg of ${version} and drag Tandem into Applications` },
  windows: { says: 'the app for Windows', update: (version) => `download the .exe of ${version} and run it` },
  folder: { says: 'an unpacked folder', update: (version) => `download ${version} and unpack it in the place of this one` },
}

const of = (kind: InstallationKind): Installation => ({ kind, ...kinds[kind] })

export interface Surroundings {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  /** The program that runs: Node, or the desktop app. */
  execPath: string
}

/** Of the desktop app. */
export function desktopInstallation({ platform, env, execPath }: Surroundings): Installation {
  if (platform === 'darwin') return of('macos')
  if (platform === 'win32') return of('windows')
  if (env.APPIMAGE) return of('appimage')
  return of(execPath.startsWith('/opt/') || execPath.startsWith('/usr/') ? 'deb' : 'folder')
}

/** Of the command line. `manifest`: the file URL of its package.json. */
export function commandInstallation(manifest: string, name: string): Installation {
  if (name !== npmPackage) return of('repository')
  const folder = dirname(fileURLToPath(manifest))
  if (folder.includes(`${sep}_npx${sep}`)) return of('npx')
  return of(existsSync(join(folder, '..', '..', 'package.json')) ? 'npm project' : 'npm global')
}
