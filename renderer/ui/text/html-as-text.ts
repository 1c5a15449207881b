// People write <init>, <FileRange> and whole pieces of XML without thinking of HTML. None of it is ever HTML here, so it is shown as written.

interface Node {
  type: string
  value?: string
  children?: Node[]
}

/** Where a piece of HTML is a block of its own, not a part of a line. */
const blocks = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition'])
const noBreakSpace = '\u00A0'

/** A plugin for remark: what it took for HTML becomes text. */
export function remarkHtmlAsText() {
  return (tree: Node): void => replaceIn(tree)
}

function replaceIn(parent: Node): void {
  parent.children = parent.children?.flatMap((child) => {
    if (child.type !== 'html') {
      replaceIn(child)
      return child
    }
    const lines = asLines(child.value ?? '')
    return blocks.has(parent.type) ? { type: 'paragraph', children: lines } : lines
  })
}

/** Lines stay lines, and their indentation is seen. */
function asLines(html: string): Node[] {
  return html.split('\n').flatMap((line, index) => {
    const text = line.replace(/^[ \t]+/, (indent) => indent.replaceAll('\t', '  ').replaceAll(' ', noBreakSpace))
    return index === 0 ? [{ type: 'text', value: text }] : [{ type: 'break' }, { type: 'text', value: text }]
  })
}
