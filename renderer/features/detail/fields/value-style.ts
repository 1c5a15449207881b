// How a field of the task looks that is changed by a menu: with a value, and without.
export const value =
  '-ms-2 inline-flex h-[max(26px,var(--tap))] max-w-full items-center gap-2 rounded-control px-2 font-medium hover:bg-raised data-[popup-open]:bg-raised'

export const emptyValue =
  '-ms-2 inline-flex h-[max(26px,var(--tap))] items-center gap-1.5 self-start rounded-control px-2 text-quiet hover:bg-raised hover:text-text data-[popup-open]:bg-raised'
