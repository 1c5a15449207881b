import type { ReactNode } from 'react'
import { EmptyDrawing } from './empty-drawing.tsx'

/** An empty place: one drawing, one sentence, one action. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div
      data-empty=""
      tabIndex={-1}
      className="appear flex outline-none min-h-0 flex-1 flex-col items-center justify-center gap-4 overflow-y-auto px-6 pt-6 pb-[12vh] text-center"
    >
      <EmptyDrawing />
      <h2 className="text-section font-semibold">{title}</h2>
      {children}
    </div>
  )
}
