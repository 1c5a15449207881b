// Assembles shared/search/meaning/scan-kernel.wat into scan-kernel.ts. Only for whoever changes the .wat:
// `npm exec --package=wabt -- wat2wasm --enable-relaxed-simd …` prints the bytes that this script writes down.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = new URL('../../shared/search/meaning/', import.meta.url)
const work = mkdtempSync(join(tmpdir(), 'scan-kernel-'))
const output = join(work, 'kernel.wasm')
const source = new URL('scan-kernel.wat', folder).pathname
const result = spawnSync('npm', ['exec', '--yes', '--package=wabt@1.0.39', '--', 'wat2wasm', '--enable-relaxed-simd', source, '-o', output], {
  stdio: 'inherit',
})
if (result.status === 0) {
  const bytes = readFileSync(output).toString('base64')
  const lines = bytes.match(/.{1,120}/g).map((line) => `  '${line}',`)
  writeFileSync(
    new URL('scan-kernel.ts', folder),
    `// Made from scan-kernel.wat by scripts/search/build-scan-kernel.mjs; change it there.\nexport const scanKernel = [\n${lines.join('\n')}\n].join('')\n`,
  )
}
rmSync(work, { recursive: true, force: true })
process.exitCode = result.status ?? 1
