// The web UI on the list of a person who works with agents.
import type { Page } from 'playwright-core'
import { everywhere, type Shot, type Stage } from './shot.ts'

export const listed = (page: Page) => page.getByText('Retry loop').first().waitFor()
export const described = (page: Page) => page.getByText('Expected: both').waitFor()

export function deskShots(desk: () => Stage & { main: number }, empty: () => Stage): Shot[] {
  const main = (view: string) => () => `/${view}/${desk().main}`
  const shots: (Omit<Shot, 'stage'> & { isEmpty?: boolean })[] = [
    { name: 'inbox', path: '/open', sizes: everywhere, prepare: listed },
    { name: 'detail', path: main('open'), sizes: everywhere, prepare: described },
    {
      name: 'history',
      path: main('open'),
      async prepare(page) {
        await described(page)
        await page.getByRole('tab', { name: /History/ }).click()
      },
    },
    {
      name: 'quick-add',
      path: main('open'),
      async prepare(page) {
        await described(page)
        await page.keyboard.press('c')
        await page.keyboard.insertText('hsync on ChecksumFileSystem does not sync to disk tomorrow 9am !high #bug')
        await page.getByText('Possible duplicate').first().waitFor()
      },
    },
    {
      name: 'search',
      path: main('open'),
      async prepare(page) {
        await described(page)
        await page.keyboard.press('Control+k')
        await page.keyboard.type('users sign in')
        await page
          .getByRole('option', { name: /Sign-in page/ })
          .first()
          .waitFor()
      },
    },
    { name: 'activity', path: '/activity', sizes: everywhere, prepare: (page) => page.getByText('codex').first().waitFor() },
    {
      name: 'activity-undo',
      path: '/activity',
      async prepare(page) {
        await page.getByRole('button', { name: 'Undo all of these' }).first().click()
        await page.getByText('This would').waitFor()
      },
    },
    { name: 'today', path: '/today', sizes: everywhere, prepare: (page) => page.getByText('hsync').first().waitFor() },
    { name: 'board', path: '/board', sizes: everywhere, prepare: listed },
    { name: 'board-detail', path: main('board'), prepare: described },
    { name: 'list', path: '/all?sort=priority&group=label', prepare: listed },
    {
      name: 'list-picked',
      path: '/all',
      async prepare(page) {
        await listed(page)
        for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key)
        await page.getByRole('toolbar').waitFor()
      },
    },
    {
      name: 'shortcuts',
      path: '/open',
      async prepare(page) {
        await listed(page)
        await page.keyboard.press('?')
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'contacts', path: '/people/ana-lopez', sizes: everywhere, prepare: (page) => page.getByText('Requests').waitFor() },
    { name: 'contact-new', path: '/people/new', prepare: (page) => page.getByLabel('Name').waitFor() },
    { name: 'review', path: '/review', sizes: everywhere, prepare: (page) => page.getByText('Possible duplicate').first().waitFor() },
    { name: 'review-empty', path: '/review', isEmpty: true, prepare: (page) => page.getByText('Nothing to review').waitFor() },
    { name: 'board-empty', path: '/board', isEmpty: true, prepare: (page) => page.getByText('in five columns').waitFor() },
    { name: 'empty', path: '/open', isEmpty: true, sizes: everywhere, prepare: (page) => page.getByText('One list for you').waitFor() },
    {
      name: 'search',
      path: '/open',
      sizes: ['phone'],
      async prepare(page) {
        await listed(page)
        await page.getByRole('button', { name: 'Search' }).last().tap()
        await page.keyboard.type('sign')
        await page
          .getByRole('option', { name: /Sign-in page/ })
          .first()
          .waitFor()
      },
    },
  ]
  return shots.map(({ isEmpty, ...shot }) => ({ ...shot, stage: isEmpty ? empty : desk }))
}

export function settingsShots(desk: () => Stage): Shot[] {
  return [
    ...(['appearance', 'reminders', 'search', 'mail', 'data', 'shortcuts', 'about'] as const).map(
      (section): Shot => ({
        name: `settings-${section}`,
        stage: desk,
        path: `/settings/${section}`,
        prepare: (page) => page.locator('section h2').first().waitFor(),
      }),
    ),
    {
      name: 'settings-mail-servers',
      stage: desk,
      path: '/settings/mail',
      // Nothing is found for it, so every field is there to be filled in.
      async prepare(page) {
        await page.getByRole('button', { name: /Connect a mailbox|Postfach verbinden/ }).click()
        await page.getByLabel(/Email address|E-Mail-Adresse/).fill('orders@bakery.invalid')
        await page.keyboard.press('Enter')
        await page.locator('input[type=password]').waitFor()
      },
    },
    {
      name: 'settings-agents',
      stage: desk,
      path: '/settings/agents',
      async prepare(page) {
        await page.getByText('claude mcp add').first().waitFor()
        await page.getByRole('button', { name: /^claude/ }).click()
      },
    },
  ]
}
