// The link that `tandem open` prints ends in #sign-in=CODE: the code is exchanged for the token, once.
import { ApiError } from './api.ts'
import { api } from './backend.ts'
import { explain } from './explain.ts'
import { m } from '../lib/messages.ts'
import { notify } from '../lib/notices.ts'
import { keepToken } from './signed-in.ts'

async function follow(): Promise<void> {
  const code = /^#sign-in=([\w-]+)$/.exec(location.hash)?.[1]
  if (code === undefined) return
  history.replaceState(history.state, '', location.pathname + location.search)
  try {
    const { token, required } = await api.signIn({ body: { code } })
    keepToken(token, required)
    // All that was asked for before was refused.
    if (required) return location.reload()
    notify({ kind: 'done', text: m.signIn.done })
  } catch (error) {
    const isOver = error instanceof ApiError && error.problem.status === 403
    notify({ kind: 'problem', text: isOver ? m.signIn.expired : explain(m.signIn.failed, error) })
  }
}

/** Also when the link is put into a tab that stands already: then only the part behind the # changes. */
export function followSignInLinks(): void {
  window.addEventListener('hashchange', () => void follow())
  void follow()
}
