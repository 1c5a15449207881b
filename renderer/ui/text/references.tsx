// #12 and @name in a text: links where they mean something here, the words as they stand where they do not.
import { createContext, type MouseEvent, type ReactNode, useContext } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { referencesIn } from '../../../shared/domain/tasks/text-references.ts'
import { m } from '../../lib/messages.ts'
import { addressOf, readPlace } from '../../lib/navigation.ts'
import type { ReferenceReader } from '../../lib/plan/reference-reader.ts'

/** Who knows what they mean. */
export const References = createContext<ReferenceReader | undefined>(undefined)

interface Node {
  type: string
  value?: string
  url?: string
  children?: Node[]
}

/** In one text; more are left as words, for each is asked for. */
const maxLinked = 60

/** A plugin for remark: they become links, but not within links. Code is no text to it. */
export function remarkReferences() {
  return (tree: Node): void => {
    let left = maxLinked
    const link = (parent: Node): void => {
      if (parent.type === 'link' || parent.type === 'linkReference') return
      parent.children = parent.children?.flatMap((child) => {
        if (child.type !== 'text') {
          link(child)
          return child
        }
        return referencesIn(child.value ?? '').map((piece): Node => {
          if (typeof piece === 'string') return { type: 'text', value: piece }
          const words = { type: 'text', value: piece.text }
          if (left-- <= 0) return words
          return { type: 'link', url: piece.kind === 'task' ? `/task/${piece.word}` : `/@${encodeURIComponent(piece.word)}`, children: [words] }
        })
      })
    }
    link(tree)
  }
}

const ofTask = /^\/task\/([1-9]\d{0,8}|[0-9a-f]{8}-[0-9a-f-]{27})$/
const ofPerson = /^\/@([^/?#]+)$/

/** What a link of a text refers to here; undefined: it is one like any other. */
export function referenceOf(href: string): { task: string } | { person: string } | undefined {
  const task = ofTask.exec(href)?.[1]
  if (task !== undefined) return { task }
  const person = ofPerson.exec(href)?.[1]
  try {
    return person === undefined ? undefined : { person: decodeURIComponent(person) }
  } catch {
    return undefined
  }
}

/** In this window; with a key held, where the browser opens such a link. */
function follow(event: MouseEvent, to: () => string): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  navigate(to())
}

const nobody: ReferenceReader = { useTask: () => undefined, usePerson: () => undefined }

/** `children`: what the text says. */
export function TaskReference({ to, children }: { to: string; children: ReactNode }) {
  const task = (useContext(References) ?? nobody).useTask(to)
  if (!task) return <>{children}</>
  const { id, title, status } = task
  const open = () => addressOf({ ...readPlace(location.pathname, location.search), openId: id })
  // By uid it is the same task everywhere, and has here the number that it has here.
  const words = typeof children === 'string' && /^#\d+$/.test(children) ? `#${id}` : children
  return (
    <a href={`/task/${id}`} title={`#${id} ${title} · ${m.status[status]}`} data-done={status === 'done' || undefined} onClick={(event) => follow(event, open)}>
      {words}
    </a>
  )
}

export function PersonReference({ to, children }: { to: string; children: ReactNode }) {
  const person = (useContext(References) ?? nobody).usePerson(to)
  if (!person) return <>{children}</>
  return (
    <a href={person.address} title={person.name} data-agent={person.isAgent || undefined} onClick={(event) => follow(event, () => person.address)}>
      {children}
    </a>
  )
}
