// A list from elsewhere, on the screen that takes it in.
import type { Page } from 'playwright-core'
import { everywhere, type Shot, type Stage } from './shot.ts'

const table = `title;status;labels;due;reporter
Renew the certificate of the mail gateway;doing;ops;2027-01-04;Mika Kern
Invoice PDF shows the wrong year;open;bug, billing;;Ana Lopez
Book flights for the retreat;open;;2027-02-11;
;open;ops;;
Database backup fails on Sundays;blocked;ops;;Mika Kern
Ask for the price of new shelves;waiting for Ana;;;
`

async function lookInto(page: Page): Promise<void> {
  const file = { name: 'tasks of the old tracker.csv', mimeType: 'text/csv', buffer: Buffer.from(table) }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByRole('button', { name: /^Import \d/ }).waitFor()
}

/** `empty`: a list that is taken for these pictures alone, and is empty again afterwards. */
export function importShots(empty: () => Stage): Shot[] {
  const shot = { stage: empty, path: '/settings/data', sizes: everywhere }
  return [
    { ...shot, name: 'import-preview', prepare: lookInto },
    {
      ...shot,
      name: 'import-report',
      async prepare(page) {
        await lookInto(page)
        await page.getByRole('button', { name: /^Import \d/ }).click()
        await page.getByRole('button', { name: 'Undo import' }).waitFor()
      },
      async after(page) {
        await page.getByRole('button', { name: 'Undo import' }).click()
        await page.locator('input[type=file]').first().waitFor({ state: 'attached' })
      },
    },
  ]
}
