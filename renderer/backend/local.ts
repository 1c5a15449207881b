// The service of this machine, over HTTP: it keeps everything itself, and its stream of events says what others write.
import { localContract } from '../../shared/contract/local.ts'
import { createClient } from '../../shared/http/client.ts'
import type { Backend } from './backend.ts'
import { connection } from './connection.ts'
import { homeFetch } from './home-fetch.ts'
import type { ServiceListener } from './listener.ts'
import { localPerson } from './local-person.ts'
import { LocalStream } from './local-stream.ts'

export function createLocalBackend(listener: ServiceListener): Backend {
  // While the service asks for its token there is nothing to follow.
  let stream: LocalStream | undefined
  /** What is read once the stream stands is as new as the stream, and need not be read again. */
  const readInStep: typeof fetch = async (input, init) => {
    if (init?.method === 'GET') await stream?.begun
    return homeFetch(input, init)
  }
  return {
    api: createClient(localContract, { baseUrl: '', headers: { 'X-Actor': localPerson.name }, fetch: readInStep }),
    me: () => localPerson,
    // One person, whatever the programs that write for them call them.
    isMe: ({ kind }) => kind === 'person',
    withdraw: () => undefined,
    account: undefined,
    conflicts: undefined,
    async start() {
      const follow = () => {
        stream?.stop()
        stream = connection.needsToken.get() ? undefined : new LocalStream(listener)
      }
      connection.needsToken.subscribe(follow)
      follow()
      // Leaving with writes under way would lose them: the browser asks first.
      window.addEventListener('beforeunload', (event) => {
        if (connection.unsent.get() > 0) event.preventDefault()
      })
    },
  }
}
