// The pages behind the links in our emails. The token stands behind # in the address, so that it reaches neither logs nor Referer headers, and
// nothing happens before a person presses the button: mail scanners open links, too.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { invitationHtml, invitationScript } from './invitation-page.ts'

interface Page {
  title: string
  text: string
  button: string
  done: string
}

/** Where the button sends the token. */
const actions = {
  verify: '/api/auth/verify',
  reset: '/api/auth/reset/confirm',
  address: '/api/auth/address/confirm',
  'address-undo': '/api/auth/address/undo',
  continue: '/api/auth/oidc/connect',
}
type Name = keyof typeof actions

interface Words extends Record<Name, Page> {
  password: string
  newPassword: string
  passwordOfBefore: string
  factor: string
  name: string
  open: string
  away: string
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
  address: {
    title: 'Use this address',
    text: 'Your account will use this address from now on: for signing in, and in your teams. You’ll be signed out everywhere else.',
    button: 'Use this address',
    done: 'Your account uses this address now.',
  },
  'address-undo': {
    title: 'Take your address back',
    text: 'Your account will use this address again. The password becomes void, everyone is signed out, ways to sign in, API tokens and connected agents added in the week before the change or since then end, and you’ll get a link to set a new password.',
    button: 'Take it back',
    done: 'Your account uses this address again. We’ve sent you a link to set a new password.',
  },
  continue: {
    title: 'Go on to Tandem',
    text: 'You signed in with another service, with the address that got our email. Go on to sign in here with it. If you don’t have an account yet, it’s created now.',
    button: 'Go on',
    done: 'You’re signed in.',
  },
  password: 'Password',
  newPassword: 'New password',
  passwordOfBefore: 'Password before the address changed',
  factor:
    'Two-factor authentication was turned on shortly before the address changed. If that wasn’t you, enter the password you had then, and it’s turned off. If it was you, leave the field empty.',
  name: 'Your name (optional)',
  open: 'Open Tandem',
  away: 'Can’t reach Tandem. Try again.',
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
  address: {
    title: 'Diese Adresse verwenden',
    text: 'Dein Konto verwendet ab jetzt diese Adresse: zum Anmelden und in deinen Teams. Überall sonst wirst du abgemeldet.',
    button: 'Diese Adresse verwenden',
    done: 'Dein Konto verwendet jetzt diese Adresse.',
  },
  'address-undo': {
    title: 'Adresse zurückholen',
    text: 'Dein Konto verwendet dann wieder diese Adresse. Das Passwort wird ungültig, alle werden abgemeldet, und du bekommst einen Link für ein neues. Anmeldewege, API-Tokens und verbundene Agenten, die in der Woche vor der Änderung oder seitdem dazukamen, enden.',
    button: 'Zurückholen',
    done: 'Dein Konto verwendet wieder diese Adresse. Wir haben dir einen Link für ein neues Passwort geschickt.',
  },
  continue: {
    title: 'Weiter zu Tandem',
    text: 'Du hast dich bei einem anderen Dienst angemeldet, mit der Adresse, an die unsere E-Mail ging. Mach weiter, um dich damit hier anzumelden. Wenn du noch kein Konto hast, wird es jetzt angelegt.',
    button: 'Weiter',
    done: 'Du bist angemeldet.',
  },
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  passwordOfBefore: 'Passwort vor der Änderung der Adresse',
  factor:
    'Kurz vor der Änderung der Adresse wurde die Zwei-Faktor-Authentifizierung eingeschaltet. Wenn du das nicht warst, gib das Passwort von damals ein, dann wird sie ausgeschaltet. Wenn du es warst, lass das Feld leer.',
  name: 'Dein Name (optional)',
  open: 'Tandem öffnen',
  away: 'Tandem ist nicht erreichbar. Versuche es noch einmal.',
}

const passwordField = (label: string) =>
  `<label>${label} <input type="password" name="password" autocomplete="new-password" minlength="10" maxlength="1000" required autofocus></label>`

const fieldsOf: Record<Name, (words: Words) => string> = {
  verify: ({ password, name }) => `${passwordField(password)}\n<label>${name} <input name="name" autocomplete="name" maxlength="200"></label>`,
  reset: ({ newPassword }) => passwordField(newPassword),
  address: () => '',
  continue: () => '',
  // Shown when it is asked for.
  'address-undo': ({ passwordOfBefore, factor }) =>
    `<div id="asked" hidden>\n<p>${factor}</p>\n<label>${passwordOfBefore} <input type="password" name="password" autocomplete="current-password" maxlength="1000" disabled></label>\n</div>`,
}

function html(name: Name, isGerman: boolean): string {
  const words = isGerman ? german : english
  const { title, text, button, done } = words[name]
  return `<!doctype html>
<html lang="${isGerman ? 'de' : 'en'}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Tandem</title>
<link rel="stylesheet" href="/links.css">
<main>
<h1>${title}</h1>
<p>${text}</p>
<form data-to="${actions[name]}" data-done="${done}" data-away="${words.away}">
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
    if (reply.ok) {
      // Where the person wanted to go before they were asked to sign in.
      if (reply.status === 200) return location.assign((await reply.json()).return_to)
      form.hidden = true
      form.previousElementSibling.hidden = true
      status.textContent = form.dataset.done
      document.querySelector('#open').hidden = false
      return
    }
    const { detail, errors = [] } = await reply.json()
    const asked = form.querySelector('#asked[hidden]')
    if (asked && errors.some(({ pointer }) => pointer === '/password')) {
      asked.hidden = false
      const field = asked.querySelector('input')
      field.disabled = false
      field.focus()
      status.textContent = ''
    } else status.textContent = detail
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
a.button { box-sizing: border-box; width: 100%; padding: .5rem .75rem; border-radius: 6px; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); font-weight: 600; text-align: center; text-decoration: none }
a.button.plain { background: none; border-color: GrayText; color: inherit }
h1 { overflow-wrap: anywhere }
button:disabled { opacity: .5 }
a { color: light-dark(oklch(49.5% 0.11 225), oklch(78% 0.105 225)); display: inline-block; min-height: 44px; font-weight: 500 }
`

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** `maySignUp`: this server makes accounts for who is invited. */
export function mountLinkPages(app: FastifyInstance, maySignUp: boolean): void {
  const send = (reply: FastifyReply, type: string, text: string) =>
    reply.header('Content-Security-Policy', policy).header('Cache-Control', 'no-cache').type(type).send(text)
  const page = (path: string, made: (isGerman: boolean) => string) =>
    app.get(path, ({ headers }, reply) => {
      const isGerman = /^de\b/i.test(headers['accept-language'] ?? '')
      return send(reply.header('Vary', 'Accept-Language'), 'text/html; charset=utf-8', made(isGerman))
    })
  for (const name of Object.keys(actions) as Name[]) page(`/${name}`, (isGerman) => html(name, isGerman))
  page('/invitation', (isGerman) => invitationHtml(isGerman, maySignUp))
  app.get('/invitation.js', (_request, reply) => send(reply, 'text/javascript; charset=utf-8', invitationScript))
  app.get('/connected', (_request, reply) => send(reply, 'text/html; charset=utf-8', connected))
  app.get('/links.js', (_request, reply) => send(reply, 'text/javascript; charset=utf-8', script))
  app.get('/connected.js', (_request, reply) => send(reply, 'text/javascript; charset=utf-8', connectedScript))
  app.get('/links.css', (_request, reply) => send(reply, 'text/css; charset=utf-8', style))
}
