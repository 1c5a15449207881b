import { expect, test } from 'vitest'
import { textMenuItems } from './text-menu-items.ts'

const editFlags = {
  canUndo: false,
  canRedo: false,
  canCut: true,
  canCopy: true,
  canPaste: false,
  canDelete: true,
  canSelectAll: true,
  canEditRichly: false,
}
const field = { misspelledWord: '', dictionarySuggestions: [], isEditable: true, selectionText: '', editFlags }
const words = { noSuggestions: 'No suggestions', learnWord: (word: string) => `Learn ${word}` }

function itemsOf(clicked: Partial<Parameters<typeof textMenuItems>[0]>) {
  const done: string[] = []
  const does = { replace: (word: string) => done.push(`replace ${word}`), learn: (word: string) => done.push(`learn ${word}`) }
  const items = textMenuItems({ ...field, ...clicked }, words, does)
  const click = (label: string) =>
    items.find((item) => item.label === label)?.click?.call(undefined, ...([] as unknown as Parameters<NonNullable<(typeof items)[number]['click']>>))
  return { names: items.map(({ label, role, type }) => label ?? role ?? type), items, click, done }
}

test('[DT30] a misspelt word in a field is replaced by a suggestion, or learnt', () => {
  const { names, click, done } = itemsOf({ misspelledWord: 'recieve', dictionarySuggestions: ['receive', 'relieve'] })
  expect(names).toEqual(['receive', 'relieve', 'separator', 'Learn recieve', 'separator', 'cut', 'copy', 'paste', 'separator', 'selectAll'])
  click('receive')
  click('Learn recieve')
  expect(done).toEqual(['replace receive', 'learn recieve'])
  expect(itemsOf({ misspelledWord: 'xqzt' }).names[0]).toBe('No suggestions')
})

test('[DT30] what cannot be done now is off; beside fields there is a menu for selected text only', () => {
  const { items } = itemsOf({})
  expect(items.find(({ role }) => role === 'paste')?.enabled).toBe(false)
  expect(itemsOf({ isEditable: false, selectionText: 'a title' }).names).toEqual(['copy'])
  expect(itemsOf({ isEditable: false, selectionText: ' ' }).names).toEqual([])
})
