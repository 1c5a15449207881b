// A line that somebody ended is a line, as in the mail or the tool that it came from: "Kind regards" and the name below it do not run together.
interface Node {
  type: string
  value?: string
  children?: Node[]
}

/** A plugin for remark: the end of a line inside a paragraph is a break, not a space. */
export function remarkLineBreaks() {
  return (tree: Node): void => breakIn(tree)
}

function breakIn(parent: Node): void {
  parent.children = parent.children?.flatMap((child) => {
    if (child.type === 'text') return asLines(child.value ?? '')
    breakIn(child)
    return child
  })
}

function asLines(text: string): Node[] {
  return text
    .split(/[ \t]*\r?\n/)
    .flatMap((line, index) => (index === 0 ? [{ type: 'text', value: line }] : [{ type: 'break' }, { type: 'text', value: line }]))
}
