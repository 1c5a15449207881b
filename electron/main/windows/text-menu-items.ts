// What a right click in text offers: words for the one that is misspelt, and what can be done with the text.
import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'

export interface TextMenuWords {
  noSuggestions: string
  learnWord: (word: string) => string
}

interface TextMenuDoes {
  replace: (word: string) => void
  learn: (word: string) => void
}

type Clicked = Pick<ContextMenuParams, 'misspelledWord' | 'dictionarySuggestions' | 'isEditable' | 'selectionText' | 'editFlags'>

/** Empty where there is neither a field nor selected text: the page has a menu of its own. */
export function textMenuItems(
  { misspelledWord, dictionarySuggestions, isEditable, selectionText, editFlags }: Clicked,
  words: TextMenuWords,
  does: TextMenuDoes,
): MenuItemConstructorOptions[] {
  const copy: MenuItemConstructorOptions = { role: 'copy', enabled: editFlags.canCopy }
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  const spelling: MenuItemConstructorOptions[] =
    misspelledWord === ''
      ? []
      : [
          ...dictionarySuggestions.map((label) => ({ label, click: () => does.replace(label) })),
          ...(dictionarySuggestions.length === 0 ? [{ label: words.noSuggestions, enabled: false }] : []),
          { type: 'separator' },
          { label: words.learnWord(misspelledWord), click: () => does.learn(misspelledWord) },
          { type: 'separator' },
        ]
  return [
    ...spelling,
    { role: 'cut', enabled: editFlags.canCut },
    copy,
    { role: 'paste', enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ]
}
