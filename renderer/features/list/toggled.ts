export function toggled<T>(values: readonly T[] = [], value: T): T[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
}
