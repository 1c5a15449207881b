// `npm run bench:peers`: the same 500 writes of ten agents to Tandem and to its peers, each through the interface that it
// offers to agents. What a peer acknowledged is looked for afterwards in what it kept. ONLY=tandem,backlog measures those.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'gpt-tokenizer'
import { backlogCli, backlogMcp } from './backlog.ts'
import { NotHere } from './install.ts'
import { memory } from './memory.ts'
import { type Opened, type Peer, stopAll } from './peer.ts'
import { tandemCli, tandemMcp } from './tandem.ts'
import { taskMaster } from './task-master.ts'
import { taskwarrior } from './taskwarrior.ts'
import { agentCount, doTheWork, readFifty, writeCount } from './work.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
const peers: [string, () => Promise<Peer>][] = [
  ['tandem', async () => tandemMcp(version)],
  ['backlog', backlogMcp],
  ['task-master', taskMaster],
  ['memory', memory],
  ['taskwarrior', taskwarrior],
  ['tandem-cli', async () => tandemCli(version)],
  ['backlog-cli', backlogCli],
]
const only = process.env.ONLY?.split(',')
const scratch = mkdtempSync(join(tmpdir(), 'tandem-bench-peers-'))
const tokens = (text: string) => encode(text).length.toLocaleString('en')
const say = (line: string) => process.stdout.write(`${line}\n`)

let isStopping = false
async function stop(code: number): Promise<never> {
  isStopping = true
  await stopAll()
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
  process.exit(code)
}
process.once('SIGINT', () => void stop(130))
process.once('SIGTERM', () => void stop(143))

/** In an empty folder of its own. */
async function opened<T>(peer: Peer, purpose: string, use: (it: Opened) => Promise<T>): Promise<T> {
  const folder = join(scratch, `${peer.name.replace(/\W+/g, '-')}-${purpose}`)
  mkdirSync(folder)
  const it = await peer.open(folder)
  try {
    return await use(it)
  } finally {
    await it.close()
  }
}

/** Its row of the table, and below the table what it said no to. */
async function measure(peer: Peer): Promise<{ row: string; remarks: string[] }> {
  const work = await opened(peer, 'work', async (it) => ({ ...(await doTheWork(it)), remark: await it.remark?.() }))
  const { list, whole, tools } = await opened(peer, 'reading', async (it) => ({ ...(await readFifty(it)), tools: await it.toolList?.() }))
  const listCost = tools === undefined ? '–' : tokens(JSON.stringify(tools))
  const cells = [
    `${peer.name} (${peer.version})`,
    peer.noteIs,
    work.lost,
    work.astray,
    work.refused,
    `${work.seconds.toFixed(1)} s`,
    listCost,
    tokens(list),
    tokens(whole),
  ]
  const remarks = [...work.reasons].map(([reason, times]) => `- ${peer.name} refused ${times} times: ${reason}`)
  if (work.remark) remarks.push(`- ${peer.name} ${work.remark}`)
  return { row: `| ${cells.join(' | ')} |`, remarks }
}

try {
  say(`${agentCount} agents, ${writeCount} writes\n`)
  say('| | a note is | lost | on another task | refused | wall time | tool list | 50 tasks, listed | 50 tasks, whole |\n|---|---|---|---|---|---|---|---|---|')
  const remarks: string[] = []
  for (const [name, get] of peers) {
    if (only && !only.includes(name)) continue
    try {
      const measured = await measure(await get())
      say(measured.row)
      remarks.push(...measured.remarks)
    } catch (error) {
      if (isStopping) break
      // The others are measured all the same.
      const what = error instanceof NotHere ? 'was skipped' : 'could not be measured'
      remarks.push(`- ${name} ${what}: ${(error as Error).message.slice(0, 200)}`)
      if (!(error instanceof NotHere)) process.exitCode = 1
    }
  }
  say(`\n${remarks.join('\n')}`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
