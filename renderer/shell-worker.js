// Keeps one build of the web UI, so that it opens without a network. Written before public/sw.js by vite.config.ts, after
// `version` and `kept`. A page and its files always come from the same build: a newer worker waits until the person takes it.
const shell = `tandem-shell-${version}`
/** Pages that the cloud makes itself. */
const otherPages = /^[/](?:api|mcp|[.]well-known|docs|verify|reset|address|address-undo|invitation|connected|continue|openapi[.]json|health|ready|metrics)(?:[/]|$)/

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(shell)
      // Past the browser's own cache: it may still hold files of another build.
      await cache.addAll(kept.map((path) => new Request(path, { cache: 'reload', headers: path === '/' ? { Accept: 'text/html' } : {} })))
    })(),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith('tandem-shell-') && name !== shell) await caches.delete(name)
      // So that the very first visit works offline, too.
      await self.clients.claim()
    })(),
  )
})

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') void self.skipWaiting()
})

/** What another app shares goes to the page behind a `#`: it works without a network, and no server sees it. The page asks before anything is made of it. */
async function takeShared(request) {
  const form = await request.formData()
  const parts = Object.fromEntries(['title', 'text', 'url'].map((name) => [name, String(form.get(name) ?? '').slice(0, 20_000)]))
  return Response.redirect(`/open#share=${encodeURIComponent(JSON.stringify(parts))}`, 303)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method === 'POST' && url.origin === self.location.origin && url.pathname === '/share') return event.respondWith(takeShared(request))
  if (request.method !== 'GET' || url.origin !== self.location.origin || otherPages.test(url.pathname)) return
  const path = request.mode === 'navigate' ? '/' : url.pathname
  if (!kept.includes(path)) return
  event.respondWith(
    (async () => {
      const cache = await caches.open(shell)
      return (await cache.match(path)) ?? fetch(request)
    })(),
  )
})
