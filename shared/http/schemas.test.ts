// The validator takes each schema for a proper one (validator.ts): here is where that is looked at.
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { cloudContract } from '../contract/cloud/cloud.ts'
import { localContract } from '../contract/local.ts'
import { remoteContract } from '../contract/remote.ts'
import type { Route } from '../contract/route.ts'

test('what routes take and answer is described by valid JSON Schema', () => {
  const ajv = new Ajv2020()
  const wrong: string[] = []
  for (const contract of [localContract, cloudContract, remoteContract])
    for (const { method, path, ...route } of Object.values<Route>(contract))
      for (const part of ['params', 'query', 'body', 'reply'] as const) {
        const schema = (route as { [part: string]: TSchema | undefined })[part]
        if (schema && ajv.validateSchema(schema) !== true) wrong.push(`${method} ${path}, ${part}: ${ajv.errorsText()}`)
      }
  expect(wrong).toEqual([])
  expect(ajv.validateSchema({ type: 'string', minLength: 'one' })).toBe(false)
})
