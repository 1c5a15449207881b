// Which links of a page may go to the person's other programs. Pure: what a link is, not what is done with it.

/** What a draft may hold: no attachments, no hidden recipients, no headers of a stranger's choice. */
const draftFields = new Set(['subject', 'body'])
const longestDraft = 2100

/** Sites over https, and drafts of a mail. A draft is only opened; whoever reads it sends it. */
export function mayGoOutside(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, pathname, searchParams, hash } = new URL(url)
  if (protocol === 'https:') return true
  if (protocol !== 'mailto:') return false
  const isPlain = /^[\w.!#$%&'*+/=?^`{|}~@,-]*$/.test(decoded(pathname)) && !decoded(pathname).startsWith('-')
  return isPlain && hash === '' && url.length <= longestDraft && [...searchParams.keys()].every((name) => draftFields.has(name.toLowerCase()))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return '\n'
  }
}
