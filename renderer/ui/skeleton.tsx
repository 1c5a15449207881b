import { m } from '../lib/messages.ts'

const widths = [44, 62, 38, 55, 70, 48, 33, 59, 41, 66, 52, 36]

/** Rows that are on their way, in the shape they will have. */
export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  return (
    <div className="late" role="status">
      <span className="sr-only">{m.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} aria-hidden="true" className="flex h-(--row) items-center gap-4 px-4">
          <span className="size-4 rounded-full bg-raised" />
          <span className="h-3 w-14 rounded-control bg-raised phone:hidden" />
          <span className="h-3 rounded-control bg-raised" style={{ width: `${widths[index % widths.length]}%` }} />
        </div>
      ))}
    </div>
  )
}
