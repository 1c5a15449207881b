// Settings, Cloud: each state between a desktop and a team, with its way out.
import type { Page } from 'playwright-core'
import type { CloudStage } from './cloud-stage.ts'
import type { LocalStage } from './local-stages.ts'
import { everywhere, type Shot } from './shot.ts'
import { connect } from './team-shots.ts'

const state = async (desktop: LocalStage, wanted: (is: { state: string; waiting: number; conflicts: number }) => boolean) => {
  // Counted, for the clock stands still. A shot that was asked for without those before it (`--only`) is said, not waited for without end.
  for (let tries = 0; !wanted(await desktop.as('person').readRemote()); tries++) {
    if (tries === 400) throw new Error('the desktop never came into the state that this shot shows; take it together with those before it')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export function remoteShots(stage: () => CloudStage, desktop: () => LocalStage): Shot[] {
  const path = '/settings/cloud'
  let cut: string | undefined
  const titled = async (title: string) => {
    const task = (await desktop().as('person').listTasks()).find((one) => one.title.startsWith(title))
    if (!task) throw new Error(`no task "${title}"`)
    return task
  }
  const fill = async (page: Page, token: string) => {
    await page.getByLabel('Cloud address').fill(stage().cable.url)
    await page.getByLabel('API token').fill(token)
    await page.getByLabel('Team ID').fill(stage().team.id)
    await page.keyboard.press('Enter')
  }
  const shots: Omit<Shot, 'stage'>[] = [
    { name: 'settings-cloud', path, sizes: everywhere, prepare: (page) => page.getByText('npm run cloud').waitFor() },
    {
      name: 'settings-cloud-refused',
      path,
      async prepare(page) {
        await fill(page, `tdm_${'x'.repeat(39)}`)
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'settings-cloud-plan',
      path,
      sizes: everywhere,
      async prepare(page) {
        await fill(page, stage().team.token)
        await page.getByText('Connect to').waitFor()
      },
    },
    {
      name: 'settings-cloud-first',
      path,
      async prepare(page) {
        // The first sync of a long list, held still.
        const first = {
          state: 'first',
          url: stage().cable.url,
          team: { id: stage().team.id, name: 'Bakery North', role: 'owner' },
          progress: { done: 3120, total: 10_000 },
        }
        await page.route('**/remote', async (route) => {
          const reply = await route.fetch()
          await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), ...first } })
        })
        await page.reload()
        await page.getByRole('progressbar').waitFor()
      },
    },
    {
      name: 'settings-cloud-synced',
      path,
      sizes: everywhere,
      before: () => connect(desktop(), stage()),
      prepare: (page) => page.getByText('Nothing is waiting to be sent.').waitFor(),
    },
    {
      name: 'settings-cloud-offline',
      path,
      sizes: everywhere,
      async before() {
        if (cut) return
        cut = 'cut'
        stage().cable.cut()
        const me = desktop().as('person')
        await me.updateTask({ params: { id: (await titled('Order rye flour')).id }, body: { title: 'Order dark rye flour for the weekend' } })
        await me.createTask({ body: { title: 'Ask about the second oven' } })
        await me.updateTask({ params: { id: (await titled('Descale')).id }, body: { status: 'todo' } })
        await state(desktop(), ({ state: now, waiting }) => now === 'offline' && waiting >= 3)
      },
      prepare: (page) => page.getByRole('status').getByText('Can’t reach the cloud').waitFor(),
    },
    {
      name: 'review-conflict',
      path: '/review',
      sizes: everywhere,
      async before() {
        if (cut === 'repaired') return
        cut = 'repaired'
        const { team, cable } = stage()
        const there = ((await team.call('GET', '/tasks')).body as { id: number; title: string }[]).find(({ title }) => title.startsWith('Order rye'))
        await team.call('PATCH', `/tasks/${there?.id}`, { title: 'Order rye flour, 50 kg' })
        cable.mend()
        await desktop().as('person').syncRemote()
        await state(desktop(), ({ conflicts }) => conflicts > 0)
      },
      prepare: (page) => page.getByRole('article', { name: /edited on two devices/ }).waitFor(),
    },
    {
      name: 'conflict-on-task',
      path: '/open',
      sizes: everywhere,
      async prepare(page) {
        const task = (await desktop().as('person').listTasks()).find(({ title }) => /rye/.test(title))
        await page.goto(`${desktop().url}/open/${task?.id}`)
        await page.getByText('Edited on two devices').waitFor()
      },
    },
    {
      name: 'settings-cloud-revoked',
      path,
      sizes: everywhere,
      async before() {
        const { ana, team } = stage()
        await ana.call('DELETE', `/teams/${team.id}/tokens/${team.tokenId}`)
        await state(desktop(), ({ state: now }) => now === 'revoked')
      },
      prepare: (page) => page.getByRole('heading', { name: 'The cloud rejected the token' }).waitFor(),
    },
  ]
  return shots.map((shot) => ({ ...shot, stage: desktop }))
}
