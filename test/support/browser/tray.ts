// The place for tray icons that a desktop has: it takes in the icon that a program registers, and reads what that shows and offers.
import dbus from 'dbus-next'
import { eventually } from '../eventually.ts'

const name = 'org.kde.StatusNotifierWatcher'
const path = '/StatusNotifierWatcher'

class Watcher extends dbus.interface.Interface {
  readonly items: string[] = []
  readonly IsStatusNotifierHostRegistered = true
  readonly ProtocolVersion = 0

  get RegisteredStatusNotifierItems(): string[] {
    return this.items
  }

  RegisterStatusNotifierItem(item: string): void {
    this.items.push(item)
  }

  RegisterStatusNotifierHost(): void {
    // We are the only one.
  }
}

Watcher.configureMembers({
  methods: { RegisterStatusNotifierItem: { inSignature: 's' }, RegisterStatusNotifierHost: { inSignature: 's' } },
  properties: {
    RegisteredStatusNotifierItems: { signature: 'as', access: 'read' },
    IsStatusNotifierHostRegistered: { signature: 'b', access: 'read' },
    ProtocolVersion: { signature: 'i', access: 'read' },
  },
})

interface TrayEntry {
  id: number
  label: string
  isChecked: boolean
}

export interface TrayWatch {
  /** What the icon says when one points at it. */
  tip(): Promise<string>
  menu(): Promise<TrayEntry[]>
  /** Chooses an entry of the menu, by the beginning of its label. */
  choose(label: string): Promise<void>
  stop(): void
}

type Node = [number, Record<string, dbus.Variant>, dbus.Variant<Node>[]]

/** Must stand before the program starts: icons look for it once. */
export async function watchTray(busAddress: string): Promise<TrayWatch> {
  const bus = dbus.sessionBus({ busAddress })
  const watcher = new Watcher(name)
  bus.export(path, watcher)
  await bus.requestName(name, 0)

  async function call(service: string, at: string, on: string, member: string, signature: string, body: unknown[]): Promise<unknown[]> {
    const reply = await bus.call(new dbus.Message({ destination: service, path: at, interface: on, member, signature, body }))
    return reply?.body ?? []
  }
  const item = async () => {
    const registered = await eventually(async () => watcher.items.at(-1))
    const slash = registered.indexOf('/')
    return slash === -1 ? { service: registered, at: '/StatusNotifierItem' } : { service: registered.slice(0, slash), at: registered.slice(slash) }
  }
  async function read(property: string): Promise<unknown> {
    const { service, at } = await item()
    const [variant] = (await call(service, at, 'org.freedesktop.DBus.Properties', 'Get', 'ss', ['org.kde.StatusNotifierItem', property])) as [dbus.Variant]
    return variant.value
  }
  async function menu(): Promise<TrayEntry[]> {
    const { service } = await item()
    const at = (await read('Menu')) as string
    const [, [, , children]] = (await call(service, at, 'com.canonical.dbusmenu', 'GetLayout', 'iias', [0, -1, []])) as [number, Node]
    return children.map(({ value: [id, about] }) => ({
      id,
      label: String(about.label?.value ?? ''),
      isChecked: about['toggle-state']?.value === 1,
    }))
  }
  return {
    menu,
    tip: async () => ((await read('ToolTip')) as [string, unknown, string, string])[2],
    async choose(label) {
      const found = (await menu()).find((entry) => entry.label.replaceAll('_', '').startsWith(label))
      if (!found) throw new Error(`no '${label}' in the tray's menu`)
      const { service } = await item()
      await call(service, (await read('Menu')) as string, 'com.canonical.dbusmenu', 'Event', 'isvu', [found.id, 'clicked', new dbus.Variant('i', 0), 0])
    },
    stop: () => bus.disconnect(),
  }
}
