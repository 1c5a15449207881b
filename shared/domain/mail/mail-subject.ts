// Subjects gather prefixes on their way: Re:, Fwd:, AW:, WG:, SV:, [list], Re[2]:.

const answer = /^(?:re|aw|antw|sv|vs|odp|rv|ris|ref)(?:\s?[[(]\d{1,3}[\])])?\s?[:：]\s*/i
const forward = /^(?:fwd?|wg|tr|rv|enc|doorst|vb|weitergeleitet)(?:\s?[[(]\d{1,3}[\])])?\s?[:：]\s*/i

export interface Subject {
  bare: string
  isForward: boolean
}

/** The subject without its prefixes, and whether the last mail passed something on. */
export function readSubject(subject: string | null | undefined): Subject {
  let bare = (subject ?? '').trim()
  let isForward = false
  for (let turn = 0; turn < 20; turn++) {
    const passed = forward.test(bare)
    const next = bare.replace(passed ? forward : answer, '').trimStart()
    if (next === bare) break
    if (turn === 0) isForward = passed
    bare = next
  }
  return { bare: bare.trim(), isForward }
}
