// Links that sign a browser in. A link holds a code and not the token: it stands in a terminal and in a browser's history, and is worth nothing once used.
import { randomBytes } from 'node:crypto'
import type { signInContract } from '../../../shared/contract/cloud/sign-in.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import type { HttpContext } from '../context.ts'

/** The command that makes a link, as it works in the folder of Tandem without anything being installed. */
export const openCommandLine = 'node electron/cli/tandem.mjs open'

const validMs = 10 * 60_000
/** More than a person opens; whoever asks for more makes the oldest worthless. */
const maxOpen = 20

export interface SignInDeps {
  token: string
  /** Whether every call needs it. */
  required: boolean
  /** Where this service answers. */
  origin: () => string
  /** In milliseconds; does not follow the machine's clock. */
  monotonic: () => number
}

export function createSignIn({ token, required, origin, monotonic }: SignInDeps) {
  const endings = new Map<string, number>()

  function link(): string {
    const code = randomBytes(18).toString('base64url')
    endings.set(code, monotonic() + validMs)
    for (const oldest of endings.keys()) {
      if (endings.size <= maxOpen) break
      endings.delete(oldest)
    }
    // Behind the #, so that a browser neither sends nor passes it on.
    return `${origin()}/#sign-in=${code}`
  }

  const routes: Handlers<typeof signInContract, HttpContext> = {
    makeSignInLink: () => ({ url: link() }),
    signIn({ body: { code } }) {
      const ending = endings.get(code)
      endings.delete(code)
      if (ending === undefined || ending <= monotonic())
        throw new AppError(
          'forbidden',
          `This link was already used or is more than ten minutes old. For a new one, run \`${openCommandLine}\` in the Tandem folder.`,
        )
      return { token, required }
    },
  }
  return { link, routes }
}
