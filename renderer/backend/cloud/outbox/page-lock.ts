// A page holds a lock for as long as it lives, however it ends: by that others know which writes nobody sends any more.
const lockOf = (page: string) => `tandem-page-${page}`

export function holdPage(page: string): void {
  void navigator.locks?.request(lockOf(page), () => new Promise<never>(() => undefined)).catch(() => undefined)
}

/** Resolves when that page is closed. */
export async function pageIsGone(page: string): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(lockOf(page), () => undefined)
}
