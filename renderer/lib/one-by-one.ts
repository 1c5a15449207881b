import { flushSync } from 'react-dom'

const acts = ['pointerdown', 'click', 'keydown', 'submit']

/**
 * What one click or key changed is drawn before the next is heard, also when both come at once (from a script: dictation, an extension, an
 * assistive tool). Else the second would act on what is no longer there: a comment would go twice, an older text be saved.
 */
export function flushBetweenEvents(): void {
  for (const act of acts) window.addEventListener(act, () => flushSync(() => undefined), { capture: true })
}
