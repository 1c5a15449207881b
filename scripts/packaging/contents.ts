// What a package is made of: a CycloneDX bill of materials and the licences of everything in it that is not ours, both read from what is
// inside rather than from what was declared.
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

interface Manifest {
  name: string
  version: string
  license?: string | { type?: string }
  /** Of old packages. */
  licenses?: { type?: string }[]
  dependencies?: Record<string, string>
}

interface Shipped extends Manifest {
  folder: string
}

const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(root, ...path), 'utf8'))
const licenceOf = ({ license, licenses }: Manifest) => (typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type))
const purl = ({ name, version }: Manifest) => `pkg:npm/${name.replace('@', '%40')}@${version}`

function licenceText(folder: string): string {
  const file = readdirSync(join(root, folder)).find((name) => /^(?:licen[cs]e|copying)/i.test(name))
  return file ? readFileSync(join(root, folder, file), 'utf8').trim() : 'The package holds no licence text.'
}

/** Where `name` is found from a package's folder, as Node looks for it. */
function resolved(folder: string, name: string, shipped: ReadonlyMap<string, Shipped>): Shipped | undefined {
  for (let from = folder; ; from = from.slice(0, from.lastIndexOf('/node_modules/'))) {
    const found = shipped.get(`${from}/node_modules/${name}`)
    if (found) return found
    if (!from.includes('/node_modules/')) return shipped.get(`node_modules/${name}`)
  }
}

function packagesIn(folders: Iterable<string>): Map<string, Shipped> {
  const inside = [...new Set(folders)]
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .sort((a, b) => (a < b ? -1 : 1))
    .map((folder) => ({ ...(readJson(folder, 'package.json') as Manifest), folder }))
  return new Map(inside.filter(({ name, version }) => name && version).map((one) => [one.folder, one]))
}

function componentOf(one: Shipped, integrity: string | undefined): object {
  const licence = licenceOf(one)
  const hash = /^sha512-(.+)$/.exec(integrity ?? '')?.[1]
  return {
    type: 'library',
    'bom-ref': one.folder,
    name: one.name,
    version: one.version,
    purl: purl(one),
    ...(licence ? { licenses: [{ expression: licence }] } : {}),
    ...(hash ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] } : {}),
  }
}

/**
 * The texts of sbom.cdx.json and THIRD-PARTY-LICENSES.txt. `own`: the package itself. `folders`: such as `node_modules/a/node_modules/b`, of every
 * package that is inside. `about`: what the licences begin with, besides ours.
 */
export function describeContents(own: Manifest & { license: string }, folders: Iterable<string>, about = ''): { bill: string; licences: string } {
  const shipped = packagesIn(folders)
  const { packages: lock } = readJson('package-lock.json') as { packages: Record<string, { integrity?: string }> }
  const foldersOf = (from: string, names: object = {}) => Object.keys(names).flatMap((name) => resolved(from, name, shipped)?.folder ?? [])
  const component = { type: 'application', 'bom-ref': purl(own), name: own.name, version: own.version, purl: purl(own) }
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: { timestamp: new Date().toISOString(), component: { ...component, licenses: [{ license: { id: own.license } }] } },
    components: [...shipped.values()].map((one) => componentOf(one, lock[one.folder]?.integrity)),
    dependencies: [
      { ref: purl(own), dependsOn: foldersOf('', own.dependencies) },
      ...[...shipped.values()].map(({ folder, dependencies }) => ({ ref: folder, dependsOn: foldersOf(folder, dependencies) })),
    ],
  }
  const intro = `Tandem is under the ${own.license} licence:\n\n${readFileSync(join(root, 'LICENSE'), 'utf8').trim()}\n\nIt contains the packages below.${about}\n`
  const notices = [...shipped.values()].map((one) => `${one.name} ${one.version} (${licenceOf(one) ?? 'see its text'})\n\n${licenceText(one.folder)}\n`)
  return { bill: `${JSON.stringify(bill, null, 1)}\n`, licences: [intro, ...notices].join(`\n${'-'.repeat(80)}\n\n`) }
}
