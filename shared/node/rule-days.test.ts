import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('[S9] the library is loaded by the first rule that asks, and by nothing before', async () => {
  const { href } = new URL('.', import.meta.url)
  const program = `
    import { createRequire } from 'node:module'
    const isLoaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('rrule-temporal'))
    await import('${href}../domain/time/schedule-rules.ts')
    const { ruleDays } = await import('${href}rule-days.ts')
    const before = isLoaded()
    const day = ruleDays.next('FREQ=MONTHLY;BYDAY=1MO', '2031-01-01', '2031-01-01')
    console.log(JSON.stringify([before, day, isLoaded()]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  expect(JSON.parse(stdout)).toEqual([false, '2031-01-06', true])
})
