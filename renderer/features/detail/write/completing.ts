// What a person is about to name while writing: #12 or @name, behind the caret.

export interface Completing {
  sign: '#' | '@'
  /** Where the sign stands in the text. */
  from: number
  /** What was typed behind it. */
  word: string
}

const atEnd = /(?:^|[\s([{"'„“*_,;:!?-])([#@])([\p{L}\p{N}_.-]*)$/u

/** In code nothing is named: between backticks, or in a fence. */
function isInCode(before: string): boolean {
  const fences = before.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0
  const ticks =
    before
      .slice(before.lastIndexOf('\n') + 1)
      .replaceAll(/^ {0,3}```/g, '')
      .split('`').length - 1
  return fences % 2 === 1 || ticks % 2 === 1
}

/** Undefined: nothing. A # alone begins a heading. */
export function completingAt(text: string, caret: number): Completing | undefined {
  const before = text.slice(0, caret)
  const [, sign, word] = atEnd.exec(before.slice(-80)) ?? []
  if (sign === undefined || word === undefined || (sign === '#' && word === '') || isInCode(before)) return undefined
  return { sign: sign as '#' | '@', from: caret - word.length - 1, word }
}
