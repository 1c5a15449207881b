import type { ReactNode } from 'react'
import { TandemMark } from '../../ui/glyphs.tsx'

/** What is shown before the web UI: one column, one thing to do. */
export function EntranceFrame({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main className="h-full overflow-y-auto px-4">
      <div className="appear mx-auto flex min-h-full w-full max-w-[400px] flex-col justify-center gap-4 py-8">
        <TandemMark size={32} />
        <div className="flex flex-col gap-1">
          <h1 className="text-page font-semibold wrap-anywhere">{title}</h1>
          <p className="text-read text-muted">{text}</p>
        </div>
        {children}
      </div>
    </main>
  )
}
