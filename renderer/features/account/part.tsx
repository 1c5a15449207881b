import type { ReactNode } from 'react'

export function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="mb-8">
      <h3 className="text-read font-semibold">{title}</h3>
      {text && <p className="mt-0.5 max-w-[68ch] text-muted">{text}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}
