// The cloud's contract as this window reaches it: directly where the cloud serves the page, else through the local service, which adds the token.
import { cloudContract } from '../shared/contract/cloud.ts'
import { createClient } from '../shared/http/client.ts'
import { currentTeam, home } from './home.ts'

export const cloudApi = createClient(cloudContract, {
  baseUrl: home === 'cloud' ? '/api' : '/remote/api',
  fetch(input, init) {
    const team = home === 'cloud' ? currentTeam.get() : undefined
    return fetch(input, team === undefined ? init : { ...init, headers: { ...init?.headers, 'X-Team-Id': team } })
  },
})
