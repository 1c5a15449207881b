// The session bus of a Linux desktop: a connection that is opened when first needed and again after it was lost, and calls that end in time.
import dbus from 'dbus-next'

export const busItself = 'org.freedesktop.DBus'
const busPath = '/org/freedesktop/DBus'
const timeoutMs = 5000

export interface SessionBusOptions {
  /** The service that is spoken to, and whose signals are heard. */
  name: string
  path: string
  signal: (member: string | undefined, body: unknown[]) => void
  /** The connection is lost, and with it whatever the service knew of us. */
  lost: () => void
  report: (error: unknown) => void
}

export function createSessionBus({ name, path, signal, lost, report }: SessionBusOptions) {
  let connection: dbus.MessageBus | undefined

  function open(): dbus.MessageBus {
    if (connection) return connection
    const opened = dbus.sessionBus()
    opened.on('error', () => {
      if (connection === opened) connection = undefined
      lost()
    })
    opened.on('message', (message: dbus.Message) => {
      if (message.type === dbus.MessageType.SIGNAL && message.interface === name) signal(message.member, message.body)
    })
    connection = opened
    call(busItself, 'AddMatch', 's', [`type='signal',interface='${name}',path='${path}'`]).catch(report)
    return opened
  }

  /** `service`: the one above, or the bus itself. */
  async function call(service: string, member: string, signature: string, body: unknown[]): Promise<unknown[]> {
    const used = open()
    const message = new dbus.Message({ destination: service, path: service === name ? path : busPath, interface: service, member, signature, body })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        // A bus that was closed never answers; the next call opens another.
        if (connection === used) connection = undefined
        used.disconnect()
        reject(new Error(`${service} did not answer ${member} within ${timeoutMs} ms`))
      }, timeoutMs)
    })
    try {
      return ((await Promise.race([used.call(message), late]))?.body ?? []) as unknown[]
    } finally {
      clearTimeout(timer)
    }
  }

  return { call }
}
