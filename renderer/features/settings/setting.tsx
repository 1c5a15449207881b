import type { ReactNode } from 'react'

/** One setting: what it is on the left, how it stands on the right. */
export function Setting({ name, hint, children }: { name: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium">{name}</p>
        {hint && <p className="text-muted">{hint}</p>}
      </div>
      <div className="flex max-w-full min-w-0 items-center gap-2">{children}</div>
    </div>
  )
}

/** Settings that belong together. */
export function SettingGroup({ title, text, children }: { title?: string; text?: ReactNode; children?: ReactNode }) {
  return (
    <section className="mb-8">
      {title && <h3 className="text-read font-semibold">{title}</h3>}
      {text && <p className="mt-0.5 mb-1 max-w-[68ch] text-muted">{text}</p>}
      {children}
    </section>
  )
}
