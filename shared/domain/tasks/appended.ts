// Descriptions grow by appending: several agents add to one without losing each other's text, and each addition can be taken out again.

/** The text with an addition below it, a blank line between. */
export function appended(text: string | null, addition: string): string {
  return text ? `${text.replace(/\n+$/, '')}\n\n${addition}` : addition
}

/**
 * Takes an addition back out of a text that others have gone on writing: undefined when the change from `before` to `after` was more
 * than an addition at the end, or when it no longer stands in `current` just once.
 */
export function withoutAddition(before: string | null, after: string | null, current: string | null): string | null | undefined {
  if (!after || !current || (before && !after.startsWith(before))) return undefined
  const addition = before ? after.slice(before.length) : after
  const at = current.indexOf(addition)
  if (addition.trim() === '' || at < 0 || current.indexOf(addition, at + 1) >= 0) return undefined
  const rest = current.slice(0, at) + current.slice(at + addition.length)
  return before ? rest : rest.replace(/^\n+/, '') || null
}
