// The files of this folder with what stands in double braces filled in.
import { readFileSync } from 'node:fs'

export type Template = 'patroni.yml' | 'haproxy.cfg' | 'pgbouncer.ini' | 'roles.sql'

/** Throws when a value is missing. */
export function filled(name: Template, values: Readonly<Record<string, string | number | boolean>>): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (_all, key: string) => {
    if (values[key] === undefined) throw new Error(`${name}: ${key} is missing`)
    return String(values[key])
  })
}
