// The page for signing in offers what the operator allows.
import { afterAll, afterEach, expect, test } from 'vitest'
import { useBrowser } from '../../../support/browser/browser.ts'
import { openCloudWindow } from '../../../support/cloud/cloud-window.ts'

const cloud = await openCloudWindow({ signUps: 'closed' })
const visitor = useBrowser()
afterEach(() => expect(visitor.problems.splice(0).filter((problem) => !/status of 401/.test(problem))).toEqual([]))
afterAll(() => cloud.close())

test.runIf(process.env.TANDEM_LONG)('[CL170] where nobody may, no account is offered, whatever link led here', async () => {
  const page = await visitor.open(`${cloud.url}/#sign-up`, { serviceWorkers: 'block' })
  await page.getByRole('button', { name: 'Forgot your password?' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /Create|Konto/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
})
