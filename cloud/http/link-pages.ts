// The pages behind the links in our emails. The token stands behind # in the address, so that it reaches neither logs nor Referer headers, and
// nothing happens before a person presses the button: mail scanners open links, too.
import type { FastifyInstance, FastifyReply } from 'fastify'

interface Page {
  title: string
  text: string
  button: string
  done: string
}

/** Where the button sends the token. */
const actions = { verify: '/api/auth/verify', reset: '/api/auth/reset/confirm', invitation: '/api/invitations/accept' }
type Name = keyof typeof actions

interface Words extends Record<Name, Page> {
  password: string
  newPassword: string
  name: string
  open: string
  away: string
  /** A person who is not signed in in this browser opens an invitation. */
  signedOut: string
  unconfirmed: string
}

const english: Words = {
  verify: {
    title: 'Confirm your address',
    text: 'Choose the password you’ll sign in with, at least 10 characters. It can be the one you signed up with.',
    button: 'Confirm',
    done: 'Address confirmed. You can sign in now.',
  },
  reset: {
    title: 'Set a new password',
    text: 'At least 10 characters. You’ll be signed out everywhere.',
    button: 'Set password',
    done: 'Password changed. You can sign in now.',
  },
  invitation: {
    title: 'Join the team',
    text: 'If you’re signed in, press the button. Otherwise open Tandem and sign in with the invited address, or create an account with it.',
    button: 'Join',
    done: 'You’ve joined the team.',
  },
  password: 'Password',
  newPassword: 'New password',
  name: 'Your name (optional)',
  open: 'Open Tandem',
  away: 'Can’t reach Tandem. Try again.',
  signedOut: 'You’re not signed in. Open Tandem and sign in with the invited address, or create an account with it; the invitation is waiting there.',
  unconfirmed: 'Confirm your address first with the link in our other email. Then sign in to join.',
}

const german: Words = {
  verify: {
    title: 'Adresse bestätigen',
    text: 'Wähle ein Passwort mit mindestens 10 Zeichen, mit dem du dich anmeldest. Es kann das von der Registrierung sein.',
    button: 'Bestätigen',
    done: 'Adresse bestätigt. Du kannst dich jetzt anmelden.',
  },
  reset: {
    title: 'Neues Passwort setzen',
    text: 'Mindestens 10 Zeichen. Du wirst überall abgemeldet.',
    button: 'Passwort setzen',
    done: 'Passwort geändert. Du kannst dich jetzt anmelden.',
  },
  invitation: {
    title: 'Dem Team beitreten',
    text: 'Wenn du angemeldet bist, drücke auf „Beitreten“. Sonst öffne Tandem und melde dich mit der eingeladenen Adresse an oder lege ein Konto damit an.',
    button: 'Beitreten',
    done: 'Du bist dem Team beigetreten.',
  },
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  name: 'Dein Name (optional)',
  open: 'Tandem öffnen',
  away: 'Tandem ist nicht erreichbar. Versuche es noch einmal.',
  signedOut:
    'Du bist nicht angemeldet. Öffne Tandem und melde dich mit der eingeladenen Adresse an oder lege ein Konto damit an; dort findest du die Einladung.',
  unconfirmed: 'Bestätige zuerst deine Adresse mit dem Link in unserer anderen E-Mail. Danach kannst du dich anmelden und beitreten.',
}

const passwordField = (label: string) =>
  `<label>${label} <input type="password" name="password" autocomplete="new-password" minlength="10" maxlength="1000" required autofocus></label>`

const fieldsOf: Record<Name, (words: Words) => string> = {
  verify: ({ password, name }) => `${passwordField(password)}\n<label>${name} <input name="name" autocomplete="name" maxlength="200"></label>`,
  reset: ({ newPassword }) => passwordField(newPassword),
  invitation: () => '',
}

function html(name: Name, isGerman: boolean): string {
  const words = isGerman ? german : english
  const { title, text, button, done } = words[name]
  const refusals = name === 'invitation' ? ` data-401="${words.signedOut}" data-403="${words.unconfirmed}"` : ''
  return `<!doctype html>
<html lang="${isGerman ? 'de' : 'en'}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Tandem</title>
<link rel="stylesheet" href="/links.css">
<main>
<h1>${title}</h1>
<p>${text}</p>
<form data-to="${actions[name]}" data-done="${done}" data-away="${words.away}"${refusals}>
${fieldsOf[name](words)}
<button>${button}</button>
</form>
<p role="status"></p>
<p id="open" hidden><a href="/">${words.open}</a></p>
</main>
<script src="/links.js"></script>
`
}

/** After the consent screen of a mail provider. */
const connected = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox – Tandem</title>
<link rel="stylesheet" href="/links.css">
<main>
<h1>Mailbox</h1>
<p role="status">Connected. You can close this window.</p>
</main>
<script src="/connected.js"></script>
`

const connectedScript = `const problem = new URLSearchParams(location.search).get('problem')
if (problem) document.querySelector('[role=status]').textContent = 'Couldn’t connect: the provider returned “' + problem.slice(0, 100) + '”. Close this window and try again.'
`

const script = `const form = document.querySelector('form')
const status = document.querySelector('[role=status]')
const token = new URLSearchParams(location.hash.slice(1)).get('token')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const given = [...new FormData(form)].filter(([name, text]) => name !== 'name' || text.trim() !== '')
  const body = { token: token ?? '', ...Object.fromEntries(given) }
  form.querySelector('button').disabled = true
  try {
    const reply = await fetch(form.dataset.to, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
    const words = reply.ok ? form.dataset.done : form.dataset[reply.status]
    if (words) {
      form.hidden = true
      form.previousElementSibling.hidden = true
      status.textContent = words
      document.querySelector('#open').hidden = false
      return
    }
    status.textContent = (await reply.json()).detail
  } catch {
    status.textContent = form.dataset.away
  }
  form.querySelector('button').disabled = false
})
`

/** As the web UI looks, without its files: it is another build's, or none at all. */
const style = `:root {
  color-scheme: light dark;
  font: 16px/1.5 Inter, system-ui, sans-serif;
  --accent: light-dark(oklch(55% 0.12 225), oklch(74% 0.11 225));
  --on-accent: light-dark(oklch(100% 0 0), oklch(18% 0.02 225));
  background: light-dark(oklch(98.4% 0.003 80), oklch(17.5% 0.008 265));
  color: light-dark(oklch(24% 0.012 265), oklch(93% 0.005 265));
}
main { max-width: 24rem; margin: 15vh auto 0; padding: 0 1.5rem }
h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 600; letter-spacing: -.01em }
input, button { font: inherit; box-sizing: border-box; width: 100%; min-height: 44px; padding: .5rem .75rem; border-radius: 6px; border: 1px solid GrayText }
label { display: grid; gap: .25rem; margin-bottom: 1rem; font-weight: 500 }
button { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; cursor: pointer }
button:disabled { opacity: .5 }
a { color: light-dark(oklch(49.5% 0.11 225), oklch(78% 0.105 225)); display: inline-block; min-height: 44px; font-weight: 500 }
`

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function mountLinkPages(app: FastifyInstance): void {
  const send = (reply: FastifyReply, type: string, text: string) =>
    reply.header('Content-Security-Policy', policy).header('Cache-Control', 'no-cache').type(type).send(text)
  for (const name of Object.keys(actions) as Name[])
    app.get(`/${name}`, ({ headers }, reply) => {
      const isGerman = /^de\b/i.test(headers['accept-language'] ?? '')
      return send(reply.header('Vary', 'Accept-Language'), 'text/html; charset=utf-8', html(name, isGerman))
    })
  app.get('/connected', (_request, reply) => send(reply, 'text/html; charset=utf-8', connected))
  app.get('/links.js', (_request, reply) => send(reply, 'text/javascript; charset=utf-8', script))
  app.get('/connected.js', (_request, reply) => send(reply, 'text/javascript; charset=utf-8', connectedScript))
  app.get('/links.css', (_request, reply) => send(reply, 'text/css; charset=utf-8', style))
}
