// Which checkbox of a drawn text stands where in its markdown, so that ticking it changes that one sign and nothing else.
import { signOfCheckbox } from '../../../shared/domain/tasks/checklist.ts'

interface Node {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
  position?: { start: { offset?: number | undefined } } | undefined
}

/** Told about the checkbox whose list item begins at `at` in the text, and how its item is called. */
export type Tick = (at: number, name: string) => void

/** A plugin for rehype: each checkbox knows where its list item begins, and its words. One that is not found in the text cannot be ticked. */
export function rehypeCheckboxes() {
  return (tree: Node, { value }: { value: unknown }): void => mark(tree, String(value))
}

function mark(parent: Node, text: string): void {
  for (const child of parent.children ?? []) {
    if (child.tagName === 'li') markItem(child, text)
    mark(child, text)
  }
}

function markItem(item: Node, text: string): void {
  const at = item.position?.start.offset
  const first = item.children?.find(({ type }) => type === 'element')
  const box = first?.tagName === 'p' ? first.children?.[0] : first
  if (box?.tagName !== 'input' || at === undefined || signOfCheckbox(text, at) === undefined) return
  box.properties = { ...box.properties, dataAt: at, dataName: wordsOf(item).replaceAll(/\s+/g, ' ').trim() }
}

/** Without those of the lists in it. */
function wordsOf({ tagName, value, children = [] }: Node): string {
  if (tagName === 'ul' || tagName === 'ol') return ''
  return value ?? children.map((child) => wordsOf(child)).join('')
}
