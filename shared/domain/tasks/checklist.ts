// Checkboxes in a text: markdown's list items that begin with [ ] or [x].

/** From where a list item begins to the sign in its brackets. */
const upToSign = /(?:[-*+]|\d{1,9}[.)])\s+\[(?=[ \txX]\])/y

/** Where the sign of the checkbox stands whose list item begins at `at`; undefined where there is none. */
export function signOfCheckbox(text: string, at: number): number | undefined {
  upToSign.lastIndex = at
  const found = upToSign.exec(text)
  return found ? at + found[0].length : undefined
}

/** The text with that one checkbox ticked, or no longer; undefined where there is none. */
export function toggledCheckbox(text: string, at: number): { text: string; isTicked: boolean } | undefined {
  const sign = signOfCheckbox(text, at)
  if (sign === undefined) return undefined
  const isTicked = !/x/i.test(text.charAt(sign))
  return { text: `${text.slice(0, sign)}${isTicked ? 'x' : ' '}${text.slice(sign + 1)}`, isTicked }
}
