// Who serves this window: the local service of this machine, or the cloud (then it runs in a browser or on a phone, for one team at a time).
import { createStore } from '../lib/store.ts'

export type Home = 'local' | 'cloud'

/** The cloud writes it into the page it serves. Rules are tested without a page. */
const written = typeof document === 'undefined' ? undefined : document.querySelector('meta[name="tandem-home"]')?.getAttribute('content')
export const home: Home = written === 'cloud' ? 'cloud' : 'local'

/** The team that is shown (its UUID); only in the cloud, and there once somebody is signed in. */
export const currentTeam = createStore<string | undefined>(undefined)
