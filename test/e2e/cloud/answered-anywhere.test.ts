// An agent at one desktop asks or proposes, a phone is pushed, the person answers there, the agent goes on, and the other desktop shows who answered: through a
// cloud that is a process of its own, and that is killed in between.
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { callUrl } from '../../contract/target.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { newPerson, newTeam, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { builtWindow } from '../../support/cloud/cloud-window.ts'
import { openDatabase, type TestDatabase } from '../../support/cloud/postgres.ts'
import { connectHttp, type McpClient } from '../../support/mcp/mcp-clients.ts'
import { pushedBrowser, usePushService } from '../../support/push/push-browser.ts'
import { openPushServices } from '../../support/push/push-cloud.ts'
import { type Program, startProgram } from '../../support/service/program.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { openAs } from '../../support/service/signed-in.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

const folder = temporaryFolder()
const services = await openPushServices()
const visitor = useBrowser({ isWhole: true })
let database: TestDatabase
let cloud: Program
let ana: TestPerson
let team: TestTeam
let desktops: [SyncedDesktop, SyncedDesktop]
let agent: McpClient

/** Where the test fails while it asks, its end refuses the answer, which nobody waits for any more. */
function ask(arguments_: Record<string, unknown>): ReturnType<McpClient['call']> {
  const answer = agent.call('ask_person', arguments_)
  answer.catch(() => undefined)
  return answer
}

const startCloud = (port: string) =>
  startProgram(['test/support/cloud/impatient-cloud.ts', '--port', port, '--data-dir', folder.path], {
    DATABASE_URL: database.url,
    TANDEM_KEY: '7'.repeat(64),
    TANDEM_LOG: 'warn',
    TANDEM_PUSH_HOSTS: services.web.host,
    TANDEM_PUSH_CA: new URL('../../support/certificate/localhost.crt', import.meta.url).pathname,
    TANDEM_TEST_WINDOW: builtWindow,
  })

/** A team of its own: a second try finds nothing of the first. */
async function open(): Promise<void> {
  database = await openDatabase()
  cloud = await startCloud('0')
  const there = {
    call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => callUrl(`${cloud.url}/api${path}`, method, body, headers),
  }
  ana = await newPerson(there, 'Ana')
  team = await newTeam(there, ana, 'Kitchen')
  const openOne = async (name: string) => {
    const desktop = await openDesktop(name, cloud, team)
    await desktop.connect()
    await desktop.synced()
    return desktop
  }
  desktops = [await openOne('anas-desk'), await openOne('bos-desk')]
  agent = await connectHttp('modern', desktops[0].url(), 'claude', { tools: 'core' })
}

async function close(): Promise<void> {
  await agent.close()
  await Promise.all(desktops.map((desktop) => desktop.close()))
  await cloud.end('SIGTERM')
  await database.drop()
  services.web.pushed.length = 0
}

afterEach(() => expect(visitor.problems.filter((problem) => !problem.includes('ERR_CONNECTION_REFUSED'))).toEqual([]))
afterAll(async () => {
  await services.close()
  folder.remove()
})

test('[X41] [X42] [CL121] asked at one desktop, answered on the phone, shown at the other; also when the cloud is killed in between', async () => {
  await open()
  onTestFinished(close)
  const [first, second] = desktops
  const page = await openAs(visitor, cloud, ana, '/team/devices', {
    serviceWorkers: 'allow',
    prepare: (one) => usePushService(one, cloud.url, services.web),
  })
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByText('This browser gets notifications.').waitFor()
  await expect.poll(async () => (await ana.call('GET', '/devices')).body.length).toBe(1)
  const browser = await pushedBrowser(page, cloud.url)
  await page.goto(`${cloud.url}/favicon.svg`)

  const { id } = (await first.call('POST', '/tasks', { title: 'Sharpen the knives' })).body
  await first.synced()
  const pushed = () => services.web.pushed.map(({ payload }) => payload as Record<string, string>)
  const asks = 'claude has a question'
  const shownAt = (desktop: SyncedDesktop, question: string) =>
    until(`the answer to ${question} at ${desktop.name}`, async () =>
      ((await desktop.call('GET', '/questions?state=answered')).body as { question: string; answer: string; decided_by: { name: string } }[]).find(
        (one) => one.question === question,
      ),
    )

  const waiting = ask({ id, question: 'On which stone?', options: ['coarse', 'fine'], wait_seconds: 100 })
  await expect.poll(() => pushed().length).toBe(1)
  await browser.deliver(pushed()[0] as object)
  await browser.press(asks, 'answer 1')
  expect((await waiting).answer).toMatchObject({ outcome: 'answered', answer: 'fine', by: 'Ana' })
  expect(await shownAt(second, 'On which stone?')).toMatchObject({ answer: 'fine', decided_by: { name: 'Ana' } })

  const { port } = new URL(cloud.url)
  if (process.env.TANDEM_LONG) {
    const again = ask({ id, question: 'Also the scissors?', options: ['yes', 'no'], wait_seconds: 200 })
    await expect.poll(() => pushed().length).toBe(2)
    await browser.deliver(pushed()[1] as object)
    await cloud.end('SIGKILL')
    await browser.press(asks, 'answer 0')
    await expect.poll(async () => (await browser.notifications()).map(({ title }) => title)).toEqual([`Answer not saved: ${asks}`])
    cloud = await startCloud(port)
    await browser.press(`Answer not saved: ${asks}`, 'answer 0')
    expect((await again).answer).toMatchObject({ outcome: 'answered', answer: 'yes', by: 'Ana' })
    expect(await shownAt(second, 'Also the scissors?')).toMatchObject({ answer: 'yes', decided_by: { name: 'Ana' } })
  }
  const said = async () => ((await second.call('GET', `/tasks/${id}/comments`)).body as { body: string }[]).map(({ body }) => body.split('\n').at(-1))
  await expect.poll(said).toEqual(process.env.TANDEM_LONG ? ['fine', 'yes'] : ['fine'])

  await first.call('PUT', '/agents/claude/policy', { status: 'propose' })
  expect((await agent.call('set_task_status', { id, status: 'done' })).answer).toMatchObject({ outcome: 'proposed' })
  const proposed = await until('its push', async () => pushed().find(({ event }) => event === 'agent.proposal'))
  expect(proposed).toMatchObject({ body: '#1 Sharpen the knives: status: done' })
  await browser.deliver(proposed)
  await cloud.end('SIGKILL')
  const wants = 'claude wants your approval'
  await browser.press(wants, 'accept')
  await expect.poll(async () => (await browser.notifications()).map(({ title }) => title)).toEqual([`Not decided: ${wants}`])
  cloud = await startCloud(port)
  await browser.press(`Not decided: ${wants}`, 'accept')
  const yes = await until('the yes at the other desktop', async () => (await second.call('GET', '/proposals?state=accepted')).body[0])
  expect(yes).toMatchObject({ agent: 'claude', decided_by: { kind: 'person', name: 'Ana' } })
  // The decision and what it did come on two roads.
  for (const desktop of desktops) {
    await until(`the task done at ${desktop.name}`, async () => (await desktop.call('GET', `/tasks/${id}`)).body.status === 'done')
    const dones = (await desktop.call('GET', `/tasks/${id}/history`)).body.filter(
      ({ after }: { after: { status?: string } | null }) => after?.status === 'done',
    )
    expect(dones).toHaveLength(1)
  }
  expect((await agent.call('get_task', { id })).answer).toMatchObject({ status: 'done' })
}, 180_000)
