import { expect, test } from 'vitest'
import { markdownOfHtml } from './import-html.ts'

test.each([
  ['plain & simple, 1 < 2', 'plain & simple, 1 < 2'],
  ['<p>One</p><p>Two &amp; <em>three</em></p>', 'One\n\nTwo & *three*'],
  ['<h2>Head</h2><p>a<br>b</p>', '## Head\n\na  \nb'],
  [
    '<ul data-type="taskList"><li data-checked="true"><label><input type="checkbox"></label><div><p>done</p></div></li><li data-checked="false"><p>open</p></li></ul>',
    '- [x] done\n- [ ] open',
  ],
  ['<p>See <a href="https://example.org/?a=1" rel="x">this</a> and <code>x &lt; y</code></p>', 'See [this](https://example.org/?a=1) and `x < y`'],
  ['<p><script>alert(1)</script>&#65;&unknown;</p>', 'alert(1)A&unknown;'],
])('%j', (html, markdown) => expect(markdownOfHtml(html)).toBe(markdown))
