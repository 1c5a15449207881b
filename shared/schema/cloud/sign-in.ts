import { type Static, Type } from 'typebox'
import { object } from '../field.ts'

export const SignInLink = object('SignInLink', {
  url: Type.String({ description: 'Open it in a browser on this machine: it signs that browser in as the person. It works once, for ten minutes.' }),
})
export type SignInLink = Static<typeof SignInLink>

export const SignInCode = object('SignInCode', { code: Type.String({ minLength: 1, maxLength: 200, description: 'What stands in the link.' }) })

export const SignInToken = object('SignInToken', {
  token: Type.String({ description: 'The token of the data folder. Send it as bearer: it shows that a call is the person’s.' }),
  required: Type.Boolean({ description: 'Whether every call needs it (--require-token).' }),
})
export type SignInToken = Static<typeof SignInToken>
