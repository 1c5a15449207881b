import { createContext, type ReactNode, useContext, useMemo } from 'react'
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { type AttachmentRef, attachmentOf } from '../../../shared/domain/attachments/attachment-link.ts'
import { FilePreviews } from '../files/previews.tsx'
import { AttachedFile, AttachedImage, RemoteImage } from './attached.tsx'
import { rehypeCheckboxes, type Tick } from './checkboxes.ts'
import { remarkHtmlAsText } from './html-as-text.ts'
import { remarkLineBreaks } from './line-breaks.ts'
import { PersonReference, referenceOf, remarkReferences, TaskReference } from './references.tsx'

/** What can be changed where the text is read; undefined: it cannot. */
interface Edits {
  onTick?: Tick | undefined
  /** Told where in the text the file is named. */
  onRemove?: ((from: number, to: number, name: string) => void) | undefined
}

const Editing = createContext<Edits>({})

interface AttachedProps {
  file: AttachmentRef
  node: ExtraProps['node']
  /** Of an image. */
  alt?: string
  children?: ReactNode
}

function Attached({ file, node, alt, children }: AttachedProps) {
  const { onRemove } = useContext(Editing)
  const [from, to] = [node?.position?.start.offset, node?.position?.end.offset]
  const remove = onRemove && from !== undefined && to !== undefined ? () => onRemove(from, to, file.name) : undefined
  return alt === undefined ? (
    <AttachedFile file={file} onRemove={remove}>
      {children}
    </AttachedFile>
  ) : (
    <AttachedImage file={file} alt={alt} onRemove={remove} />
  )
}

function Checkbox({ at, name, isTicked }: { at: number | undefined; name: string; isTicked: boolean }) {
  const { onTick } = useContext(Editing)
  if (!onTick || at === undefined) return <input type="checkbox" disabled readOnly checked={isTicked} {...(name ? { 'aria-label': name } : {})} />
  return <input type="checkbox" aria-label={name} checked={isTicked} onChange={() => onTick(at, name)} />
}

const components: Components = {
  a({ node, children, ...rest }) {
    const file = attachmentOf(rest.href ?? '')
    if (file)
      return (
        <Attached file={file} node={node}>
          {children}
        </Attached>
      )
    const reference = referenceOf(rest.href ?? '')
    if (reference && 'task' in reference) return <TaskReference to={reference.task}>{children}</TaskReference>
    if (reference)
      return (
        <PersonReference to={reference.person} behind={reference.behind}>
          {children}
        </PersonReference>
      )
    return (
      <a {...rest} target="_blank" rel="noreferrer noopener">
        {children}
      </a>
    )
  },
  input: ({ node, checked }) => {
    const { dataAt, dataName } = node?.properties ?? {}
    return <Checkbox at={typeof dataAt === 'number' ? dataAt : undefined} name={String(dataName ?? '')} isTicked={checked === true} />
  },
  p: ({ node: _node, ...rest }) => <p dir="auto" {...rest} />,
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
  pre: ({ node: _node, ...rest }) => <pre tabIndex={0} {...rest} />,
  ul: ({ node: _node, ...rest }) => <ul dir="auto" {...rest} />,
  ol: ({ node: _node, ...rest }) => <ol dir="auto" {...rest} />,
  img({ node, src, alt = '' }) {
    const address = typeof src === 'string' ? src : ''
    const file = attachmentOf(address)
    if (file) return <Attached file={file} node={node} alt={alt} />
    return /^https?:/.test(address) && URL.canParse(address) ? <RemoteImage src={address} alt={alt} /> : <>{alt || address}</>
  },
}

export interface MarkdownProps extends Edits {
  text: string
}

export function MarkdownRendered({ text, onTick, onRemove }: MarkdownProps) {
  const edits = useMemo(() => ({ onTick, onRemove }), [onTick, onRemove])
  return (
    <Editing value={edits}>
      <FilePreviews texts={[text]}>
        <div className="markdown text-read">
          <ReactMarkdown
            remarkPlugins={[remarkGfm, remarkHtmlAsText, remarkReferences, remarkLineBreaks]}
            rehypePlugins={[rehypeSanitize, rehypeCheckboxes]}
            components={components}
          >
            {text}
          </ReactMarkdown>
        </div>
      </FilePreviews>
    </Editing>
  )
}
