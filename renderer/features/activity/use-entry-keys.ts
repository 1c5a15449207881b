import type { RefObject } from 'react'
import { useKeys } from '../../lib/keys.ts'
import type { Navigation } from '../../lib/navigation.ts'

const entries = '[data-entry]'

/** Keys for the lines of Activity. The line that has the keyboard is the one they are about, so that nobody undoes what is out of sight. */
export function useEntryKeys(view: RefObject<HTMLElement | null>, nav: Navigation): void {
  const here = () => document.activeElement?.closest<HTMLElement>(entries) ?? undefined
  const taskOf = (line: HTMLElement) => line.querySelector<HTMLAnchorElement>('a[data-task]')

  function go(line: HTMLElement | undefined) {
    if (!line) return
    line.focus({ preventScroll: true })
    line.scrollIntoView({ block: 'nearest' })
    // A task that is open beside it goes along.
    const id = Number(taskOf(line)?.dataset.task)
    if (nav.openId !== undefined && id && nav.openId !== id) nav.open(id, true)
  }

  function step(by: 1 | -1) {
    const all = [...(view.current?.querySelectorAll<HTMLElement>(entries) ?? [])]
    const at = here()
    go(at ? all[all.indexOf(at) + by] : all[0])
  }

  /** To the first line of what somebody did before or after. */
  function stepBurst(by: 1 | -1) {
    const all = [...(view.current?.querySelectorAll<HTMLElement>('article') ?? [])]
    const at = here()?.closest('article')
    go((at ? all[all.indexOf(at) + by] : all[0])?.querySelector<HTMLElement>(entries) ?? undefined)
  }

  const open = () => {
    const line = here()
    if (line) (line.querySelector<HTMLElement>('[data-fold]') ?? taskOf(line))?.click()
  }
  useKeys(
    {
      j: () => step(1),
      k: () => step(-1),
      'shift+j': () => stepBurst(1),
      'shift+k': () => stepBurst(-1),
      o: open,
      u: () => here()?.querySelector<HTMLElement>('button[data-undo]')?.click(),
      enter: ({ target }) => {
        const own = target instanceof HTMLElement ? target.closest<HTMLElement>('button,a') : null
        if (own) own.click()
        else open()
      },
    },
    true,
  )
}
