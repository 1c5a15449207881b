import { m } from './messages.ts'
import { notify } from './notices.ts'

/** The address of a task in this Tandem. */
export async function copyLink(id: number): Promise<void> {
  const address = `${location.origin}/task/${id}`
  try {
    await navigator.clipboard.writeText(address)
    notify({ kind: 'done', text: m.linkCopied })
  } catch {
    notify({ kind: 'problem', text: m.linkNotCopied(address) })
  }
}
