// The pages behind the links in our mails. The token stands behind # in the address, so that it reaches neither logs nor Referer headers, and
// nothing happens before a person presses the button: mail scanners open links, too.
import type { FastifyInstance, FastifyReply } from 'fastify'

interface Page {
  title: string
  text: string
  button: string
  /** Where the button sends the token. */
  to: string
  password?: boolean
  done: string
}

const pages: Record<string, Page> = {
  verify: { title: 'Confirm your address', text: 'This address is yours?', button: 'Confirm', to: '/api/auth/verify', done: 'Confirmed. You can sign in now.' },
  reset: {
    title: 'Set a new password',
    text: 'At least 10 characters. You will be signed out everywhere.',
    button: 'Set password',
    to: '/api/auth/reset/confirm',
    password: true,
    done: 'Your new password is set. You can sign in now.',
  },
  invitation: {
    title: 'Join the team',
    text: 'Sign up or sign in with the invited address, and you are in. If you are signed in in this browser already, press the button.',
    button: 'Join',
    to: '/api/invitations/accept',
    done: 'You are in the team now.',
  },
}

const html = (page: Page) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} – Tandem</title>
<link rel="stylesheet" href="/links.css">
<main>
<h1>${page.title}</h1>
<p>${page.text}</p>
<form data-to="${page.to}" data-done="${page.done}">
${page.password ? '<label>New password <input type="password" name="password" autocomplete="new-password" minlength="10" required autofocus></label>' : ''}
<button>${page.button}</button>
</form>
<p role="status"></p>
<p id="open" hidden><a href="/">Open Tandem</a></p>
</main>
<script src="/links.js"></script>
`

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
if (problem) document.querySelector('[role=status]').textContent = 'Not connected: the provider said "' + problem.slice(0, 100) + '". You can close this window and try again.'
`

const script = `const form = document.querySelector('form')
const status = document.querySelector('[role=status]')
const token = new URLSearchParams(location.hash.slice(1)).get('token')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const body = { token: token ?? '', ...Object.fromEntries(new FormData(form)) }
  form.querySelector('button').disabled = true
  try {
    const reply = await fetch(form.dataset.to, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
    if (reply.ok) {
      form.hidden = true
      status.textContent = form.dataset.done
      document.querySelector('#open').hidden = false
      return
    }
    status.textContent = (await reply.json()).detail
  } catch {
    status.textContent = 'Tandem cannot be reached. Try again.'
  }
  form.querySelector('button').disabled = false
})
`

const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 26rem; margin: 15vh auto 0; padding: 0 1.5rem }
h1 { font-size: 1.5rem; font-weight: 600 }
input, button { font: inherit; padding: .5rem .75rem; border-radius: .5rem; border: 1px solid GrayText }
label { display: grid; gap: .25rem; margin-bottom: 1rem }
button { background: #2456d6; border-color: #2456d6; color: #fff; cursor: pointer }
button:disabled { opacity: .5 }
`

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function mountLinkPages(app: FastifyInstance): void {
  const send = (reply: FastifyReply, type: string, text: string) =>
    reply.header('Content-Security-Policy', policy).header('Cache-Control', 'no-cache').type(type).send(text)
  for (const [name, page] of Object.entries(pages)) app.get(`/${name}`, (_request, reply) => send(reply, 'text/html; charset=utf-8', html(page)))
  app.get('/connected', (_request, reply) => send(reply, 'text/html; charset=utf-8', connected))
  app.get('/links.js', (_request, reply) => send(reply, 'text/javascript; charset=utf-8', script))
  app.get('/connected.js', (_request, reply) => send(reply, 'text/javascript; charset=utf-8', connectedScript))
  app.get('/links.css', (_request, reply) => send(reply, 'text/css; charset=utf-8', style))
}
