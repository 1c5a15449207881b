// `npm run screenshots`: every screen of the web UI, light and dark, desktop and phone, into screenshots/ (which git ignores). The same run makes the same
// pictures. With --docs those that the documentation shows are rebuilt, in docs/screenshots/.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { launchChromium } from './chromium.ts'
import { fillReview, fillWithSample } from './sample-tasks.ts'
import { take } from './screenshots/camera.ts'
import { openCloudStage } from './screenshots/cloud-stage.ts'
import { deskShots, settingsShots } from './screenshots/desk-shots.ts'
import { entranceShots } from './screenshots/entrance-shots.ts'
import { failingShots } from './screenshots/failing-shots.ts'
import { hardShots } from './screenshots/hard-shots.ts'
import { importShots } from './screenshots/import-shots.ts'
import { type LocalStage, openLocal } from './screenshots/local-stages.ts'
import { fillWithMail, mailShots } from './screenshots/mail-shots.ts'
import { phoneShots } from './screenshots/phone-shots.ts'
import { remoteShots } from './screenshots/remote-shots.ts'
import type { Shot, Size } from './screenshots/shot.ts'
import { goTo, stopTheClock } from './screenshots/fixed-clock.ts'
import { teamShots } from './screenshots/team-shots.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    out: { type: 'string' },
    docs: { type: 'boolean', default: false },
    /** Instead of those that each picture has: wide, vast, middle, narrow, phone. */
    sizes: { type: 'string' },
    schemes: { type: 'string', default: 'light,dark' },
    language: { type: 'string', default: 'en' },
    /** As the system asks for more contrast. */
    contrast: { type: 'boolean', default: false },
    /** For looking, not for the documentation: long titles, one, many, German, right to left, 200 %. */
    hard: { type: 'boolean', default: false },
  },
})
process.env.TZ = 'UTC'
// Nobody's keychain is asked for pictures.
process.env.TANDEM_SECRETS = 'file'
spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' })
const inDocs = join(root, 'docs', 'screenshots')
const target = values.out ?? (values.docs ? inDocs : join(root, 'screenshots'))
mkdirSync(target, { recursive: true })
stopTheClock()

const closing: (() => Promise<void>)[] = []
const locals: LocalStage[] = []
async function local(name: string): Promise<LocalStage> {
  const stage = await openLocal(name)
  locals.push(stage)
  closing.push(() => stage.remove())
  return stage
}

/** Opened when the first picture asks for it. */
function once<T>(open: () => Promise<T>): { open: () => Promise<T>; get: () => T } {
  let opened: Promise<T> | undefined
  let value: T | undefined
  return {
    open: async () => (value = await (opened ??= open())),
    get: () => value as T,
  }
}

const desk = once(async () => {
  const stage = await local('desk')
  goTo(4.5)
  const sample = await fillWithSample(stage.url)
  await fillReview(stage)
  // What looks alike is found a moment later.
  while ((await stage.as('person').listDuplicates()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
  goTo(0)
  return { ...stage, ...sample }
})
const empty = once(() => local('empty'))
const elsewhere = once(() => local('import'))
const mail = once(async () => {
  const stage = await local('mail')
  return { ...stage, ...(await fillWithMail(stage)) }
})
const frail = once(async () => {
  const stage = await local('frail')
  for (const title of ['Order a second label printer', 'Ask for the price of new shelves', 'Write the release notes'])
    await stage.as('person').createTask({ body: { title } })
  return stage
})
const joined = once(async () => {
  const stage = await local('joined')
  for (const title of ['Book the van for the market', 'Sharpen the knives']) await stage.as('person').createTask({ body: { title } })
  await stage.as('person').createContact({ body: { name: 'Lena Brandt', email: 'lena@example.org' } })
  return stage
})
const cloud = once(async () => {
  const stage = await openCloudStage()
  closing.push(() => stage.remove())
  return stage
})

const groups: [stages: { open: () => Promise<unknown> }[], shots: Shot[]][] = values.hard
  ? [[[desk, empty], hardShots(local, desk.get)]]
  : [
      [
        [desk, empty],
        [...deskShots(desk.get, empty.get), ...settingsShots(desk.get)],
      ],
      [[elsewhere], importShots(elsewhere.get)],
      [[mail], mailShots(mail.get)],
      [[frail], failingShots(frail.get)],
      [[cloud], [...entranceShots(cloud.get), ...phoneShots(cloud.get)]],
      [
        [cloud, joined],
        [...remoteShots(cloud.get, joined.get).slice(0, 4), ...teamShots(cloud.get, joined.get), ...remoteShots(cloud.get, joined.get).slice(4)],
      ],
    ]

/** "cloud-board-phone-dark.png": the shot, the size where it is not wide, the scheme. */
const shown = new Set(readdirSync(inDocs))
const fileOf = (shot: Shot, size: Size, scheme: string) => `${shot.name}${size === 'wide' ? '' : `-${size}`}-${scheme}.png`
const wanted = values.only.split(',').filter(Boolean)
const isWanted = ({ name }: Shot) =>
  (!values.docs || [...shown].some((file) => file.startsWith(`${name}-`))) &&
  (wanted.length === 0 || wanted.some((one) => name === one || (one.endsWith('*') && name.startsWith(one.slice(0, -1)))))
const browser = await launchChromium()
async function end(): Promise<void> {
  await browser.close().catch(() => undefined)
  for (const close of closing.splice(0).toReversed()) await close()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end().then(() => process.exit(1)))
const own = (): [string, string][] => [
  ...locals.flatMap(({ url, dataDir }): [string, string][] => [
    [dataDir, '/home/ana/.local/share/tandem'],
    [url, 'http://127.0.0.1:4820'],
  ]),
  ...(cloud.get() ? [cloud.get().url, cloud.get().cable.url] : []).map((url): [string, string] => [url, 'https://tandem.example.org']),
  [root, '/home/ana/tandem'],
  [tmpdir(), '/home/ana'],
]
let pictures = 0
const problems: string[] = []
for (const [stages, shots] of groups) {
  const some = shots.filter(isWanted)
  if (some.length === 0) continue
  for (const stage of stages) await stage.open()
  for (const shot of some) {
    for (const size of (values.sizes?.split(',') as Size[] | undefined) ?? shot.sizes ?? ['wide']) {
      const all = values.schemes.split(',') as ('light' | 'dark')[]
      const schemes = values.docs ? all.filter((scheme) => shown.has(fileOf(shot, size, scheme))) : all
      if (schemes.length === 0) continue
      const options = { target, language: values.language, contrast: values.contrast ? ('more' as const) : ('no-preference' as const), schemes, instead: own }
      const problem = await take(browser, shot, size, options)
      if (problem) problems.push(problem)
      pictures += options.schemes.length
    }
  }
}
await end()
for (const problem of problems) console.error(problem)
console.log(`${pictures} pictures in ${target}`)
process.exit(problems.length === 0 ? 0 : 1)
