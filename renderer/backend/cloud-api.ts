// The cloud's contract as this window reaches it: directly where the cloud serves the page, else through the local service, which adds the token.
import { cloudContract } from '../../shared/contract/cloud/cloud.ts'
import { createClient } from '../../shared/http/client.ts'
import { home } from './home.ts'
import { homeFetch } from './home-fetch.ts'

// The desktop's own token and the one for the cloud are two things: a cloud that refuses does not end the web UI's login.
export const cloudApi = createClient(cloudContract, home === 'cloud' ? { baseUrl: '/api', fetch: homeFetch } : { baseUrl: '/remote/api' })
