// `npm run checker -- --minutes 30 --mode sync|async --system ha|pair --seed N`: clients work while everything around them breaks, and what they saw is
// compared with what is there. Ends with 1 when a promise did not hold.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chooseSeed } from '../support/fuzz/random.ts'
import { roomyFolder } from '../support/roomy-folder.ts'
import { haSystemMissing, openHaSystem } from './ha-system.ts'
import { openPairSystem } from './pair-system.ts'
import { asJson, asMarkdown, holds } from './report.ts'
import { runChecker } from './run.ts'
import type { Mode } from './system.ts'

process.env.TMPDIR = roomyFolder()
Object.assign(process.env, { TANDEM_SECRETS: 'file', TANDEM_BRAKE: 'off', TANDEM_EMBEDDER: 'off', TANDEM_RERANKER: 'off' })

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    mode: { type: 'string', default: 'sync' },
    system: { type: 'string', default: 'pair' },
    seed: { type: 'string' },
    clients: { type: 'string', default: '8' },
    desktops: { type: 'string', default: '2' },
    out: { type: 'string', default: '.cache/checker' },
  },
})
const { minutes, mode, system, clients, desktops, out } = values
if (!['sync', 'async'].includes(mode)) throw new Error(`--mode must be sync or async; got '${mode}'.`)
if (!['pair', 'ha'].includes(system)) throw new Error(`--system must be pair or ha; got '${system}'.`)
if (!(Number(minutes) > 0)) throw new Error(`--minutes must be a number above 0; got '${minutes}'.`)
if (system === 'ha' && haSystemMissing) throw new Error(haSystemMissing)
const seed = values.seed === undefined ? chooseSeed() : Number(values.seed)
mkdirSync(out, { recursive: true })
const file = join(out, `${system}-${mode}-${seed}`)
console.log(`seed ${seed}, ${system}, ${mode}, ${minutes} min; history: ${file}.jsonl`)
const verdict = await runChecker(
  (now) => (system === 'ha' ? openHaSystem({ mode: mode as Mode, now }) : openPairSystem({ mode: mode as Mode, now, whole: true })),
  {
    seed,
    seconds: Number(minutes) * 60,
    clients: Number(clients),
    desktops: Number(desktops),
    pauseMs: 60,
    lasts: [2000, 8000],
    recoverMs: 120_000,
    noticeWithinMs: 10_000,
    file: `${file}.jsonl`,
    say: (line) => console.log(line),
  },
)
writeFileSync(`${file}.json`, JSON.stringify(asJson(verdict), null, 2))
writeFileSync(`${file}.journal.jsonl`, verdict.evidence.journal.map((row) => `${JSON.stringify(row)}\n`).join(''))
writeFileSync(`${file}.md`, asMarkdown(verdict))
console.log(asMarkdown(verdict))
process.exit(holds(verdict) ? 0 : 1)
