// Reminders as notifications of the browser. Only in a tab (the desktop has its own), only after the person asked for them, and only what
// nothing else has shown: where the service runs without a screen it writes reminders to its log, which nobody reads.
import type { Reminder } from '../../../shared/schema/reminder.ts'
import { desktop } from '../../backend/desktop.ts'
import { m } from '../../lib/messages.ts'
import { storage } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'

const isSupported = desktop === undefined && 'Notification' in window

/** 'denied': the browser refuses, and only there can the person change it. */
export type TabNotices = 'unsupported' | 'denied' | 'on' | 'off'

function read(): TabNotices {
  if (!isSupported) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && storage.read('tab-notices') === 'on' ? 'on' : 'off'
}

export const tabNotices = createStore<TabNotices>(read())

/** Asks the browser when it must; called by a click, without which browsers refuse unasked. */
export async function turnTabNotices(isOn: boolean): Promise<void> {
  if (!isSupported) return
  if (isOn && Notification.permission === 'default') await Notification.requestPermission()
  storage.write('tab-notices', isOn ? 'on' : '')
  tabNotices.set(read())
}

/** Several come one after the other and are one notice. */
const gather = 200
const waiting = new Map<string, Map<number, Reminder>>()
let showing: ReturnType<typeof setTimeout> | undefined

/** `go` opens an address of the web UI. */
export function takeInReminder(reminder: Reminder, go: (address: string) => void): void {
  const { id, notice, state, delivered_via } = reminder
  if (id === null || notice === null || state !== 'delivered' || delivered_via !== 'log' || tabNotices.get() !== 'on') return
  const group = waiting.get(notice) ?? new Map<number, Reminder>()
  group.set(id, reminder)
  waiting.set(notice, group)
  showing ??= setTimeout(() => {
    showing = undefined
    for (const [tag, reminders] of waiting) show(tag, [...reminders.values()], go)
    waiting.clear()
  }, gather)
}

function show(tag: string, reminders: readonly Reminder[], go: (address: string) => void): void {
  const [first] = reminders
  if (!first) return
  const isOne = reminders.length === 1
  const title = isOne ? first.title : m.notice.several(reminders.length)
  const body = isOne ? m.notice.due(first.task_id) : reminders.map((one) => one.title).join('\n')
  const address = isOne ? `/today/${first.task_id}` : '/today'
  // The tag makes one notice of it, in however many tabs Tandem is open.
  const options = { body, tag, icon: '/favicon.svg', data: { url: address } }
  try {
    const notice = new Notification(title, options)
    notice.addEventListener('click', () => {
      window.focus()
      notice.close()
      go(address)
    })
  } catch {
    // Browsers of phones let only the service worker show them.
    void navigator.serviceWorker?.getRegistration().then((worker) => worker?.showNotification(title, options))
  }
}
