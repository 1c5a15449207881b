// The little HTML that to-do programs' editors write, as Markdown. What it does not know it leaves to its text.

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function isHtml(text: string): boolean {
  return /<(p|br|ul|ol|li|h[1-6]|div|strong|em|a|code|pre|blockquote)\b[^>]*>/i.test(text)
}

export function markdownOfHtml(html: string): string {
  if (!isHtml(html)) return html
  const rules: [RegExp, string | ((...match: string[]) => string)][] = [
    [/\r?\n/g, ' '],
    [/<li\b[^>]*data-checked="true"[^>]*>/gi, '\n- [x] '],
    [/<li\b[^>]*data-checked="false"[^>]*>/gi, '\n- [ ] '],
    [/<label\b.*?<\/label>/gi, ''],
    [/<h([1-6])\b[^>]*>(.*?)<\/h\1>/gi, (_, level, text) => `\n\n${'#'.repeat(Number(level))} ${text}\n\n`],
    [/<(strong|b)\b[^>]*>(.*?)<\/\1>/gi, '**$2**'],
    [/<(em|i)\b[^>]*>(.*?)<\/\1>/gi, '*$2*'],
    [/<code\b[^>]*>(.*?)<\/code>/gi, '`$1`'],
    [/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gi, '[$2]($1)'],
    [/<li\b[^>]*>\s*(<p\b[^>]*>)?/gi, '\n- '],
    [/(\n- (?:\[[x ]\] )?)\s*(?:<(?:p|div)\b[^>]*>\s*)+/gi, '$1'],
    [/<\/li>/gi, ''],
    [/<br\b[^>]*>/gi, '  \n'],
    [/<\/?(p|div|ul|ol|blockquote|pre)\b[^>]*>/gi, '\n\n'],
    [/<[a-z/!][^>]*>/gi, ''],
    [/&#(\d+);/g, (_, code) => (Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : '')],
    [/&(\w+);/g, (whole, name) => entities[name ?? ''] ?? whole ?? ''],
    [/[ \t]+\n(?!\S)/g, '\n'],
    [/\n\n+(?=- )/g, '\n'],
    [/\n{3,}/g, '\n\n'],
  ]
  return rules.reduce((text, [pattern, by]) => (typeof by === 'string' ? text.replaceAll(pattern, by) : text.replaceAll(pattern, by)), html).trim()
}
