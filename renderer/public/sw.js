// Shows what the cloud pushes, also when no window is open, and does what its buttons say. What it gets was encrypted
// for this browser.
const isGerman = self.navigator.language.startsWith('de')
const says = isGerman
  ? {
      done: 'Erledigt',
      open: 'Öffnen',
      assigned: (by) => `${by} hat dir eine Aufgabe gegeben`,
      undone: (by) => `${by} hat deine Arbeit rückgängig gemacht`,
      again: 'Erneut versuchen',
      failed: 'Aufgabe nicht erledigt',
      away: 'Tandem ist nicht erreichbar. Es wurde nichts geändert.',
      signedOut: 'Du bist abgemeldet. Öffne Tandem, melde dich an und erledige es dort.',
      gone: 'Die Aufgabe gibt es nicht mehr.',
      notYours: 'Du bist nicht mehr in diesem Team.',
      refused: 'Öffne Tandem und erledige es dort.',
      asks: (agent) => `${agent} bittet um Freigabe`,
      accept: 'Annehmen',
      reject: 'Ablehnen',
      undecided: 'Nicht entschieden',
      decided: { accepted: 'Jemand hat es schon angenommen.', rejected: 'Jemand hat es schon abgelehnt.', withdrawn: 'Es wurde zurückgezogen.' },
      openReview: 'Öffne Tandem und entscheide dort.',
      question: (agent) => `${agent} hat eine Frage`,
      more: 'Weitere …',
      unanswered: 'Antwort nicht gespeichert',
      keptAsComment: 'Deine Antwort steht als Kommentar bei der Aufgabe.',
      answeredFirst: (who, answer) => `${who} hat zuerst geantwortet: ${answer}.`,
      dismissedFirst: (who) => `${who} hat die Frage vorher verworfen.`,
    }
  : {
      done: 'Done',
      open: 'Open',
      assigned: (by) => `${by} assigned you a task`,
      again: 'Try again',
      failed: 'Couldn’t mark the task as done',
      away: 'Can’t reach Tandem. No changes made.',
      signedOut: 'You’re signed out. Open Tandem, sign in and do it there.',
      gone: 'The task no longer exists.',
      notYours: 'You’re no longer on this team.',
      refused: 'Open Tandem and do it there.',
      asks: (agent) => `${agent} wants your approval`,
      accept: 'Accept',
      reject: 'Reject',
      undecided: 'Not decided',
      decided: { accepted: 'Somebody has accepted it already.', rejected: 'Somebody has rejected it already.', withdrawn: 'It was withdrawn.' },
      openReview: 'Open Tandem and decide there.',
      question: (agent) => `${agent} has a question`,
      more: 'More…',
      unanswered: 'Answer not saved',
      keptAsComment: 'Your answer is kept as a comment.',
      answeredFirst: (who, answer) => `${who} answered first: ${answer}.`,
      dismissedFirst: (who) => `${who} dismissed the question first.`,
    }

/** What waits for the person, by team: the number on the app's icon. The window keeps the same place (renderer/backend/cloud/app-badge.ts). */
const waitingPlace = 'tandem-waiting'

/** One change after another, in the worker and all tabs. The notification is what matters: whatever fails here stays silent. */
async function changeWaiting(team, change) {
  if (team === undefined || !('setAppBadge' in self.navigator) || !('locks' in self.navigator)) return
  const write = async () => {
    const cache = await caches.open(waitingPlace)
    const kept = (await (await cache.match('/waiting'))?.json()) ?? {}
    const all = { ...kept, [team]: await change(kept[team] ?? { asked: 0, reminded: [] }) }
    await cache.put('/waiting', new Response(JSON.stringify(all)))
    const sum = Object.values(all).reduce((total, { asked, reminded }) => total + asked + reminded.length, 0)
    await (sum > 0 ? self.navigator.setAppBadge(sum) : self.navigator.clearAppBadge())
  }
  await self.navigator.locks.request(waitingPlace, write).catch(() => undefined)
}

/** Asks the cloud what is open now; `unheard`: how many more there are where it cannot be asked. */
const countAsked = (team, unheard) =>
  changeWaiting(team, async (waiting) => {
    try {
      const lists = await Promise.all(['questions', 'proposals'].map((list) => fetch(`/api/${list}`, { headers: { 'X-Team-Id': team } })))
      if (lists.some(({ ok }) => !ok)) throw new Error('not answered')
      const [questions, proposals] = await Promise.all(lists.map((list) => list.json()))
      return { ...waiting, asked: questions.length + proposals.length }
    } catch {
      return { ...waiting, asked: waiting.asked + unheard }
    }
  })

const countReminded = (team, change) => changeWaiting(team, ({ asked, reminded }) => ({ asked, reminded: [...new Set(change(reminded))] }))

function countPushed({ event, team_id, task_id }) {
  if (event === 'agent.question' || event === 'agent.proposal') return countAsked(team_id, 1)
  if (event === 'reminder.due' && task_id !== undefined) return countReminded(team_id, (tasks) => [...tasks, Number(task_id)])
}

const isTask = (url) => url === undefined || /[/]tasks?[/]\d+|^[/]$/.test(url)

self.addEventListener('push', (event) => {
  let message = {}
  try {
    message = event.data?.json() ?? {}
  } catch {
    // Browsers end the subscription of a worker that shows nothing.
  }
  const { body = '', tag, url, team_id, task_id, proposal, question, agent, by } = message
  const saysBy = { 'task.assigned': says.assigned, 'work.undone': isGerman ? says.undone : undefined }[message.event]
  const title = by && saysBy ? saysBy(by) : (message.title ?? 'Tandem')
  event.waitUntil(Promise.resolve(countPushed(message)))
  if (proposal !== undefined && team_id !== undefined) return event.waitUntil(showProposal({ body, tag, team_id, proposal, agent }))
  if (question !== undefined && team_id !== undefined) return event.waitUntil(showQuestion(message))
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

function showProposal({ body, tag, team_id, proposal, agent }) {
  const actions = [
    { action: 'accept', title: says.accept },
    { action: 'reject', title: says.reject },
  ]
  const data = { title: says.asks(agent), body, url: `/review?team=${team_id}`, team_id, proposal }
  return self.registration.showNotification(data.title, { body, tag, renotify: tag !== undefined, icon: '/favicon.svg', actions, data })
}

/** Why a proposal is not decided as the button says, and whether asking again may help; undefined: it is. An answer that was lost is asked for. */
async function decide({ team_id, proposal }, action) {
  const call = (path, method, body) =>
    fetch(`/api/proposals/${proposal}${path}`, { method, headers: { 'X-Team-Id': team_id, ...(body ? { 'Content-Type': 'application/json' } : {}) }, ...(body ? { body } : {}) })
  try {
    const reply = await (action === 'accept' ? call('/accept', 'POST') : call('/reject', 'POST', '{}'))
    if (reply.ok) return undefined
    if (reply.status >= 500 || reply.status === 429) return { why: says.away, again: true }
    if (reply.status !== 409) return { why: { 401: says.signedOut, 403: says.notYours }[reply.status] ?? says.openReview, again: false }
    const { state } = await (await call('', 'GET')).json()
    if (state === `${action}ed`) return undefined
    return { why: says.decided[state] ?? says.openReview, again: false }
  } catch {
    return { why: says.away, again: true }
  }
}

async function decideAndSay(data, action) {
  const problem = await decide(data, action)
  await countAsked(data.team_id, 0)
  if (!problem) return
  const actions = problem.again
    ? [
        { action, title: says.again },
        { action: 'open', title: says.open },
      ]
    : [{ action: 'open', title: says.open }]
  const options = { body: problem.why, tag: `problem ${data.team_id} proposal ${data.proposal}`, icon: '/favicon.svg', actions, data }
  await self.registration.showNotification(`${says.undecided}: ${data.title}`, options)
}

function optionsOf(text) {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    return []
  }
}

/** One button for each answer; where there is no room for all, the last one leads to the others. */
function showQuestion({ body = '', tag, team_id, question, agent, options, more }) {
  const room = globalThis.Notification?.maxActions || 2
  const answers = optionsOf(options)
  const fits = more !== 'true' && answers.length <= room
  const shown = answers.slice(0, fits ? room : room - 1).map((title, n) => ({ action: `answer ${n}`, title }))
  const actions = fits || answers.length === 0 ? shown : [...shown, { action: 'open', title: says.more }]
  // The key of this notification: pressed twice, or again after an answer that was lost, it answers once.
  const data = { title: says.question(agent), url: `/review?team=${team_id}`, team_id, question, answers, key: crypto.randomUUID() }
  return self.registration.showNotification(data.title, { body, tag, renotify: tag !== undefined, icon: '/favicon.svg', actions, data })
}

/** Another decision stands: the answer becomes a comment, as it does in the web UI. */
async function keepAsComment(call, { task_id, question }, answer, key) {
  const body = JSON.stringify({ body: `${question.replaceAll(/^/gm, '> ')}\n\n${answer}` })
  const kept = await call(`/api/tasks/${task_id}/comments`, { method: 'POST', body, key: `${key} comment` })
  return kept.ok
}

/**
 * Why a question is not answered as the button says, and whether asking again may help; undefined: it is. `button`: which one, for the key: headers
 * take no letter beyond Latin-1, and answers are in any.
 */
async function answerQuestion({ team_id, question, key }, answer, button) {
  const call = (path, { method = 'GET', body, key: once } = {}) =>
    fetch(path, {
      method,
      headers: { 'X-Team-Id': team_id, ...(body ? { 'Content-Type': 'application/json' } : {}), ...(once ? { 'Idempotency-Key': once } : {}) },
      ...(body ? { body } : {}),
    })
  const path = `/api/questions/${question}`
  try {
    const reply = await call(`${path}/answer`, { method: 'POST', body: JSON.stringify({ answer }), key: `${key} ${button}` })
    if (reply.ok) return undefined
    if (reply.status >= 500 || reply.status === 429) return { why: says.away, again: true }
    if (reply.status !== 409) return { why: { 401: says.signedOut, 403: says.notYours }[reply.status] ?? says.openReview, again: false }
    const stands = await (await call(path)).json()
    const who = stands.decided_by?.name ?? ''
    if (stands.state !== 'answered' && stands.state !== 'dismissed') return { why: says.gone, again: false }
    if (!(await keepAsComment(call, stands, answer, key))) return { why: says.away, again: true }
    return { why: `${stands.state === 'answered' ? says.answeredFirst(who, stands.answer) : says.dismissedFirst(who)} ${says.keptAsComment}`, again: false }
  } catch {
    return { why: says.away, again: true }
  }
}

async function answerAndSay(data, action) {
  const answer = data.answers[Number(action.slice('answer '.length))]
  const problem = await answerQuestion(data, answer, action)
  await countAsked(data.team_id, 0)
  if (!problem) return
  const open = { action: 'open', title: says.open }
  const actions = problem.again ? [{ action, title: says.again }, open] : [open]
  const options = { body: problem.why, tag: `problem ${data.team_id} question ${data.question}`, icon: '/favicon.svg', actions, data }
  await self.registration.showNotification(`${says.unanswered}: ${data.title}`, options)
}

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
  if (!problem) return countReminded(data.team_id, (tasks) => tasks.filter((id) => id !== Number(data.task_id)))
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
  const isDecision = event.action === 'accept' || event.action === 'reject'
  const isAnswer = event.action.startsWith('answer ')
  event.waitUntil(event.action === 'done' ? markDone(data) : isDecision ? decideAndSay(data, event.action) : isAnswer ? answerAndSay(data, event.action) : open(data.url))
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
