// What another app shared stands in the address once (shell-worker.js put it there): quick add opens with it.
import { overlay } from '../navigation.ts'
import { storage } from '../storage.ts'
import { putBack } from '../use-draft.ts'
import { asSharedTask, type SharedParts } from './shared-text.ts'

const marked = /^#share=(.+)$/

function partsIn(hash: string): SharedParts {
  try {
    const parts: unknown = JSON.parse(decodeURIComponent(marked.exec(hash)?.[1] ?? ''))
    return typeof parts === 'object' && parts !== null ? parts : {}
  } catch {
    // Somebody wrote the address by hand.
    return {}
  }
}

/** What stood in quick add already stays behind it. */
export function takeShared(): void {
  const { line, description } = asSharedTask(partsIn(location.hash))
  history.replaceState(history.state, '', location.pathname + location.search)
  if (line === '') return
  storage.write('draft:quick-add', putBack(line, storage.read('draft:quick-add'), ' '))
  storage.write('draft:quick-add-rest', putBack(description, storage.read('draft:quick-add-rest'), '\n\n'))
  overlay.set('quick-add')
}
