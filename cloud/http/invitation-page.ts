// The page behind the link of an invitation: for somebody who may never have heard of Tandem. It says who invites, into which team and what that is;
// whoever is signed in joins here, whoever is not makes an account or signs in and has joined then. The web UI goes on with what the page keeps
// (renderer/backend/cloud/invited.ts).

interface Words {
  title: string
  /** Names are put in by the script: {by}, {team}, {address}, {me}. */
  invites: string
  what: string
  forAddress: string
  signUp: string
  signIn: string
  join: string
  joined: string
  other: string
  useOther: string
  already: string
  expired: string
  gone: string
  unconfirmed: string
  away: string
  again: string
  open: string
  someone: string
  /** Around the name of a team. */
  quotes: readonly [string, string]
  aTeam: string
}

const english: Words = {
  title: 'Invitation',
  invites: '{by} invites you to {team} on Tandem.',
  what: 'Tandem is one task list that people and AI agents share.',
  forAddress: 'The invitation is for {address}.',
  signUp: 'Create an account and join',
  signIn: 'Sign in and join',
  join: 'Join',
  joined: 'You’ve joined {team}.',
  other: 'You’re signed in as {me}. The invitation is for {address}.',
  useOther: 'Sign out and use that address',
  already: 'You’re on {team} already.',
  expired: 'This invitation to {team} has expired. Ask {by} to send it again.',
  gone: 'This invitation was already used or withdrawn, or a newer email has replaced it. If you’ve joined, open Tandem. Otherwise ask for a new one.',
  unconfirmed: 'Confirm your address first with the link in our other email. Then open this link again, or sign in: the invitation is waiting there.',
  away: 'Can’t reach Tandem.',
  again: 'Try again',
  open: 'Open Tandem',
  someone: 'Someone',
  quotes: ['“', '”'],
  aTeam: 'a team',
}

const german: Words = {
  title: 'Einladung',
  invites: '{by} lädt dich auf Tandem in {team} ein.',
  what: 'Tandem ist eine Aufgabenliste, die sich Menschen und KI-Agenten teilen.',
  forAddress: 'Die Einladung gilt für {address}.',
  signUp: 'Konto anlegen und beitreten',
  signIn: 'Anmelden und beitreten',
  join: 'Beitreten',
  joined: 'Du bist jetzt dabei: {team}.',
  other: 'Du bist als {me} angemeldet. Die Einladung gilt für {address}.',
  useOther: 'Abmelden und diese Adresse benutzen',
  already: 'Du bist schon dabei: {team}.',
  expired: 'Diese Einladung ist abgelaufen. Bitte um eine neue ({by}, {team}).',
  gone: 'Diese Einladung wurde schon benutzt oder zurückgezogen, oder eine neuere E-Mail hat sie ersetzt. Bist du schon dabei, öffne Tandem. Sonst bitte um eine neue.',
  unconfirmed:
    'Bestätige zuerst deine Adresse mit dem Link in unserer anderen E-Mail. Öffne dann diesen Link noch einmal oder melde dich an: Dort wartet die Einladung.',
  away: 'Tandem ist nicht erreichbar.',
  again: 'Erneut versuchen',
  open: 'Tandem öffnen',
  someone: 'Jemand',
  quotes: ['„', '“'],
  aTeam: 'ein Team',
}

/** What the page can come to; the script shows one of them. */
const sections = (words: Words, maySignUp: boolean): Record<string, string> => ({
  guest: `<p>${words.what}</p>
<p>${words.forAddress}</p>
${maySignUp ? `<p><a class="button" href="/#sign-up">${words.signUp}</a></p>\n` : ''}<p><a class="button plain" href="/">${words.signIn}</a></p>`,
  member: `<p>${words.what}</p>
<p><button data-act="join">${words.join}</button></p>`,
  other: `<p>${words.other}</p>
<p><button data-act="leave">${words.useOther}</button></p>
<p><a href="/">${words.open}</a></p>`,
  joined: `<p>${words.joined}</p>
<p><a class="button" href="/">${words.open}</a></p>`,
  already: `<p>${words.already}</p>
<p><a class="button" href="/">${words.open}</a></p>`,
  expired: `<p>${words.expired}</p>
<p><a href="/">${words.open}</a></p>`,
  gone: `<p>${words.gone}</p>
<p><a href="/">${words.open}</a></p>`,
  unconfirmed: `<p>${words.unconfirmed}</p>
<p><a href="/">${words.open}</a></p>`,
  away: `<p>${words.away}</p>
<p><button data-act="again">${words.again}</button></p>`,
})

/** `maySignUp`: this server makes accounts for who is invited. */
export function invitationHtml(isGerman: boolean, maySignUp: boolean): string {
  const words = isGerman ? german : english
  const all = Object.entries(sections(words, maySignUp)).map(([name, inside]) => `<section id="${name}" hidden>\n${inside}\n</section>`)
  return `<!doctype html>
<html lang="${isGerman ? 'de' : 'en'}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title} – Tandem</title>
<link rel="stylesheet" href="/links.css">
<main data-someone="${words.someone}" data-team="${words.aTeam}" data-quotes="${words.quotes.join('')}" data-invites="${words.invites}">
<h1>${words.title}</h1>
<div role="status">
${all.join('\n')}
</div>
</main>
<script src="/invitation.js"></script>
`
}

/** Nothing is accepted before a person presses a button: mail scanners open links, too. */
export const invitationScript = `const main = document.querySelector('main')
const given = new URLSearchParams(location.hash.slice(1))
const [token, team] = [given.get('token') ?? '', given.get('team') ?? '']
const place = 'tandem:invitation'

const call = (path, method, body) =>
  fetch(path, { method, ...(body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {}) })

/** As text, whatever a name holds. */
function fill(names) {
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) walker.currentNode.data = walker.currentNode.data.replace(/[{](\\w+)[}]/g, (all, name) => names[name] ?? all)
}

function show(name) {
  for (const section of main.querySelectorAll('section')) section.hidden = section.id !== name
  const invites = ['guest', 'member', 'other'].includes(name)
  main.querySelector('h1').textContent = invites && invitation ? said(main.dataset.invites) : document.title.split(' – ')[0]
}

const said = (text) => text.replace(/[{](\\w+)[}]/g, (_, name) => names[name])
const quoted = (name) => main.dataset.quotes[0] + name + main.dataset.quotes[1]
const masked = (email) => email.replace(/^(.)[^@]*/u, '$1…').toLowerCase()
let invitation
let names = {}

/** Many a colleague's address has the same first letter: whoever has confirmed theirs is told which invitations are for them. */
async function isMeant(user) {
  if (!user.email_verified) return masked(user.email) === invitation.address.toLowerCase()
  const mine = await (await call('/api/invitations', 'GET')).json()
  return mine.some(({ id }) => id === invitation.id)
}

/** For after the sign-in, once they have pressed "… and join": the next one who signs in here may be somebody else. */
function keep() {
  localStorage.setItem(place, JSON.stringify({ token, team: invitation.team, until: invitation.expires_at }))
}
for (const way of ['click', 'auxclick']) main.querySelector('#guest').addEventListener(way, (event) => event.target.closest('a') && keep())

async function begin() {
  try {
    const [shown, session] = await Promise.all([call('/api/invitations/show', 'POST', { token, team_id: team }), call('/api/auth/session', 'GET')])
    const { user, teams } = session.ok ? await session.json() : {}
    const mine = teams?.find(({ id }) => id === team)
    if (shown.status >= 500 || shown.status === 429 || session.status >= 500) return show('away')
    if (!shown.ok) {
      if (!mine) return show('gone')
      fill({ team: quoted(mine.name) })
      return show('already')
    }
    invitation = await shown.json()
    names = {
      by: invitation.invited_by ?? main.dataset.someone,
      team: invitation.team.name === '' ? main.dataset.team : quoted(invitation.team.name),
      address: invitation.address,
      me: user?.email ?? '',
    }
    fill(names)
    if (invitation.state === 'expired') return show('expired')
    if (!user) return show('guest')
    show((await isMeant(user)) ? (mine ? 'already' : 'member') : 'other')
  } catch {
    show('away')
  }
}

const acts = {
  async join() {
    const reply = await call('/api/invitations/accept', 'POST', { token })
    if (reply.ok) localStorage.setItem('tandem:team', team)
    show(reply.ok ? 'joined' : (({ 403: 'unconfirmed', 404: 'gone' })[reply.status] ?? 'away'))
  },
  /** The web UI of before goes with it: it sees that its session has ended. */
  async leave() {
    const reply = await call('/api/auth/sign-out', 'POST')
    if (!reply.ok && reply.status !== 401) return show('away')
    await begin()
  },
  again: begin,
}
main.addEventListener('click', async ({ target }) => {
  const act = acts[target.dataset?.act]
  if (!act) return
  target.disabled = true
  await act().catch(() => show('away'))
  target.disabled = false
})
void begin()
`
