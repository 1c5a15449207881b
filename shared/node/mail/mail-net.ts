// How servers of mail are reached: over which addresses, and with which certificates. The cloud leads every name through its guard; a desktop may reach what its
// person can.
import { lookup } from 'node:dns/promises'
import { connect as connectTo } from 'node:net'
import type { MailServer } from '../../schema/mail/mail-account.ts'

export interface MailNet {
  /** The addresses to connect to, in order. Throws MailFault `not_allowed` where this server may not be reached from here. */
  addressesOf(server: MailServer): Promise<string[]>
  /** Certificates to trust, where not those of Node: PEM. */
  ca: readonly string[] | undefined
  /** Milliseconds. */
  times?: Partial<MailTimes>
}

export interface MailTimes {
  /** For the connection, TLS and the greeting each. */
  connect: number
  /** For one answer. */
  answer: number
}

export const usualTimes: MailTimes = { connect: 10_000, answer: 30_000 }

/** The way of whoever may reach everything from here. */
export const openNet = (ca?: readonly string[]): MailNet => ({
  addressesOf: async ({ host }) => (await lookup(host, { all: true })).map(({ address }) => address),
  ca,
})

const maxAddresses = 4

const accepts = (host: string, port: number, within: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connectTo({ host, port, timeout: within })
    const end = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket
      .on('connect', () => end(true))
      .on('timeout', () => end(false))
      .on('error', () => end(false))
  })

/** For those who connect to one address only: the first that takes connections, since many networks have names with IPv6 and no way there. */
export async function reachableAddress(net: MailNet, server: MailServer): Promise<string | undefined> {
  const addresses = (await net.addressesOf(server)).slice(0, maxAddresses)
  const within = net.times?.connect ?? usualTimes.connect
  for (const address of addresses.slice(0, -1)) if (await accepts(address, server.port, within)) return address
  return addresses.at(-1)
}
