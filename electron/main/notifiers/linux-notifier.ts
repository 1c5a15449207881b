// Reminders as notifications of a Linux desktop, over its session bus. Electron's own have no buttons there and do not say whether they
// were shown; the bus does both (Desktop Notifications Specification 1.2).
import dbus from 'dbus-next'
import type { Notifier, ReminderNotice } from '../../service/reminders/notifier.ts'
import { m } from '../messages.ts'
import type { createNoticeActions, NoticeActions } from './notice-actions.ts'
import { busItself, createSessionBus } from './session-bus.ts'

const name = 'org.freedesktop.Notifications'
const path = '/org/freedesktop/Notifications'

/** What a desktop shows as markup where it can: what a task says must stay text. */
const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

interface Shown {
  key: string
  actions: NoticeActions
}

export function createLinuxNotifier(actionsOf: ReturnType<typeof createNoticeActions>, icon: string, report: (error: unknown) => void): Notifier {
  const shown = new Map<number, Shown>()
  // A click can be told in the same breath as the notification's number, before that is known here.
  const early: [string | undefined, [number, string]][] = []
  let underWay = 0
  const bus = createSessionBus({ name, path, signal: (member, body) => heard(member, body as [number, string]), lost: () => shown.clear(), report })

  function heard(member: string | undefined, [id, action]: [number, string]): void {
    const notice = shown.get(id)
    if (!notice) return void (underWay > 0 && early.push([member, [id, action]]))
    if (member === 'NotificationClosed') shown.delete(id)
    if (member !== 'ActionInvoked') return
    if (action === 'default') notice.actions.open()
    else notice.actions.buttons.find(({ key }) => key === action)?.run()
    close(id)
  }

  const idOf = (key: string) => [...shown].find(([, notice]) => notice.key === key)?.[0]

  function close(id: number): void {
    shown.delete(id)
    bus.call(name, 'CloseNotification', 'u', [id]).catch(report)
  }

  return {
    name: 'desktop',

    /** Whether somebody shows notifications, or can be started to. */
    async available() {
      try {
        const [names, startable] = await Promise.all(['ListNames', 'ListActivatableNames'].map((member) => bus.call(busItself, member, '', [])))
        return [names, startable].some((list) => (list?.[0] as string[] | undefined)?.includes(name))
      } catch {
        return false
      }
    },

    async show(notice: ReminderNotice) {
      const actions = actionsOf(notice)
      const hints = {
        urgency: new dbus.Variant('y', 1),
        category: new dbus.Variant('s', 'presence'),
        'desktop-entry': new dbus.Variant('s', 'tandem'),
      }
      const buttons = ['default', m.show, ...actions.buttons.flatMap(({ key, text }) => [key, text])]
      // 0: a reminder waits for the person, it does not pass by.
      const body = [m.name, idOf(notice.key) ?? 0, icon, notice.title, asText(notice.body), buttons, hints, 0]
      underWay += 1
      try {
        const [id] = await bus.call(name, 'Notify', 'susssasa{sv}i', body)
        shown.set(id as number, { key: notice.key, actions })
      } finally {
        underWay -= 1
      }
      for (const [member, told] of early.splice(0)) heard(member, told)
    },

    withdraw(key) {
      const id = idOf(key)
      if (id !== undefined) close(id)
    },
  }
}
