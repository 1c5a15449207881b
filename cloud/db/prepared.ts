// Builds a query once and runs it with other values each time: the builder takes longer than a small query does.
import type { Compilable, CompiledQuery } from 'kysely'

class Slot {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** `build` gets placeholders in place of values. The text must not depend on them: no lists, no conditions. */
export function prepared<P extends object>() {
  return <R>(build: (value: <K extends keyof P>(name: K) => P[K]) => Compilable<R>): ((values: P) => Compilable<R>) => {
    let compiled: CompiledQuery<R> | undefined
    return (values) => ({
      compile() {
        compiled ??= build((name) => new Slot(name) as never).compile()
        return { ...compiled, parameters: compiled.parameters.map((part) => (part instanceof Slot ? values[part.name as keyof P] : part)) }
      },
    })
  }
}
