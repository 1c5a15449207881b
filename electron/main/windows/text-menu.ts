import { app, Menu } from 'electron'
import { m } from '../messages.ts'
import { textMenuItems } from './text-menu-items.ts'

/** In every field of our windows. Rows and cards have the page's own menu, which keeps the click to itself. */
export function offerTextMenus(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_clicked, params) => {
      const items = textMenuItems(params, m, {
        replace: (word) => contents.replaceMisspelling(word),
        learn: (word) => contents.session.addWordToSpellCheckerDictionary(word),
      })
      if (items.length > 0) Menu.buildFromTemplate(items).popup({ x: params.x, y: params.y })
    })
  })
}
