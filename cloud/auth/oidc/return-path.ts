// Where the browser goes after it was at an issuer: a place of ours, never an address that somebody else chose.
import { invalidField } from '../../../shared/domain/app-error.ts'

/** "/tasks/12?team=…" as it is; throws for anything that a browser could read as another site. */
export function ownPath(path: string, baseUrl: string): string {
  const isPath = /^\/(?![/\\])[^\\#\p{C}\s]*$/u.test(path)
  if (!isPath || URL.parse(path, baseUrl)?.origin !== new URL(baseUrl).origin) throw invalidField('/return_to', 'must be a path of this server, such as /today')
  return path
}
