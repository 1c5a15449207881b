// A step of a folder as text, in an event and in mail_steps: up to where it reaches, and from where. The folder stands in it, so that it can be read when nobody
// watches that folder any more; and so does the moment of its first mail, for when the numbers came to mean other mails.

export interface StepEnd {
  uidValidity: string
  uid: number
  /** When its first mail came, in milliseconds. */
  at: number
  path: string
}

export type StepBegin = { kind: 'after'; uidValidity: string; uid: number } | { kind: 'since'; at: number }

export const writeEnd = ({ uidValidity, uid, at, path }: StepEnd): string => `imap:${uidValidity}:${uid}:${at}:${path}`
export const writeBegin = (begin: StepBegin): string => (begin.kind === 'after' ? `after:${begin.uidValidity}:${begin.uid}` : `since:${begin.at}`)

export function readEnd(text: string): StepEnd | undefined {
  const [, uidValidity, uid, at, path] = /^imap:(\d{1,20}):(\d{1,10}):(\d{1,15}):(.+)$/su.exec(text) ?? []
  return uidValidity === undefined || path === undefined ? undefined : { uidValidity, uid: Number(uid), at: Number(at), path }
}

export function readBegin(text: string): StepBegin | undefined {
  const after = /^after:(\d{1,20}):(\d{1,10})$/.exec(text)
  if (after) return { kind: 'after', uidValidity: after[1] as string, uid: Number(after[2]) }
  const since = /^since:(\d{1,15})$/.exec(text)
  return since ? { kind: 'since', at: Number(since[1]) } : undefined
}
