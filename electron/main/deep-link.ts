// tandem://task/12 and the like: addresses of the web UI that other programs can open.

const views = new Set(['inbox', 'open', 'board', 'all', 'done', 'people', 'review', 'activity', 'settings'])

/** The address inside the web UI; undefined when it is none. Nothing of a link is taken over as it is: it comes from anywhere. */
export function addressOfLink(link: string): string | undefined {
  if (!URL.canParse(link)) return undefined
  const { protocol, host, pathname } = new URL(link)
  if (protocol !== 'tandem:') return undefined
  if (host === 'task') {
    const id = /^\/([1-9]\d{0,14})\/?$/.exec(pathname)?.[1]
    return id === undefined ? undefined : `/task/${id}`
  }
  return views.has(host) && /^\/?$/.test(pathname) ? `/${host}` : undefined
}
