// Writes into a package what it is made of: a CycloneDX bill of materials and the licences of everything in it that is not ours. Both are
// read from what was packed, not from what was declared. (`npm sbom` lists the tools of the build too, and fails on their quarrels.)
import { listPackage } from '@electron/asar'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const readJson = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'))
const licenceOf = ({ license, licenses }) => (typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type))

/** Folders such as `node_modules/a/node_modules/b` of every package that is inside. */
function packagesInside(asar) {
  return listPackage(asar)
    .map((path) => path.replaceAll('\\', '/').replace(/^\//, ''))
    .filter((path) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path))
    .map((path) => dirname(path))
}

function licenceText(folder) {
  const file = readdirSync(join(root, folder)).find((name) => /^(?:licen[cs]e|copying)/i.test(name))
  return file ? readFileSync(join(root, folder, file), 'utf8').trim() : 'The package holds no licence text.'
}

const purl = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** Where `name` is found from a package's folder, as Node looks for it. */
function resolved(folder, name, shipped) {
  for (let from = folder; ; from = from.slice(0, from.lastIndexOf('/node_modules/'))) {
    const found = shipped.get(`${from}/node_modules/${name}`)
    if (found) return found
    if (!from.includes('/node_modules/')) return shipped.get(`node_modules/${name}`)
  }
}

export default async function afterPack({ appOutDir, packager }) {
  const resources = packager.getResourcesDir(appOutDir)
  const folders = new Set([...packagesInside(join(resources, 'app.asar')), ...readJson('out', 'window-packages.json'), 'node_modules/electron'])
  const lock = readJson('package-lock.json').packages
  const shipped = new Map(
    [...folders]
      .filter((folder) => existsSync(join(root, folder, 'package.json')))
      .sort((a, b) => (a < b ? -1 : 1))
      .map((folder) => [folder, { folder, ...readJson(folder, 'package.json') }])
      .filter(([, { name, version }]) => name && version),
  )
  const own = readJson('package.json')
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: {
        type: 'application',
        'bom-ref': purl(own),
        name: own.name,
        version: own.version,
        purl: purl(own),
        licenses: [{ license: { id: own.license } }],
      },
    },
    components: [...shipped.values()].map((one) => {
      const integrity = /^sha512-(.+)$/.exec(lock[one.folder]?.integrity ?? '')?.[1]
      return {
        type: 'library',
        'bom-ref': one.folder,
        name: one.name,
        version: one.version,
        purl: purl(one),
        ...(licenceOf(one) ? { licenses: [{ expression: licenceOf(one) }] } : {}),
        ...(integrity ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity, 'base64').toString('hex') }] } : {}),
      }
    }),
    dependencies: [
      { ref: purl(own), dependsOn: Object.keys(own.dependencies).flatMap((name) => resolved('', name, shipped)?.folder ?? []) },
      ...[...shipped.values()].map(({ folder, dependencies = {} }) => ({
        ref: folder,
        dependsOn: Object.keys(dependencies).flatMap((name) => resolved(folder, name, shipped)?.folder ?? []),
      })),
    ],
  }
  writeFileSync(join(resources, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 1)}\n`)

  const intro = `Tandem is under the ${own.license} licence:\n\n${readFileSync(join(root, 'LICENSE'), 'utf8').trim()}\n\nIt contains the packages below. The licences of Electron and Chromium are also in LICENSE.electron.txt and LICENSES.chromium.html.\n`
  const notices = [...shipped.values()].map((one) => `${one.name} ${one.version} (${licenceOf(one) ?? 'see its text'})\n\n${licenceText(one.folder)}\n`)
  writeFileSync(join(resources, 'THIRD-PARTY-LICENSES.txt'), [intro, ...notices].join(`\n${'-'.repeat(80)}\n\n`))
}
