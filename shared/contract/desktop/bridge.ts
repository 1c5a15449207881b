// What the desktop offers to its own window, beside the service that both talk to. Operating-system matters only: no tasks go this way.
import { type Static, Type } from 'typebox'
import { object } from '../../schema/field.ts'

export const DesktopSettings = object('DesktopSettings', {
  start_at_login: Type.Boolean({ description: 'Start hidden in the tray when the person signs in.' }),
  quick_add_keys: Type.String({
    maxLength: 60,
    // A letter alone would be taken from every program.
    pattern: '^$|^(?:\\w+\\+)*(?:Command|Cmd|Control|Ctrl|CommandOrControl|CmdOrCtrl|Alt|Option|AltGr|Super|Meta)\\+\\S+$|^(?:\\w+\\+)*F\\d{1,2}$',
    description: 'System-wide keys of quick add, as Electron writes them; empty: none.',
  }),
  keep_running: Type.Boolean({ description: 'Closing the window leaves Tandem in the tray, so that reminders come.' }),
  update_feed: Type.String({ maxLength: 2000, pattern: '^(?:https://\\S+)?$', description: 'Where updates are looked for; empty: nowhere.' }),
})
export type DesktopSettings = Static<typeof DesktopSettings>

export interface DesktopState extends DesktopSettings {
  /** Whether the system gave us the quick-add keys: another program may have them. */
  quick_add_keys_work: boolean
}

/** Each call, and what it takes; main refuses anything else. */
export const desktopCalls = {
  showTask: Type.Integer({ minimum: 1 }),
  closeQuickAdd: Type.Undefined(),
  fitQuickAdd: Type.Integer({ minimum: 40, maximum: 900 }),
  readDesktop: Type.Undefined(),
  changeDesktop: Type.Partial(DesktopSettings, { additionalProperties: false }),
} as const

interface Answers {
  showTask: void
  closeQuickAdd: void
  fitQuickAdd: void
  readDesktop: DesktopState
  changeDesktop: DesktopState
}

/** What main tells the web UI. */
export interface DesktopTells {
  /** Show this address of the web UI: a deep link, a notification. */
  go: string
  /** The quick-add window was opened. */
  quickAdd: undefined
}

type Call<K extends keyof typeof desktopCalls> =
  Static<(typeof desktopCalls)[K]> extends undefined ? () => Promise<Answers[K]> : (argument: Static<(typeof desktopCalls)[K]>) => Promise<Answers[K]>

export type DesktopBridge = { readonly [K in keyof typeof desktopCalls]: Call<K> } & {
  /** Both return what ends the listening. */
  onGo(listener: (address: string) => void): () => void
  onQuickAdd(listener: () => void): () => void
}

export type DesktopHandlers = { [K in keyof typeof desktopCalls]: (argument: Static<(typeof desktopCalls)[K]>) => Answers[K] | Promise<Answers[K]> }
