// Shows what the cloud pushes, also when no window is open, and opens what a tap asks for. What it gets was encrypted for this browser.
self.addEventListener('push', (event) => {
  let message = {}
  try {
    message = event.data?.json() ?? {}
  } catch {
    // Browsers end the subscription of a worker that shows nothing.
  }
  const { title = 'Tandem', body = '', tag, url = '/' } = message
  event.waitUntil(self.registration.showNotification(title, { body, tag, renotify: tag !== undefined, icon: '/favicon.svg', data: { url } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const asked = new URL(event.notification.data?.url ?? '/', self.location.origin)
  // Elsewhere only over https, and never anything that runs here.
  const url = asked.origin === self.location.origin || asked.protocol === 'https:' ? asked.href : self.location.origin
  event.waitUntil(
    (async () => {
      const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
      const open = windows.find((one) => one.url === url) ?? windows.find((one) => 'navigate' in one)
      if (!open || asked.origin !== self.location.origin) return self.clients.openWindow(url)
      await open.focus()
      if (open.url !== url) await open.navigate(url).catch(() => self.clients.openWindow(url))
    })(),
  )
})
