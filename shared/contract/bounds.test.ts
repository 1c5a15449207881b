// A number without bounds reaches the database as 1e308, which no column takes.
import { expect, it } from 'vitest'
import { cloudContract } from './cloud/cloud.ts'
import { localContract } from './local.ts'
import type { Route } from './route.ts'

type Schema = {
  type?: string | string[]
  minimum?: number
  maximum?: number
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  items?: Schema
} & Partial<Record<'anyOf' | 'allOf', Schema[]>>

function unbounded(schema: Schema | undefined, at: string): string[] {
  if (!schema) return []
  const isNumber = [schema.type].flat().some((type) => type === 'integer' || type === 'number')
  const isOpen = isNumber && !schema.enum && schema.const === undefined && (schema.minimum === undefined || schema.maximum === undefined)
  return [
    ...(isOpen ? [at] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => unbounded(part, `${at}.${name}`)),
    ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((part) => unbounded(part, at)),
    ...unbounded(schema.items, `${at}[]`),
  ]
}

it('every number that a caller sends has both bounds', () => {
  const routes: [string, Route][] = [...Object.entries(localContract), ...Object.entries(cloudContract)]
  const parts = ['params', 'query', 'body'] as const
  const found = routes.flatMap(([name, route]) => parts.flatMap((part) => unbounded(route[part], `${name} ${part}`)))
  expect(found).toEqual([])
})
