// What axe finds wrong in a page.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

type Found = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']
type RunOptions = Parameters<AxeBuilder['options']>[0]

// Not by way of the builder, which brings a megabyte of script twice for each check and has all that is right described, too.
const axeHome = createRequire(import.meta.url).resolve('@axe-core/playwright')
const source = readFileSync(createRequire(axeHome).resolve('axe-core/axe.min.js'), 'utf8')

/** A change of theme runs through inherited colours level by level, each in its own frame: until nothing moves for three frames. */
const settled = (page: Page) =>
  page.evaluate(`(async () => {
    const moves = () => document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === 'running')
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    for (let still = 0; still < 3; still = moves() ? 0 : still + 1) await frame()
  })()`)

/**
 * Each violation with the elements and what is wrong with them. Two thirds of what axe takes are for contrast, which is the theme's: journeys look at that
 * in the long version, `access.test` always.
 */
export const violations = (page: Page): Promise<string[]> => found(page, process.env.TANDEM_LONG ? {} : { rules: { 'color-contrast': { enabled: false } } })

/** `rules`: only these; else all. */
export const allViolations = (page: Page, rules?: string[]): Promise<string[]> => found(page, rules ? { runOnly: { type: 'rule', values: rules } } : {})

async function found(page: Page, more: RunOptions): Promise<string[]> {
  await settled(page)
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source)
  // Base UI's focus guards hand the focus on the moment they get it; a rule that only sees their markup cannot know.
  const context = { exclude: [['[data-base-ui-focus-guard]']] }
  const options: RunOptions = { resultTypes: ['violations'], ...more }
  const violations = await page.evaluate<Found>(`axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`)
}
