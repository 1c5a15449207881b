// Shows what the cloud pushes, also when no window is open, and does what its buttons say. What it gets was encrypted
// for this browser.
const isGerman = self.navigator.language.startsWith('de')
const says = isGerman
  ? {
      done: 'Erledigt',
      open: 'Öffnen',
      again: 'Erneut versuchen',
      failed: 'Aufgabe nicht erledigt',
      away: 'Tandem ist nicht erreichbar. Es wurde nichts geändert.',
      signedOut: 'Du bist abgemeldet. Öffne Tandem, melde dich an und erledige es dort.',
      gone: 'Die Aufgabe gibt es nicht mehr.',
      notYours: 'Du bist nicht mehr in diesem Team.',
      refused: 'Öffne Tandem und erledige es dort.',
    }
  : {
      done: 'Done',
      open: 'Open',
      again: 'Try again',
      failed: 'Couldn’t mark the task as done',
      away: 'Can’t reach Tandem. No changes made.',
      signedOut: 'You’re signed out. Open Tandem, sign in and do it there.',
      gone: 'The task no longer exists.',
      notYours: 'You’re no longer on this team.',
      refused: 'Open Tandem and do it there.',
    }

const isTask = (url) => url === undefined || /[/]tasks?[/]\d+|^[/]$/.test(url)

self.addEventListener('push', (event) => {
  let message = {}
  try {
    message = event.data?.json() ?? {}
  } catch {
    // Browsers end the subscription of a worker that shows nothing.
  }
  const { title = 'Tandem', body = '', tag, url, team_id, task_id } = message
  const canBeDone = team_id !== undefined && task_id !== undefined && isTask(url)
  const actions = canBeDone
    ? [
        { action: 'done', title: says.done },
        { action: 'open', title: says.open },
      ]
    : []
  // A page shows one team at a time; tandem: links are for the desktop.
  const isOurs = url === undefined || /^(?:tandem:.*|[/]|[/]task[/]\d+)$/.test(url)
  const address = canBeDone && isOurs ? `/task/${task_id}?team=${team_id}` : (url ?? '/')
  const data = { title, url: address, team_id, task_id }
  event.waitUntil(self.registration.showNotification(title, { body, tag, renotify: tag !== undefined, icon: '/favicon.svg', actions, data }))
})

async function open(address = '/') {
  const asked = new URL(address, self.location.origin)
  // Elsewhere only over https, and never anything that runs here.
  const url = asked.origin === self.location.origin || asked.protocol === 'https:' ? asked.href : self.location.origin
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const window = windows.find((one) => one.url === url) ?? windows.find((one) => 'navigate' in one)
  if (!window || asked.origin !== self.location.origin) return self.clients.openWindow(url)
  await window.focus()
  if (window.url !== url) await window.navigate(url).catch(() => self.clients.openWindow(url))
}

/** Why the task is not done, and whether asking again may help; undefined: it is. */
async function complete({ team_id, task_id }) {
  try {
    const reply = await fetch(`/api/tasks/${task_id}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json', 'X-Team-Id': team_id },
      body: JSON.stringify({ status: 'done' }),
    })
    if (reply.ok) return undefined
    if (reply.status >= 500 || reply.status === 429) return { why: says.away, again: true }
    return { why: { 401: says.signedOut, 403: says.notYours, 404: says.gone }[reply.status] ?? says.refused, again: false }
  } catch {
    return { why: says.away, again: true }
  }
}

async function markDone(data) {
  const problem = await complete(data)
  if (!problem) return
  const actions = problem.again
    ? [
        { action: 'done', title: says.again },
        { action: 'open', title: says.open },
      ]
    : [{ action: 'open', title: says.open }]
  await self.registration.showNotification(`${says.failed}: ${data.title}`, {
    body: problem.why,
    tag: `problem ${data.team_id} ${data.task_id}`,
    icon: '/favicon.svg',
    actions,
    data,
  })
}

self.addEventListener('notificationclick', (event) => {
  const data = event.notification.data ?? {}
  event.notification.close()
  event.waitUntil(event.action === 'done' ? markDone(data) : open(data.url))
})

// The browser gave this worker another address, or took the old one away: without saying so nothing would arrive any more.
self.addEventListener('pushsubscriptionchange', (event) => {
  async function renew() {
    const key = event.oldSubscription?.options.applicationServerKey
    const subscription = event.newSubscription ?? (key ? await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }) : null)
    if (!subscription) return
    await fetch('/api/devices', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ platform: 'web', token: JSON.stringify(subscription) }),
    })
  }
  // Signed out or offline: the next start of the web UI registers it.
  event.waitUntil(renew().catch(() => undefined))
})
