import { afterEach, describe, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { startWindow } from '../../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))

const description = `NullPointerException in Foo.<init> when **each** Map<String, List<FileRange>> is empty.

<property>
  <name>dfs.replication</name>
</property>

- <script>alert(1)</script>
- <img src=x onerror="document.title='hacked'">

> <!-- a note -->

| a | b |
|---|---|
| <td> | 1 |

<b>not bold</b> and \`<code>\``

describe('text in angle brackets', () => {
  test('is shown as it was written, and never is HTML', async () => {
    const { id } = await me.createTask({ body: { title: 'Brackets', description } })
    await me.createComment({ params: { id }, body: { body: 'See <FileRange> and <iframe src="/health"></iframe>' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    const detail = page.locator('[data-detail]')
    await detail.locator('strong', { hasText: 'each' }).waitFor()
    const shown = (await detail.innerText()).replaceAll('\u00A0', ' ')
    for (const text of [
      'Foo.<init> when each Map<String, List<FileRange>> is empty.',
      '<property>\n  <name>dfs.replication</name>\n</property>',
      '<script>alert(1)</script>',
      `<img src=x onerror="document.title='hacked'">`,
      '<!-- a note -->',
      '<td>',
      '<b>not bold</b> and <code>',
      'See <FileRange> and <iframe src="/health"></iframe>',
    ]) {
      expect(shown).toContain(text)
    }
    expect(await detail.locator('.markdown :is(script, img, iframe, b, property)').count()).toBe(0)
    expect(await page.title()).not.toBe('hacked')
  })
})

test('the end of a line is one, as in the mail that it came from', async () => {
  const { id } = await me.createTask({ body: { title: 'From a mail', description: 'Thanks!\n\nKind regards\nLena **M.**\nSales' } })
  const page = await visitor.open(`${tandem.url}/open/${id}`)
  await page.locator('[data-detail] strong', { hasText: 'M.' }).waitFor()
  expect(await page.locator('[data-detail] .markdown').innerText()).toBe('Thanks!\n\nKind regards\nLena M.\nSales')
})
