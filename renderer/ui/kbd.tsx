import { readable } from '../lib/keys.ts'

/** A key as it is printed on the keyboard. Nothing on touch screens, which mostly have none, unless the keys are what one came to read (`isSubject`). */
export function Kbd({ keys, plain = false, isSubject = false }: { keys: string; plain?: boolean; isSubject?: boolean }) {
  return (
    <kbd
      aria-hidden="true"
      className={`inline-flex h-[18px] min-w-[18px] shrink-0 items-center justify-center whitespace-nowrap rounded-[4px] px-1 font-sans text-[11px] leading-none font-medium ${isSubject ? '' : 'pointer-coarse:hidden phone:hidden'} ${plain ? '' : 'border border-line bg-surface text-quiet'}`}
    >
      {keys.split(' ').map(readable).join(' ')}
    </kbd>
  )
}
