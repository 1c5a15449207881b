// Who serves this window: the local service of this machine, or the cloud (then it runs in a browser or on a phone, for one team at a time).
import { createStore } from './store.ts'

export type Home = 'local' | 'cloud'

/** The cloud writes it into the page it serves. */
export const home: Home = globalThis.document?.querySelector('meta[name="tandem-home"]')?.getAttribute('content') === 'cloud' ? 'cloud' : 'local'

/** The team that is shown (its UUID); only in the cloud, and there once somebody is signed in. */
export const currentTeam = createStore<string | undefined>(undefined)
