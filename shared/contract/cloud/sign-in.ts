import { SignInCode, SignInLink, SignInToken } from '../../schema/cloud/sign-in.ts'
import { defineContract } from '../route.ts'

/** How a browser gets the token of the data folder, whose file it cannot read. */
export const signInContract = defineContract({
  makeSignInLink: {
    method: 'POST',
    path: '/sign-in/links',
    tag: 'Sign-in',
    summary: 'A link that signs one browser in as the person',
    reply: SignInLink,
    status: 200,
    personal: true,
  },
  signIn: {
    method: 'POST',
    path: '/sign-in',
    tag: 'Sign-in',
    summary: 'Exchange the code of a link for the token; each code works once',
    body: SignInCode,
    reply: SignInToken,
    status: 200,
    needs: 'nobody',
  },
})
