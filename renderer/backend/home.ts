// Who serves this page: the local service of this machine, or the cloud (then it runs in a browser or on a phone). Only what stands in this folder, and
// the start of the web UI, asks for it; all others ask what can be done (abilities.ts).
export type Home = 'local' | 'cloud'

/** The cloud writes it into the page it serves. Rules are tested without a page. */
const written = typeof document === 'undefined' ? undefined : document.querySelector('meta[name="tandem-home"]')?.getAttribute('content')
export const home: Home = written === 'cloud' ? 'cloud' : 'local'
