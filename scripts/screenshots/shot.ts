// What is photographed: where, in which state, at which sizes.
import type { Page } from 'playwright-core'

export const sizes = {
  wide: { width: 1440, height: 900 },
  vast: { width: 2560, height: 1440 },
  middle: { width: 1024, height: 700 },
  narrow: { width: 800, height: 1000 },
  phone: { width: 390, height: 844 },
}
export type Size = keyof typeof sizes

/** Something that serves the web UI. */
export interface Stage {
  url: string
  /** Makes a new browser one that may look: signs in, where one must. */
  enter?: (page: Page) => Promise<void>
}

export interface Shot {
  name: string
  stage: () => Stage
  path: string | (() => string)
  /** Default: wide only. */
  sizes?: Size[]
  language?: string
  /** Before the page is opened: the state of what it shows. */
  before?: () => Promise<unknown>
  /** Brings the page to the state that is shown. */
  prepare: (page: Page) => Promise<unknown>
  /** After each size: what the next one starts from. */
  after?: (page: Page) => Promise<unknown>
}

export const everywhere: Size[] = ['wide', 'phone']
