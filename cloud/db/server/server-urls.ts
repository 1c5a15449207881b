// Reads DATABASE_URL as libpq does: with several hosts, which are a primary and its standbys. node-postgres knows single ones only.
import { StartError } from '../../start-error.ts'

const databaseUrlForm = 'postgresql://login:password@host:5432/database (a primary and its standbys: …@host1:5432,host2:5432/database)'

/** One address for each host. Throws StartError when it cannot be read; never says what stands in it, since that holds a password. */
export function serverUrls(url: string, setting = 'DATABASE_URL'): string[] {
  const [, scheme = '', login = '', hosts = '', rest = ''] = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  const [path = '', query = ''] = rest.split('?', 2)
  const parameters = new URLSearchParams(query)
  const wanted = parameters.get('target_session_attrs')
  if (wanted !== null && !['any', 'read-write', 'primary'].includes(wanted))
    throw new StartError(`${setting} asks for target_session_attrs=${wanted}: Tandem Cloud needs a server that accepts writes. Leave it out.`)
  parameters.delete('target_session_attrs')
  const named = parameters.get('host')?.split(',')
  const ports = parameters.get('port')?.split(',') ?? []
  const urls = (named ?? hosts.split(',')).map((host, index) => {
    const own = new URLSearchParams(parameters)
    if (named) own.set('host', host)
    const port = ports[index] ?? ports[0]
    if (port) own.set('port', port)
    const text = own.toString()
    return `${scheme}${login}${named ? hosts : host}${path}${text ? `?${text}` : ''}`
  })
  if (scheme === '' || url === scheme || !urls.every(isReadable)) throw new StartError(`${setting} must look like ${databaseUrlForm}.`)
  return urls
}

/** As node-postgres reads it: a socket's address may have no host. */
const isReadable = (url: string) => URL.canParse(url) || URL.canParse(url.replace('@/', '@host/'))
