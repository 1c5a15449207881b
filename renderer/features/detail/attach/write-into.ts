// Changes of a field that its own undo takes back, as if they had been typed. What React sets would clear that history.

function type(field: HTMLTextAreaElement, command: 'insertText' | 'delete', text: string): void {
  field.focus()
  if (document.execCommand(command, false, text)) return
  // A field that is not in sight.
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** At the caret; `own line`: not behind other words. */
export function insertAtCaret(field: HTMLTextAreaElement, text: string, onOwnLine: boolean): void {
  const before = field.value.slice(0, field.selectionStart)
  const gap = before === '' || /\s$/.test(before) ? '' : onOwnLine ? '\n' : ' '
  type(field, 'insertText', gap + text)
}

/** The caret stands behind it then. */
export function replaceText(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  field.setSelectionRange(from, to)
  type(field, 'insertText', text)
}

/** Where it stands first. */
export function takeOut(field: HTMLTextAreaElement, text: string): void {
  const at = field.value.indexOf(text)
  if (at < 0) return
  field.setSelectionRange(at, at + text.length)
  type(field, 'delete', '')
}
