import { useState } from 'react'
import type { SignUps } from '../../../shared/schema/cloud/account.ts'
import { ApiError } from '../../backend/api.ts'
import { cloudApi } from '../../backend/cloud-api.ts'
import { dropOrphaned, orphaned } from '../../backend/cloud/replica/kept.ts'
import { connectingAt } from '../../backend/cloud/connecting.ts'
import { invited } from '../../backend/cloud/invited.ts'
import { signInWithPasskey } from '../../backend/cloud/passkey.ts'
import { farewell, readSession } from '../../backend/cloud/session.ts'
import { account as says } from '../../messages/account.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { CodeField } from './code-field.tsx'
import { EntranceFrame } from './entrance-frame.tsx'
import { refusalText, wantsCode } from './refusal.ts'
import { PasswordField, SignField } from './sign-field.tsx'
import { outcomeText, useEntranceOptions } from './ways/entrance-options.ts'
import { PasskeyButton } from './ways/passkey-button.tsx'
import { ProviderButtons } from './ways/provider-buttons.tsx'

type Way = 'in' | 'up' | 'reset'
const looks: Record<Way, { title: string; text: string; button: string }> = {
  in: { title: says.welcome, text: says.welcomeText, button: says.signIn },
  up: { title: says.joinTitle, text: says.welcomeText, button: says.signUp },
  reset: { title: says.resetTitle, text: says.resetText, button: says.sendLink },
}

const wayIn = (): Way => (location.hash === '#sign-up' ? 'up' : 'in')

/** What is typed, and what becomes of it. What is typed stays when one goes from one way to the other. */
function useEntrance(allowed: (way: Way) => Way) {
  const [way, setWay] = useState<Way>(wayIn)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [asksForCode, askForCode] = useState(false)
  const [problem, setProblem] = useState('')
  const [news, setNews] = useState(farewell ? says.farewell[farewell] : '')
  const [mayResend, letResend] = useState(false)
  const [isTrying, setTrying] = useState(false)

  function go(next: Way) {
    setWay(next)
    setProblem('')
    askForCode(false)
  }

  async function signIn() {
    try {
      await cloudApi.signIn({ body: { email: email.trim(), password, ...(asksForCode ? { code: code.trim() } : {}) } })
    } catch (error) {
      if (wantsCode(error) && !asksForCode) return askForCode(true)
      if (error instanceof ApiError && error.problem.status === 403) {
        letResend(true)
        setNews(says.confirmFirst)
        return setWay('in')
      }
      throw error
    }
    await readSession()
  }

  async function act() {
    if (way === 'in') return signIn()
    if (way === 'reset') {
      await cloudApi.requestReset({ body: { email: email.trim() } })
      setNews(says.resetMailed(email.trim()))
      return setWay('in')
    }
    await cloudApi.signUp({ body: { email: email.trim(), password, ...(name.trim() ? { name: name.trim() } : {}) } })
    try {
      await cloudApi.signIn({ body: { email: email.trim(), password } })
    } catch {
      // The address must be confirmed first, or it had an account already: both are said by mail only.
      setNews(says.mailed(email.trim()))
      letResend(true)
      return setWay('in')
    }
    await readSession()
  }

  async function submit() {
    setTrying(true)
    setProblem('')
    try {
      await act()
    } catch (error) {
      setProblem(refusalText(error))
    } finally {
      setTrying(false)
    }
  }

  function resend() {
    void cloudApi.resendVerification({ body: { email: email.trim() } }).then(
      () => setNews(says.mailed(email.trim())),
      (error: unknown) => setProblem(refusalText(error)),
    )
  }

  const typed = { email, setEmail, password, setPassword, name, setName, code, setCode }
  return { typed, way: allowed(way), go, asksForCode, problem, news, mayResend, resend, isTrying, submit }
}

type EntranceState = ReturnType<typeof useEntrance>

/** Sign in, sign up, a link for a new password. */
export function Entrance() {
  const { signUps, passwords, providers, passkeys, isKnown } = useEntranceOptions()
  const entrance = useEntrance((way) => (!passwords || (signUps === 'closed' && way === 'up') ? 'in' : way))
  const { way } = entrance
  const news = entrance.news || outcomeText(providers)
  const look = looks[way]
  const offersProviders = way !== 'reset' && providers.length > 0
  const offersPasskey = way === 'in' && passkeys
  return (
    <EntranceFrame title={look.title} text={look.text}>
      {news !== '' && (
        <p role="status" className="rounded-card border border-line bg-raised px-3 py-2.5 text-read">
          {news}
        </p>
      )}
      <Invited />
      {connectingAt(location.pathname) !== undefined && news === '' && (
        <p role="status" className="rounded-card border border-line bg-raised px-3 py-2.5 text-read">
          {says.connecting}
        </p>
      )}
      <Waiting />
      {way === 'up' && signUps === 'invited' && <p className="text-read text-muted">{says.onlyInvited}</p>}
      {offersProviders && <ProviderButtons providers={providers} how="sign-in" look={passwords ? 'outlined' : 'primary'} />}
      {offersPasskey && <PasskeyButton text={says.signInWithPasskey} ask={signInWithPasskey} done={readSession} />}
      {passwords && (offersProviders || offersPasskey) && <Or />}
      {passwords && isKnown && (
        <>
          <EntranceForm entrance={entrance} button={look.button} />
          <OtherWays entrance={entrance} signUps={signUps} />
        </>
      )}
    </EntranceFrame>
  )
}

function Or() {
  return (
    <p className="flex items-center gap-3 text-dense text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">{says.or}</p>
  )
}

/** Whoever comes from an invitation joins with this step. */
function Invited() {
  const [invitation] = useState(invited)
  if (!invitation) return null
  return (
    <p role="status" className="rounded-card border border-line bg-raised px-3 py-2.5 text-read">
      <bdi>{says.joining(invitation.team.name)}</bdi>
    </p>
  )
}

/** What somebody wrote whose session ended before it was sent. */
function Waiting() {
  const [waiting, setWaiting] = useState(orphaned()?.count ?? 0)
  if (waiting === 0) return null
  return (
    <div role="status" className="flex flex-col items-start rounded-card border border-line bg-raised px-3 py-2.5 text-read">
      {says.waitsHere(waiting)}
      <Other onPress={() => void dropOrphaned().then(() => setWaiting(0))}>{says.dropWaiting}</Other>
    </div>
  )
}

function EntranceForm({ entrance, button }: { entrance: EntranceState; button: string }) {
  const { typed, way, asksForCode, problem, isTrying, submit } = entrance
  const { email, setEmail, password, setPassword, name, setName, code, setCode } = typed
  return (
    <form
      key={way}
      className="flex flex-col gap-3 text-read"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {way === 'up' && (
        <Field label={says.yourName} hint={says.nameHint} autoComplete="name" maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
      )}
      <SignField label={says.email} type="email" name="email" autoComplete="username" inputMode="email" maxLength={320} value={email} onChange={setEmail} />
      {way !== 'reset' && (
        <PasswordField
          label={says.password}
          hint={way === 'up' ? says.passwordHint : undefined}
          name="password"
          isNew={way === 'up'}
          value={password}
          onChange={setPassword}
        />
      )}
      {way === 'in' && asksForCode && (
        <CodeField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing that is asked now
          autoFocus
          value={code}
          onChange={setCode}
        />
      )}
      <ProblemLine text={problem} />
      <Button type="submit" look="primary" disabled={isTrying} className="mt-1 h-[max(36px,var(--tap))] text-read">
        {button}
      </Button>
    </form>
  )
}

function OtherWays({ entrance, signUps }: { entrance: EntranceState; signUps: SignUps }) {
  const { way, go, mayResend, resend } = entrance
  return (
    <div className="flex flex-col items-start gap-1 text-dense">
      {way === 'in' ? (
        <>
          {signUps !== 'closed' && <Other onPress={() => go('up')}>{signUps === 'invited' ? says.toSignUpInvited : says.toSignUp}</Other>}
          <Other onPress={() => go('reset')}>{says.toReset}</Other>
          {mayResend && <Other onPress={resend}>{says.resend}</Other>}
        </>
      ) : (
        <Other onPress={() => go('in')}>{says.toSignIn}</Other>
      )}
    </div>
  )
}

function Other({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button type="button" className="min-h-[max(28px,var(--tap))] rounded-control font-medium text-accent-text hover:underline" onClick={onPress}>
      {children}
    </button>
  )
}
