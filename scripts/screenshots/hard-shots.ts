// What is hard to draw: long words, one, many, another language, right to left, twice as large. For looking at, not for the documentation.
import type { LocalStage } from './local-stages.ts'
import type { Shot, Stage } from './shot.ts'

const long =
  'The invoice of the quarterly maintenance contract for the warehouse in the northern harbour shows last year’s address and an amount that nobody can explain'
const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const arabic = 'تقرير المبيعات الشهري لا يعرض السنة الصحيحة'

export function hardShots(open: (name: string) => Promise<LocalStage>, desk: () => Stage & { main: number }): Shot[] {
  let stage: LocalStage | undefined
  let one: LocalStage | undefined
  const hard = () => stage as LocalStage
  async function fill(): Promise<void> {
    if (stage) return
    const [many, single] = [await open('hard'), await open('one')]
    const me = many.as('person')
    const labels = ['accounting', 'warehouse-north', 'a-rather-long-label-that-goes-on', 'bug', 'q4', 'security']
    await me.createContact({
      body: { name: `${word} ${word}`, email: `${'long.'.repeat(12)}address@a-very-long-company-name.example.org`, organization: long, role: long },
    })
    for (let n = 0; n < 120; n++) {
      const title = [long, word.repeat(3), arabic, `Task number ${n}`, 'x'][n % 5] as string
      const status = (['backlog', 'todo', 'in_progress', 'in_review', 'done'] as const)[n % 5]
      const priority = (['low', 'medium', 'high'] as const)[n % 3]
      await me.createTask({
        body: { title, status, priority, labels: labels.slice(0, n % 7), requesters: n % 2 ? [`${word} ${word}`] : ['ana', 'jo', 'mika'] },
      })
    }
    await single.as('person').createTask({
      body: {
        title: 'The only one',
        description: `${word.repeat(4)}\n\n| a | b |\n|---|---|\n| ${word} | ${word} |\n\n\`\`\`\n${'code '.repeat(60)}\n\`\`\``,
      },
    })
    await single.as('agent:claude').createComment({ params: { id: 1 }, body: { body: `${word.repeat(3)} ${arabic}` } })
    stage = many
    one = single
  }
  const views = [
    'open',
    'board',
    'all',
    'today',
    'people',
    'review',
    'activity',
    'settings/cloud',
    'settings/agents',
    'settings/data',
    'settings/appearance',
    'settings/reminders',
    'settings/search',
  ]
  const shown = (name: string, more: Partial<Shot> = {}): Shot[] =>
    views.map((view) => ({
      name: `${name}-${view.replace('/', '-')}`,
      stage: desk,
      path: `/${view}`,
      before: fill,
      prepare: (page) => page.locator('main').first().waitFor(),
      ...more,
    }))
  const rtl: Partial<Shot> = {
    async prepare(page) {
      await page.locator('main').first().waitFor()
      await page.evaluate("document.documentElement.dir = 'rtl'")
    },
  }
  const double: Partial<Shot> = {
    async prepare(page) {
      await page.setViewportSize({ width: 720, height: 450 })
      await page.locator('main').first().waitFor()
    },
  }
  const wideAndPhone: Shot['sizes'] = ['wide', 'phone']
  return [
    ...shown('de', { language: 'de', sizes: wideAndPhone }),
    {
      name: 'de-task',
      stage: desk,
      path: () => `/open/${desk().main}`,
      language: 'de',
      sizes: wideAndPhone,
      before: fill,
      prepare: (page) => page.getByText('Expected: both').waitFor(),
    },
    ...shown('rtl', { ...rtl, sizes: wideAndPhone }).slice(0, 8),
    { name: 'rtl-task', stage: desk, path: () => `/open/${desk().main}`, sizes: wideAndPhone, before: fill, ...(rtl as Required<Pick<Shot, 'prepare'>>) },
    ...shown('double', double).slice(0, 9),
    ...['open', 'board', 'all?group=label', 'people', 'activity', 'today', 'people/new', 'review', 'open/116', 'open/117', 'open/118', 'open/404'].map(
      (path): Shot => ({
        name: `long-${path.replaceAll(/\W/g, '-')}`,
        stage: hard,
        path: `/${path}`,
        sizes: wideAndPhone,
        before: fill,
        prepare: (page) => page.locator('main').first().waitFor(),
      }),
    ),
    ...['open/1', 'board', 'today', 'people', 'activity', 'all'].map(
      (path): Shot => ({
        name: `one-${path.replaceAll(/\W/g, '-')}`,
        stage: () => one as LocalStage,
        path: `/${path}`,
        sizes: wideAndPhone,
        before: fill,
        prepare: (page) => page.locator('main').first().waitFor(),
      }),
    ),
  ]
}
