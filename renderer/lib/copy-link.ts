import { m } from '../messages/late.ts'
import { notify } from './notices.ts'

/** The addresses of tasks in this Tandem, a line each. */
export async function copyLinks(ids: readonly number[]): Promise<void> {
  const addresses = ids.map((id) => `${location.origin}/task/${id}`).join('\n')
  try {
    await navigator.clipboard.writeText(addresses)
    notify({ kind: 'done', text: m.linksCopied(ids.length) })
  } catch {
    notify({ kind: 'problem', text: m.linkNotCopied(addresses) })
  }
}
