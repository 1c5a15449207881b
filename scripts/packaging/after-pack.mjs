// Writes into a package of the desktop what it is made of, as read from what was packed. (`npm sbom` lists what was declared, with the
// tools of the build.)
import { listPackage } from '@electron/asar'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeContents } from './contents.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const readJson = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'))

const mayBeInside =
  /^\/(?:package[.]json|models(?:\/|$)|node_modules(?:\/|$)|out(?:$|\/(?:main|preload|renderer)(?:\/|$))|electron(?:$|\/icons(?:\/|$)|\/update-key[.]pub$))/

/** What lies in a clone beside the sources (caches, data, secrets) must never be given to others. */
function refuseOthers(asar) {
  const others = listPackage(asar)
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !mayBeInside.test(path))
  if (others.length > 0)
    throw new Error(`${others.length} files are in the package that electron-builder.yml does not name: ${others.slice(0, 3).join(', ')} …`)
}

/** Folders such as `node_modules/a/node_modules/b` of every package that is inside. */
function packagesInside(asar) {
  return listPackage(asar)
    .map((path) => path.replaceAll('\\', '/').replace(/^\//, ''))
    .filter((path) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path))
    .map((path) => dirname(path))
}

export default async function afterPack({ appOutDir, packager }) {
  const resources = packager.getResourcesDir(appOutDir)
  refuseOthers(join(resources, 'app.asar'))
  const folders = [...packagesInside(join(resources, 'app.asar')), ...readJson('out', 'window-packages.json'), 'node_modules/electron']
  const about = ' The licences of Electron and Chromium are also in LICENSE.electron.txt and LICENSES.chromium.html.'
  const { bill, licences } = describeContents(readJson('package.json'), folders, about)
  writeFileSync(join(resources, 'sbom.cdx.json'), bill)
  writeFileSync(join(resources, 'THIRD-PARTY-LICENSES.txt'), licences)
}
