// The contract for a program that only calls: of a schema it needs nothing. TypeBox is 370 files, and most of what `tandem` would load.
import nodeModule from 'node:module'
import type { localContract } from '../../shared/contract/local.ts'

const standIn = new URL('../../shared/contract/typebox-as-data.ts', import.meta.url).href

export async function routesAlone(): Promise<typeof localContract> {
  const hooks = nodeModule.registerHooks({ resolve: (name, context, next) => next(name === 'typebox' ? standIn : name, context) })
  try {
    return (await import('../../shared/contract/local.ts')).localContract
  } finally {
    hooks.deregister()
  }
}
