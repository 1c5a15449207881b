import { type AddressInfo, createServer } from 'node:net'

/** A port that nobody listens on at this moment: for programs that must come back at the same one. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
