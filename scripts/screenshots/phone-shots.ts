// The team on a phone: the cloud's window, installed or in a tab.
import type { Page } from 'playwright-core'
import { keptForOffline } from '../../test/support/cloud/cloud-window.ts'
import type { CloudStage } from './cloud-stage.ts'
import type { Shot } from './shot.ts'

const listed = (page: Page) => page.getByText('Oven two').first().waitFor()

export function phoneShots(stage: () => CloudStage): Shot[] {
  const shots: Omit<Shot, 'stage'>[] = [
    { name: 'cloud-inbox', path: '/open', sizes: ['wide', 'phone'], prepare: listed },
    { name: 'cloud-board', path: '/board', sizes: ['phone'], prepare: listed },
    { name: 'cloud-task', path: () => `/open/${stage().main}`, sizes: ['wide', 'phone'], prepare: (page) => page.getByText('a spare one').waitFor() },
    {
      name: 'cloud-offline',
      path: '/open',
      sizes: ['wide', 'phone'],
      async prepare(page) {
        await listed(page)
        await keptForOffline(page)
        await page.context().setOffline(true)
        await page.getByRole('alert').filter({ hasText: 'You’re offline' }).waitFor()
        // The coffee machine, and the rye flour.
        await page
          .getByRole('button', { name: /^Backlog\. Complete/ })
          .last()
          .click()
        await page.getByRole('alert').filter({ hasText: 'One change will be sent' }).waitFor()
        await page.getByRole('button', { name: 'To do. Complete #2' }).click()
        await page.getByRole('alert').filter({ hasText: '2 changes will be sent' }).waitFor()
      },
    },
    {
      name: 'cloud-more',
      path: '/open',
      sizes: ['phone'],
      async prepare(page) {
        await listed(page)
        await page.getByRole('button', { name: /^More/ }).tap()
        await page.getByRole('menu').waitFor()
      },
    },
    {
      name: 'cloud-quick-add',
      path: '/open',
      sizes: ['phone'],
      async prepare(page) {
        await listed(page)
        await page.getByRole('button', { name: /New/ }).last().tap()
        await page.keyboard.insertText('Call the mill tomorrow 9am !high #orders @mika')
        await page.getByRole('button', { name: 'Remove !high' }).waitFor()
      },
    },
  ]
  return shots.map((shot) => ({ ...shot, stage }))
}
