// What is typed after a key and before the field (or the part of the web UI) that it asked for is there: it is kept, and typed when it is. Otherwise the
// letters of "r friday" would be commands on a slow line.
type Kept = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** What never comes must not keep the keyboard. */
const longest = 5000

let waitsFor: 'field' | 'part' | undefined
let cancel: (() => void) | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const kept: Kept[] = []
let isTyping = false

function begin(next: 'field' | 'part', onCancel?: () => void): void {
  waitsFor = next
  cancel = onCancel
  clearTimeout(timer)
  timer = setTimeout(forgetKeys, longest)
}

/** A field was asked for: until it has the keyboard, what is typed is its. `onCancel`: Escape. */
export function keepForField(onCancel?: () => void): void {
  begin('field', onCancel)
}

/** Nothing listens to this key yet: it is pressed again once `typeKept` says that somebody does, with all that came after it. */
export function keepForPart({ key, code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): void {
  kept.push({ key, code, ctrlKey, metaKey, shiftKey })
  begin('part')
}

/** What was asked for will not come. */
export function forgetKeys(): void {
  waitsFor = undefined
  cancel = undefined
  clearTimeout(timer)
  kept.length = 0
}

/** The part is there. */
export function partIsThere(): void {
  if (waitsFor === 'part') void typeKept()
}

const isField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox],[type=radio],[type=file]),textarea')

async function typeKept(): Promise<void> {
  waitsFor = undefined
  cancel = undefined
  clearTimeout(timer)
  if (isTyping) return
  isTyping = true
  while (kept.length > 0) {
    // Each finds what the one before it brought about.
    await new Promise((resolve) => setTimeout(resolve))
    // That may be the next field, which gets the rest.
    if (waitsFor !== undefined) break
    const key = kept.shift()
    if (key) type(key)
  }
  isTyping = false
}

/** A key that a script presses tells whoever listens, but does nothing by itself. */
function type({ key, ...how }: Kept): void {
  const target = document.activeElement ?? document.body
  const isFree = target.dispatchEvent(new KeyboardEvent('keydown', { key, ...how, bubbles: true, cancelable: true }))
  if (!isFree) return
  if (!isField(target)) {
    if (key === 'Enter' && target instanceof HTMLElement) target.click()
  } else if (key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit()
  else if (key === 'Enter') document.execCommand('insertText', false, '\n')
  else if (key === 'Backspace') document.execCommand('delete')
  else if (key.length === 1) document.execCommand('insertText', false, key)
}

const whole = new Set(['Enter', 'Backspace', 'ArrowDown', 'ArrowUp', 'Escape'])

/** Not the browser's own keys. What is written with AltGr is text. */
function isKept(event: KeyboardEvent): boolean {
  if (event.key === 'Enter') return !event.altKey
  const hasMod = event.ctrlKey || event.metaKey || event.altKey
  return (!hasMod || event.getModifierState('AltGraph')) && (event.key.length === 1 || whole.has(event.key))
}

function onKey(event: KeyboardEvent): void {
  if (waitsFor === undefined && !(isTyping && kept.length > 0)) return
  if (!event.isTrusted || event.isComposing || !isKept(event)) return
  const isOver = event.key === 'Escape' && waitsFor === 'field'
  const undo = cancel
  if (isOver) {
    forgetKeys()
    // The popup that stands there already closes itself.
    if (document.activeElement?.closest('[role=dialog]')) return
    undo?.()
  }
  event.preventDefault()
  event.stopImmediatePropagation()
  const { key, code, ctrlKey, metaKey, shiftKey } = event
  const isText = event.getModifierState('AltGraph')
  if (!isOver && !event.repeat) kept.push({ key, code, ctrlKey: ctrlKey && !isText, metaKey, shiftKey })
}

addEventListener('keydown', onKey, true)
addEventListener(
  'focusin',
  ({ target }) => {
    if (waitsFor === 'field' && isField(target)) void typeKept()
  },
  true,
)
// Who points somewhere else has thought better of it.
addEventListener('pointerdown', () => waitsFor && forgetKeys(), true)
