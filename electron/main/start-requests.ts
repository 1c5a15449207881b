// What somebody wants of Tandem by starting it: a link, or a new task. A second start is a request to the one that runs.
import { app } from 'electron'
import { addressOfLink } from './deep-link.ts'
import type { StartRequest } from './desktop-arguments.ts'

export interface StartRequestDeps {
  first: StartRequest
  /** Brings the window to the front, at an address if one is given. */
  show: (address?: string) => void
  quickAdd: () => void
}

const addressOf = ({ link }: StartRequest) => (link === undefined ? undefined : addressOfLink(link))

/** Listens from now on; what comes before there is a window waits for it. */
export function receiveStartRequests({ first, show, quickAdd }: StartRequestDeps) {
  let isReady = false
  const waiting: StartRequest[] = []

  function fulfil(request: StartRequest): void {
    if (!isReady) return void waiting.push(request)
    const address = addressOf(request)
    if (request.quickAdd) return quickAdd()
    show(address)
  }
  app.on('second-instance', (_event, _args, _dir, request) => fulfil((request as StartRequest | undefined) ?? {}))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    fulfil({ link })
  })
  app.on('activate', () => show())

  return {
    /** Where the window opens. */
    address: addressOf(first),
    /** The window is open: what waited is done now. */
    ready(): void {
      isReady = true
      if (first.quickAdd) quickAdd()
      for (const request of waiting) fulfil(request)
    },
  }
}
