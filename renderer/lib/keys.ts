// Keys: one letter for each action, never while typing.
import { useEffect, useLayoutEffect, useRef } from 'react'

export type Keymap = Record<string, (event: KeyboardEvent) => void>

/** These work also inside a text field. */
const alsoWhileTyping = new Set(['mod+k'])
const sequenceWithin = 900

function isTyping({ target, key }: KeyboardEvent): boolean {
  // One of several is chosen by arrows; letters mean what they mean elsewhere.
  if (target instanceof HTMLElement && target.matches('[type=radio]')) return key === ' ' || key.startsWith('Arrow')
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=checkbox]),textarea,select'))
}

const popupOf = (target: EventTarget | null) => (target instanceof HTMLElement ? target.closest('[role=menu],[role=dialog],[role=listbox]') : null)

/** Menus and dialogs have keys of their own, and text is text, until they close: while they fade away, keys are the list's again. */
function isMeantElsewhere(event: KeyboardEvent): boolean {
  const popup = popupOf(event.target)
  if (popup?.hasAttribute('data-closed')) return false
  // A button or a checkbox that has the keyboard is pressed by it.
  if (event.key === ' ' && event.target instanceof Element && event.target.closest('button,summary,[role=button],[type=checkbox],a:not([data-row])'))
    return true
  return !alsoWhileTyping.has(nameOf(event)) && (isTyping(event) || popup !== null)
}

/** "j", "shift+s", "mod+k" (⌘ or Ctrl), "?". */
function nameOf(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase()
  const mod = event.metaKey || event.ctrlKey ? 'mod+' : ''
  // A sign that needs Shift is named by itself.
  const shift = event.shiftKey && (/^\p{L}$/u.test(key) || key.length > 1) ? 'shift+' : ''
  return `${mod}${shift}${key}`
}

/** Every keymap that listens now: one that knows "g a" keeps the others from taking the "a" for themselves. */
const listening = new Set<{ current: Keymap }>()
let latestKey: { event: KeyboardEvent | undefined; name: string; at: number; pair: string | undefined } = { event: undefined, name: '', at: 0, pair: undefined }

/** The same for all who hear of this event: its name, and with the key before it, if that was a moment ago. */
function read(event: KeyboardEvent): { name: string; pair: string | undefined } {
  if (event !== latestKey.event) {
    const name = nameOf(event)
    const pair = event.timeStamp - latestKey.at < sequenceWithin ? `${latestKey.name} ${name}` : undefined
    latestKey = { event, name, at: event.timeStamp, pair }
  }
  return latestKey
}

/**
 * Listens on the page. Two-key names ("g i") are pressed one after the other. `first`: before all others, for a screen on which a key
 * means something of its own.
 */
export function useKeys(keymap: Keymap, first = false): void {
  const latest = useRef(keymap)
  // With the frame that shows what they act on, not some time after it.
  useLayoutEffect(() => {
    latest.current = keymap
  })
  useEffect(() => {
    listening.add(latest)
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      if (isMeantElsewhere(event)) return
      const { name, pair } = read(event)
      const isPair = pair !== undefined && [...listening].some(({ current }) => current[pair])
      const run = latest.current[isPair ? pair : name]
      if (!run) return
      event.preventDefault()
      run(event)
    }
    document.addEventListener('keydown', onKey, first)
    return () => {
      listening.delete(latest)
      document.removeEventListener('keydown', onKey, first)
    }
  }, [first])
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** "mod+k" as people read it: ⌘K on a Mac, Ctrl K elsewhere. */
export function readable(name: string): string {
  const words: Record<string, string> = {
    mod: isMac ? '⌘' : 'Ctrl',
    shift: '⇧',
    alt: isMac ? '⌥' : 'Alt',
    enter: '↵',
    escape: 'Esc',
    backspace: '⌫',
    arrowdown: '↓',
    arrowup: '↑',
    arrowleft: '←',
    arrowright: '→',
    space: '␣',
  }
  return name
    .split('+')
    .map((part) => words[part] ?? part.toUpperCase())
    .join(isMac ? '' : ' ')
}
