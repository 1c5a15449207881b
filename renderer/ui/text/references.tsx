// #12 and @name in a text: links where they mean something here, the words as they stand where they do not.
import { createContext, type MouseEvent, type ReactNode, useContext } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { behindName } from '../../../shared/domain/people/mentioned.ts'
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
        const pieces = referencesIn(child.value ?? '')
        return pieces.map((piece, index): Node => {
          if (typeof piece === 'string') return { type: 'text', value: piece }
          const next = pieces[index + 1]
          // Whose name goes on behind it, those say who know the people.
          const behind = left > 0 && piece.kind === 'person' && typeof next === 'string' ? behindName(next) : ''
          if (behind !== '') pieces[index + 1] = (next as string).slice(behind.length)
          const words = { type: 'text', value: piece.text + behind }
          if (left-- <= 0) return words
          return { type: 'link', url: piece.kind === 'task' ? `/task/${piece.word}` : personUrl(piece.word, behind), children: [words] }
        })
      })
    }
    link(tree)
  }
}

const ofTask = /^\/task\/([1-9]\d{0,8}|[0-9a-f]{8}-[0-9a-f-]{27})$/
const ofPerson = /^\/@([^/?#]+)(?:\?behind=([^&#]*))?$/

const personUrl = (word: string, behind: string) => `/@${encodeURIComponent(word)}${behind === '' ? '' : `?behind=${encodeURIComponent(behind)}`}`

/** What a link of a text refers to here; undefined: it is one like any other. */
export function referenceOf(href: string): { task: string } | { person: string; behind: string } | undefined {
  const task = ofTask.exec(href)?.[1]
  if (task !== undefined) return { task }
  const [, person, behind = ''] = ofPerson.exec(href) ?? []
  try {
    return person === undefined ? undefined : { person: decodeURIComponent(person), behind: decodeURIComponent(behind) }
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

/** `behind`: the end of what the text says, which may belong to the name. */
export function PersonReference({ to, behind, children }: { to: string; behind: string; children: ReactNode }) {
  const person = (useContext(References) ?? nobody).usePerson(to, behind)
  if (!person) return <>{children}</>
  const rest = behind.slice(person.taken.length)
  const said = typeof children === 'string' && rest !== '' ? children.slice(0, -rest.length) : children
  return (
    <>
      <a href={person.address} title={person.name} data-agent={person.isAgent || undefined} onClick={(event) => follow(event, () => person.address)}>
        {said}
      </a>
      {said === children ? '' : rest}
    </>
  )
}
