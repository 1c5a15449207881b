// Whether a thumb hits what is in a page.
import type { Page } from 'playwright-core'

/** What is visible of `selector` and lower than 44 px (or narrower, where `narrow` matches), in words. One call for all of them: there are hundreds. */
export async function tooSmall(page: Page, selector: string, narrow = ':not(*)'): Promise<{ seen: number; small: string[] }> {
  return page.evaluate(
    `(() => {
      const boxes = [...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => ({ one, box: one.getBoundingClientRect() }))
      const seen = boxes.filter(({ one, box }) => box.width > 0 && box.height > 0 && one.checkVisibility({ visibilityProperty: true }))
      const small = seen.filter(({ one, box }) => box.height < 43.5 || (one.matches(${JSON.stringify(narrow)}) && box.width < 43.5))
      return { seen: seen.length, small: small.map(({ one, box }) => box.width + ' × ' + box.height + ': ' + one.outerHTML.slice(0, 160)) }
    })()`,
  )
}
