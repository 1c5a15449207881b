import { readable } from '../lib/keys.ts'

/** A key as it is printed on the keyboard. Nothing on touch screens, which have none. */
export function Kbd({ keys, plain = false }: { keys: string; plain?: boolean }) {
  return (
    <kbd
      aria-hidden="true"
      className={`inline-flex h-[18px] min-w-[18px] shrink-0 items-center justify-center whitespace-nowrap rounded-[4px] px-1 font-sans text-[11px] leading-none font-medium pointer-coarse:hidden phone:hidden ${plain ? '' : 'border border-line bg-surface text-quiet'}`}
    >
      {keys.split(' ').map(readable).join(' ')}
    </kbd>
  )
}
