// Keys: one letter for each action, never while typing.
import { useEffect, useRef } from 'react'

export type Keymap = Record<string, (event: KeyboardEvent) => void>

/** These work also inside a text field. */
const alsoWhileTyping = new Set(['mod+k'])
const sequenceWithin = 900

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** Menus and dialogs have keys of their own. */
function isInPopup(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role=menu],[role=dialog],[role=listbox]') !== null
}

/** "j", "shift+s", "mod+k" (⌘ or Ctrl), "?". */
function nameOf(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase()
  const mod = event.metaKey || event.ctrlKey ? 'mod+' : ''
  // A sign that needs Shift is named by itself.
  const shift = event.shiftKey && (/^\p{L}$/u.test(key) || key.length > 1) ? 'shift+' : ''
  return `${mod}${shift}${key}`
}

/**
 * Listens on the page. Two-key names ("g i") are pressed one after the other. `first`: before all others, for a screen on which a key
 * means something of its own.
 */
export function useKeys(keymap: Keymap, first = false): void {
  const latest = useRef(keymap)
  useEffect(() => {
    latest.current = keymap
  })
  useEffect(() => {
    let before = { name: '', at: 0 }
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      const name = nameOf(event)
      if (!alsoWhileTyping.has(name) && (isTyping(event.target) || isInPopup(event.target))) return
      const recent = event.timeStamp - before.at < sequenceWithin
      const run = (recent ? latest.current[`${before.name} ${name}`] : undefined) ?? latest.current[name]
      before = { name, at: event.timeStamp }
      if (!run) return
      event.preventDefault()
      run(event)
    }
    document.addEventListener('keydown', onKey, first)
    return () => document.removeEventListener('keydown', onKey, first)
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
  }
  return name
    .split('+')
    .map((part) => words[part] ?? part.toUpperCase())
    .join(isMac ? '' : ' ')
}
