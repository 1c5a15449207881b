// What another app shared with Tandem, as a task would have it: a line, and what stands below it.

export interface SharedParts {
  title?: unknown
  text?: unknown
  url?: unknown
}

export interface SharedTask {
  line: string
  description: string
}

const maxLine = 1000
const textOf = (part: unknown): string => (typeof part === 'string' ? part.replaceAll(/\r\n?/g, '\n').trim() : '')

/** Apps say the same twice: the address also in the text, the title also as its first line. */
export function asSharedTask({ title, text, url }: SharedParts): SharedTask {
  const parts = [textOf(title), textOf(text), textOf(url)]
  const said = parts.filter((part, index) => part !== '' && !parts.some((other, at) => at !== index && other.includes(part) && (other !== part || at < index)))
  const [first = '', ...rest] = (parts[0] === '' || said[0] === parts[0] ? said : [parts[0] ?? '', ...said]).join('\n\n').split('\n')
  const line = first.trim().slice(0, maxLine)
  const description = [first.trim().slice(maxLine), ...rest].join('\n').trim()
  return { line, description: description === line ? '' : description }
}
