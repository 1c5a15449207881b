// Which fields of a task have a write under way: what others report about them meanwhile is older than what the person sees.
const underWay = new Map<number, Map<string, number>>()

export function holdFields(id: number, fields: readonly string[]): () => void {
  const held = underWay.get(id) ?? new Map<string, number>()
  underWay.set(id, held)
  for (const field of fields) held.set(field, (held.get(field) ?? 0) + 1)
  return () => {
    for (const field of fields) {
      const left = (held.get(field) ?? 1) - 1
      if (left > 0) held.set(field, left)
      else held.delete(field)
    }
    if (held.size === 0) underWay.delete(id)
  }
}

export function isHeld(id: number, field: string): boolean {
  return underWay.get(id)?.has(field) ?? false
}

/** `values` without the fields that are held. */
export function withoutHeld<T extends object>(id: number, values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !isHeld(id, field))) as Partial<T>
}
