// Lighthouse by npx, once as a desktop and once as a phone. It is no dependency of Tandem: where npm cannot fetch it, that is said and the rest stands.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumArgs, chromiumPath } from '../../../scripts/chromium.ts'

const program = 'lighthouse@13.5.0'
const goals = { performance: 95, accessibility: 100, 'best-practices': 100 }
const patience = 150_000

interface Report {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>
}

function run(args: readonly string[]): Promise<{ code: number | null; said: string }> {
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx'
  const child = spawn(npx, ['--yes', program, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: process.env, shell: process.platform === 'win32' })
  const timer = setTimeout(() => child.kill(), patience)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, said: error.message }))
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, said })
    })
  })
}

/** What costs points, and the moments behind the score. */
function findings({ categories, audits }: Report): string[] {
  const missed = Object.entries(categories).flatMap(([, { auditRefs }]) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${audits[id]?.title}: ${audits[id]?.displayValue ?? 'fails'}`),
  )
  return missed.map((text) => `    ${text}`)
}

/** The lines to print for one address, as a desktop and as a phone. */
export async function lighthouse(url: string): Promise<string[]> {
  const lines: string[] = []
  for (const preset of ['desktop', 'phone'] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'tandem-lighthouse-'))
    const file = join(folder, 'report.json')
    const flags = [...chromiumArgs, '--headless=new'].join(' ')
    // oxlint-disable-next-line no-await-in-loop -- one after the other: both want the whole machine
    const { code, said } = await run([
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--chrome-path=${await chromiumPath()}`,
      `--chrome-flags=${flags}`,
      `--only-categories=${Object.keys(goals).join(',')}`,
      ...(preset === 'desktop' ? ['--preset=desktop'] : []),
    ])
    if (code !== 0) {
      lines.push(`Lighthouse, ${preset}: SKIPPED, \`npx ${program}\` ended with ${code}: ${said.trim().split('\n').at(-1)?.slice(0, 160)}`)
    } else {
      const report = JSON.parse(readFileSync(file, 'utf8')) as Report
      const scores = Object.entries(goals).map(([name, goal]) => {
        const score = Math.round((report.categories[name]?.score ?? 0) * 100)
        return `${name} ${score} (${score >= goal ? 'met' : `MISSED, ≥ ${goal}`})`
      })
      lines.push(`Lighthouse, ${preset}: ${report.runtimeError?.message ?? scores.join(', ')}`, ...findings(report))
    }
    rmSync(folder, { recursive: true, force: true })
  }
  return lines
}
