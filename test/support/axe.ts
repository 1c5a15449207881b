// What axe finds wrong in a page.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Each violation with the elements and what is wrong with them. `rules`: only these; else all. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Base UI's focus guards hand the focus on the moment they get it; a rule that only sees their markup cannot know.
  // Without frames there is nothing to gather in a second page, which would cost more than the check itself.
  const axe = new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]').setLegacyMode(true)
  const found = await (rules ? axe.withRules(rules) : axe).analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`)
}
