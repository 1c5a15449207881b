import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../lib/messages.ts'
import { Button } from '../button.tsx'

/** A command to take along. */
export function CopyBlock({ name, text }: { name: string; text: string }) {
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <div>
      <div className="flex items-center justify-between pb-1">
        <span className="font-medium text-muted">{name}</span>
        <Button className="-me-3" onClick={() => void copy()}>
          {isCopied ? <Check aria-hidden="true" size={14} /> : <Copy aria-hidden="true" size={14} />}
          {isCopied ? m.copied : m.copy}
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} dir="ltr" className="overflow-x-auto rounded-card border border-line bg-surface px-3.5 py-3 font-mono text-meta leading-5 text-text">
        {text}
      </pre>
    </div>
  )
}
