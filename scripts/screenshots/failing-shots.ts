// What a person sees when something does not work: the service is gone, a write is refused.
import type { LocalStage } from './local-stages.ts'
import { everywhere, type Shot } from './shot.ts'

export function failingShots(frail: () => LocalStage): Shot[] {
  return [
    {
      name: 'service-gone',
      stage: frail,
      path: '/open/2',
      sizes: everywhere,
      before: () => frail().start(),
      async prepare(page) {
        await page.getByRole('textbox', { name: 'Title' }).waitFor()
        await frail().stop()
        await page.getByRole('alert').first().waitFor()
        if ((page.viewportSize()?.width ?? 0) < 700) return
        await page.keyboard.press('m')
        await page.keyboard.insertText('Asked the supplier; the answer comes on')
      },
      after: () => frail().start(),
    },
    {
      name: 'write-refused',
      stage: frail,
      path: '/open',
      sizes: everywhere,
      async prepare(page) {
        const { id } = await frail()
          .as('person')
          .createTask({ body: { title: 'Return the borrowed projector' } })
        await page.getByText('borrowed projector').first().waitFor()
        // Somebody deletes it in the moment before the write arrives.
        await page.route(`**/tasks/${id}`, async (route) => {
          if (route.request().method() === 'PATCH') await frail().as('agent:claude').deleteTask({ params: { id } })
          await route.continue()
        })
        await page.getByRole('button', { name: `Backlog. Complete #${id}` }).click()
        await page
          .getByRole('status')
          .filter({ hasText: /not|gone|deleted/ })
          .first()
          .waitFor()
      },
    },
  ]
}
