// The parameters of the protocol's own methods, checked in the words of the tools: without them the packages answer a wrong one with an
// "internal error" and their validator's dump.
import type { StandardSchemaV1 } from '@modelcontextprotocol/server'
import { type Static, type TObject, Type } from 'typebox'
import { compileCheck } from '../http/validator.ts'

/** Longer addresses than this name nothing here. */
const longestUri = 2000
const uri = Type.String({ minLength: 1, maxLength: longestUri })
const name = Type.String({ maxLength: 200 })

/** As the packages want a schema. Fields that we do not know (`_meta` for one) are the protocol's business. */
function inWords<S extends TObject>(schema: S): StandardSchemaV1<unknown, Static<S>> {
  const check = compileCheck(schema, 'body')
  return {
    '~standard': {
      version: 1,
      vendor: 'tandem',
      validate(value) {
        const wrong = check(value)
        return wrong ? { issues: [{ message: wrong.message }] } : { value: value as Static<S> }
      },
    },
  }
}

export const UriParams = { params: inWords(Type.Object({ uri })) }

/** What is no text at all is a task that nobody has. */
export const TaskParams = { params: inWords(Type.Object({ taskId: Type.String({ maxLength: 200 }) })) }

export const PromptParams = {
  params: inWords(Type.Object({ name, arguments: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 1_000_000 }))) })),
}

export const CompletionParams = {
  params: inWords(
    Type.Object({
      ref: Type.Object({
        type: Type.Unsafe<'ref/prompt' | 'ref/resource'>({ type: 'string', enum: ['ref/prompt', 'ref/resource'] }),
        name: Type.Optional(name),
        uri: Type.Optional(uri),
      }),
      argument: Type.Object({ name, value: Type.String({ maxLength: 10_000 }) }),
    }),
  ),
}
