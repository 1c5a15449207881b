// What the window remembers on this machine: drafts, theme. Storage may be off or full; then things last until the window closes.
const memory = new Map<string, string>()
const keyOf = (name: string) => `tandem:${name}`

export const storage = {
  read(name: string): string {
    try {
      return localStorage.getItem(keyOf(name)) ?? memory.get(name) ?? ''
    } catch {
      return memory.get(name) ?? ''
    }
  },
  /** An empty text removes it. */
  write(name: string, text: string): void {
    if (text === '') memory.delete(name)
    else memory.set(name, text)
    try {
      if (text === '') localStorage.removeItem(keyOf(name))
      else localStorage.setItem(keyOf(name), text)
    } catch {
      // Kept in memory above.
    }
  },
}
