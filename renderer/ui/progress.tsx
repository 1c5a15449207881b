/** How far something is, 0..1. */
export function Progress({ name, done }: { name: string; done: number }) {
  return (
    <div
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(done * 100)}
      className="h-1 w-full overflow-hidden rounded-full bg-line"
    >
      <div className="h-full origin-left rounded-full bg-accent transition-transform duration-300 rtl:origin-right" style={{ transform: `scaleX(${done})` }} />
    </div>
  )
}
