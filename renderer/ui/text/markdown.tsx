// Markdown as people wrote it, made safe. What draws it is loaded when there is some to show; until then the text stands as it is.
import { type ComponentType, useEffect } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import type { MarkdownProps } from './markdown-rendered.tsx'

const drawn = createStore<{ Rendered: ComponentType<MarkdownProps> } | undefined>(undefined)
let loading: Promise<void> | undefined

/** Also when the service is away at that moment: then again a little later. */
export function loadMarkdown(): void {
  loading ??= import('./markdown-rendered.tsx').then(
    ({ MarkdownRendered }) => drawn.set({ Rendered: MarkdownRendered }),
    () => {
      loading = undefined
      setTimeout(loadMarkdown, 2000)
    },
  )
}

export function Markdown({ text, ...more }: MarkdownProps) {
  const ready = useStore(drawn)
  useEffect(loadMarkdown, [])
  if (ready) return <ready.Rendered text={text} {...more} />
  return (
    <div className="markdown text-read whitespace-pre-wrap" dir="auto">
      {text}
    </div>
  )
}
