// A notification service that records what is shown, and presses its buttons: what a desktop's own one is to programs.
import { EventEmitter, once } from 'node:events'
import dbus from 'dbus-next'

const name = 'org.freedesktop.Notifications'
const path = '/org/freedesktop/Notifications'

interface Shown {
  id: number
  summary: string
  body: string
  /** Label by key. */
  actions: Record<string, string>
  /** It was taken away again. */
  isClosed: boolean
}

class Service extends dbus.interface.Interface {
  readonly shown: Shown[] = []
  readonly heard = new EventEmitter()

  GetCapabilities(): string[] {
    return ['actions', 'body', 'body-markup', 'persistence']
  }

  GetServerInformation(): string[] {
    return ['recorder', 'tandem tests', '1', '1.2']
  }

  Notify(_app: string, replaces: number, _icon: string, summary: string, body: string, actions: string[]): number {
    const labels = Object.fromEntries(Array.from({ length: actions.length / 2 }, (_, index) => [actions[index * 2], actions[index * 2 + 1]]))
    const id = replaces || this.shown.length + 1
    this.shown.push({ id, summary, body, actions: labels as Record<string, string>, isClosed: false })
    this.heard.emit('change')
    return id
  }

  CloseNotification(id: number): void {
    for (const one of this.shown) if (one.id === id) one.isClosed = true
    this.heard.emit('change')
  }
}

Service.configureMembers({
  methods: {
    GetCapabilities: { outSignature: 'as' },
    GetServerInformation: { outSignature: 'ssss' },
    Notify: { inSignature: 'susssasa{sv}i', outSignature: 'u' },
    CloseNotification: { inSignature: 'u' },
  },
})

export interface Recorder {
  shown: readonly Shown[]
  /** Resolves with the first notification that fits, also one of before. */
  wait(fits: (one: Shown) => boolean, within?: number): Promise<Shown>
  /** Presses a button, by its label; '' clicks the notification itself. */
  press(one: Shown, label: string): void
  stop(): void
}

export async function recordNotifications(busAddress: string): Promise<Recorder> {
  const bus = dbus.sessionBus({ busAddress })
  const service = new Service(name)
  bus.export(path, service)
  await bus.requestName(name, 0)
  return {
    shown: service.shown,
    async wait(fits, within = 15_000) {
      const signal = AbortSignal.timeout(within)
      for (;;) {
        const found = service.shown.find(fits)
        if (found) return found
        try {
          await once(service.heard, 'change', { signal })
        } catch {
          throw new Error(`no such notification after ${within} ms; shown: ${JSON.stringify(service.shown)}`)
        }
      }
    },
    press(one, label) {
      const key = label === '' ? 'default' : Object.entries(one.actions).find(([, text]) => text === label)?.[0]
      if (key === undefined) throw new Error(`no button '${label}' among ${JSON.stringify(one.actions)}`)
      bus.send(dbus.Message.newSignal(path, name, 'ActionInvoked', 'us', [one.id, key]))
    },
    stop: () => bus.disconnect(),
  }
}
