import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { remarkHtmlAsText } from './html-as-text.ts'
import { remarkLineBreaks } from './line-breaks.ts'

const components: Components = {
  a: ({ node: _node, children, ...rest }) => (
    <a {...rest} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ),
  p: ({ node: _node, ...rest }) => <p dir="auto" {...rest} />,
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
  pre: ({ node: _node, ...rest }) => <pre tabIndex={0} {...rest} />,
  ul: ({ node: _node, ...rest }) => <ul dir="auto" {...rest} />,
  ol: ({ node: _node, ...rest }) => <ol dir="auto" {...rest} />,
  // A picture from elsewhere would tell its server who reads what; the policy of the page blocks it, so show where it leads.
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noreferrer noopener">
      {alt || String(src)}
    </a>
  ),
}

export function MarkdownRendered({ text }: { text: string }) {
  return (
    <div className="markdown text-read">
      <ReactMarkdown remarkPlugins={[remarkGfm, remarkHtmlAsText, remarkLineBreaks]} rehypePlugins={[rehypeSanitize]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  )
}
