// Lighthouse by npx, once as a desktop and once as a phone. It is no dependency of Tandem: where npm cannot fetch it, that is said and the rest stands.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumArgs, chromiumPath } from '../../../scripts/chromium.ts'

const program = 'lighthouse@13.5.0'
const goals = { performance: 95, accessibility: 100, 'best-practices': 100 }
const timeoutMs = 150_000

interface Report {
  environment: { benchmarkIndex: number }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>
}

function run(args: readonly string[]): Promise<{ code: number | null; said: string }> {
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx'
  const child = spawn(npx, ['--yes', program, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: process.env, shell: process.platform === 'win32' })
  const timer = setTimeout(() => child.kill(), timeoutMs)
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

/** What costs points. */
function findings({ categories, audits }: Report): string[] {
  return Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `    ${audits[id]?.title}: ${audits[id]?.displayValue ?? 'fails'}`),
  )
}

const scoreOf = ({ categories }: Report, name: string) => Math.round((categories[name]?.score ?? 0) * 100)

async function report(url: string, preset: 'desktop' | 'phone'): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-lighthouse-'))
  const file = join(folder, 'report.json')
  try {
    const { code, said } = await run([
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--chrome-path=${await chromiumPath()}`,
      `--chrome-flags=${[...chromiumArgs, '--headless=new'].join(' ')}`,
      `--only-categories=${Object.keys(goals).join(',')}`,
      ...(preset === 'desktop' ? ['--preset=desktop'] : []),
    ])
    if (code !== 0) throw new Error(`ended with ${code}: ${lastLine(said)}`)
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const lastLine = (said: string) => said.trim().split('\n').at(-1)?.slice(0, 200) ?? ''

/** The lines to print for one address, as a desktop and as a phone: the run in the middle of `times`, as Lighthouse's makers advise. */
export async function lighthouse(url: string, times = 3): Promise<string[]> {
  const fetched = await run(['--version'])
  if (fetched.code !== 0) return [`Lighthouse: SKIPPED, \`npx ${program}\` is not to be had here: ${lastLine(fetched.said)}`]
  const lines: string[] = []
  for (const preset of ['desktop', 'phone'] as const) {
    const reports: Report[] = []
    try {
      // One after the other: each wants the whole machine.
      while (reports.length < times) reports.push(await report(url, preset))
    } catch (error) {
      lines.push(`Lighthouse, ${preset}: a run ${String(error)}`)
    }
    const middle = reports.toSorted((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))[Math.floor(reports.length / 2)]
    if (!middle) continue
    const scores = Object.entries(goals).map(
      ([name, goal]) => `${name} ${scoreOf(middle, name)} (${scoreOf(middle, name) >= goal ? 'met' : `MISSED, ≥ ${goal}`})`,
    )
    const all = reports.map((one) => `${scoreOf(one, 'performance')} at ${one.environment.benchmarkIndex.toFixed(0)}`).join(', ')
    lines.push(
      `Lighthouse, ${preset}: ${scores.join(', ')}`,
      `    performance of each run, and how fast Lighthouse found the machine: ${all}`,
      ...findings(middle),
    )
  }
  return lines
}
