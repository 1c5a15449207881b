// What axe finds wrong in a page.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** A change of theme runs through inherited colours level by level, each in its own frame: until nothing moves for three frames. */
const settled = (page: Page) =>
  page.evaluate(`(async () => {
    const moves = () => document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === 'running')
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    for (let still = 0; still < 3; still = moves() ? 0 : still + 1) await frame()
  })()`)

/** Each violation with the elements and what is wrong with them. `rules`: only these; else all. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  await settled(page)
  // Base UI's focus guards hand the focus on the moment they get it; a rule that only sees their markup cannot know.
  // Without frames there is nothing to gather in a second page, which would cost more than the check itself.
  // It would load itself twice for each look (1.3 MB of script); a page that it has once been in, knows it.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(new AxeBuilder({ page }).script())
  // What passed is counted, not described: nobody reads it.
  const axe = new AxeBuilder({ page, axeSource: ';' })
    .options({ resultTypes: ['violations'] })
    .exclude('[data-base-ui-focus-guard]')
    .setLegacyMode(true)
  const found = await (rules ? axe.withRules(rules) : axe).analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`)
}
