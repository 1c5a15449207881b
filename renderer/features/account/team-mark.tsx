import { initials } from '../../ui/actor-mark.tsx'

/** A team: square where people are round. */
export function TeamMark({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-5 shrink-0 place-items-center rounded-[5px] bg-accent text-[9px] leading-none font-semibold text-on-accent select-none"
    >
      {initials(name)}
    </span>
  )
}
