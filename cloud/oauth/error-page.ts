// What a person sees whose client asks for something that cannot be: they are not sent back, for nobody knows to whom that would be.
interface Words {
  title: string
  client: string
  address: string
  ended: string
  other: string
  website: string
  back: string
  said: string
  open: string
}

const english: Words = {
  title: 'This can’t be connected',
  client: 'Tandem doesn’t know the program that sent you here. Remove the connection there and add it again.',
  address: 'The program that sent you here wants to be answered at an address that isn’t its own. Nothing was sent there.',
  ended: 'This request has ended, or began in another browser. Go back to the program and connect again.',
  other: 'The program that sent you here asked for something that Tandem doesn’t do.',
  website: 'SITE sent you here and asked for something that Tandem doesn’t do. You haven’t connected it, so nothing takes you back there unless you want to.',
  back: 'Go back to SITE',
  said: 'Details for its makers:',
  open: 'Open Tandem',
}

const german: Words = {
  title: 'Verbinden nicht möglich',
  client: 'Tandem kennt das Programm nicht, das dich hergeschickt hat. Entferne die Verbindung dort und füge sie neu hinzu.',
  address: 'Das Programm, das dich hergeschickt hat, will die Antwort an eine fremde Adresse bekommen. Dorthin wurde nichts geschickt.',
  ended: 'Diese Anfrage ist abgelaufen oder hat in einem anderen Browser begonnen. Geh zurück zum Programm und verbinde es noch einmal.',
  other: 'Das Programm, das dich hergeschickt hat, verlangt etwas, das Tandem nicht kann.',
  website:
    'SITE hat dich hergeschickt und verlangt etwas, das Tandem nicht kann. Du hast dich nicht damit verbunden. Zurück geht es deshalb nur, wenn du willst.',
  back: 'Zurück zu SITE',
  said: 'Hinweis für seine Entwickler:',
  open: 'Tandem öffnen',
}

const kinds: Record<string, 'client' | 'address' | 'ended'> = {
  invalid_client: 'client',
  invalid_client_metadata: 'client',
  invalid_redirect_uri: 'address',
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

export interface Refusal {
  error: string
  error_description?: string | undefined
}

const kindOf = ({ error, error_description = '' }: Refusal) => {
  if (/session|interaction|authorization request has expired/i.test(error_description)) return 'ended'
  return kinds[error] ?? 'other'
}

export const errorPolicy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function errorHtml(refusal: Refusal, isGerman: boolean): string {
  const words = isGerman ? german : english
  const kind = kindOf(refusal)
  const details = [refusal.error, refusal.error_description].filter(Boolean).join(': ').slice(0, 300)
  return page(isGerman, words[kind], kind === 'ended' ? '' : `<p class="details">${words.said}<br><code>${escaped(details)}</code></p>\n`)
}

/** `to`: where the client wants to be told what is wrong. */
export function returnHtml(to: string | undefined, isGerman: boolean): string {
  const words = isGerman ? german : english
  const address = to === undefined ? null : URL.parse(to)
  if (to === undefined || address === null) return page(isGerman, words.other, '')
  const site = escaped(address.host || address.protocol)
  return page(
    isGerman,
    words.website.replace('SITE', () => site),
    `<p><a href="${escaped(to)}">${words.back.replace('SITE', () => site)}</a></p>\n`,
  )
}

function page(isGerman: boolean, text: string, more: string): string {
  const words = isGerman ? german : english
  return `<!doctype html>
<html lang="${isGerman ? 'de' : 'en'}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title} – Tandem</title>
<link rel="stylesheet" href="/links.css">
<main>
<h1>${words.title}</h1>
<p>${text}</p>
${more}<p><a href="/">${words.open}</a></p>
</main>
`
}
