import { useState } from 'react'
import { ApiError } from '../../api.ts'
import { cloudApi } from '../../cloud-api.ts'
import { readSession, takeFarewell } from '../../cloud/session.ts'
import { m } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { DoorFrame } from './door-frame.tsx'
import { refusalText, wantsCode } from './refusal.ts'

type Way = 'in' | 'up' | 'reset'
const farewell = takeFarewell()

const looks: Record<Way, { title: string; text: string; button: string }> = {
  in: { title: m.cloud.welcome, text: m.cloud.welcomeText, button: m.cloud.signIn },
  up: { title: m.cloud.joinTitle, text: m.cloud.welcomeText, button: m.cloud.signUp },
  reset: { title: m.cloud.resetTitle, text: m.cloud.resetText, button: m.cloud.sendLink },
}

const wayIn = (): Way => (location.hash === '#sign-up' ? 'up' : 'in')

/** Sign in, sign up, a link for a new password. What is typed stays when one goes from one to the other. */
export function Entrance() {
  const [way, setWay] = useState<Way>(wayIn)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [asksForCode, askForCode] = useState(false)
  const [problem, setProblem] = useState('')
  const [news, setNews] = useState(farewell ? m.cloud.farewell[farewell] : '')
  const [mayResend, letResend] = useState(false)
  const [isTrying, setTrying] = useState(false)
  const look = looks[way]

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
        setNews(m.cloud.confirmFirst)
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
      setNews(m.cloud.mailed(email.trim()))
      return setWay('in')
    }
    await cloudApi.signUp({ body: { email: email.trim(), password, ...(name.trim() ? { name: name.trim() } : {}) } })
    try {
      await cloudApi.signIn({ body: { email: email.trim(), password } })
    } catch {
      // The address must be confirmed first, or it had an account already: both are said by mail only.
      setNews(m.cloud.mailed(email.trim()))
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

  return (
    <DoorFrame title={look.title} text={look.text}>
      {news !== '' && (
        <p role="status" className="rounded-card border border-line bg-raised px-3 py-2.5 text-read">
          {news}
        </p>
      )}
      <form
        key={way}
        className="flex flex-col gap-3 text-read"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {way === 'up' && (
          <Field
            label={m.cloud.yourName}
            hint={m.cloud.nameHint}
            autoComplete="name"
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
        <Field
          label={m.cloud.email}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          required
          dir="ltr"
          maxLength={320}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        {way !== 'reset' && (
          <Field
            label={m.cloud.password}
            {...(way === 'up' ? { hint: m.cloud.passwordHint, minLength: 10 } : {})}
            type="password"
            name="password"
            autoComplete={way === 'up' ? 'new-password' : 'current-password'}
            required
            dir="ltr"
            maxLength={1000}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        {way === 'in' && asksForCode && (
          <Field
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing that is asked now
            autoFocus
            label={m.cloud.code}
            hint={m.cloud.codeHint}
            autoComplete="one-time-code"
            inputMode="numeric"
            required
            dir="ltr"
            maxLength={40}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        {problem !== '' && (
          <p role="alert" className="text-bad">
            {problem}
          </p>
        )}
        <Button type="submit" look="primary" disabled={isTrying} className="mt-1 h-9 phone:h-11">
          {look.button}
        </Button>
      </form>
      <div className="flex flex-col items-start gap-1 text-dense">
        {way === 'in' ? (
          <>
            <Other onPress={() => go('up')}>{m.cloud.toSignUp}</Other>
            <Other onPress={() => go('reset')}>{m.cloud.toReset}</Other>
            {mayResend && (
              <Other
                onPress={() =>
                  void cloudApi.resendVerification({ body: { email: email.trim() } }).then(
                    () => setNews(m.cloud.mailed(email.trim())),
                    (error: unknown) => setProblem(refusalText(error)),
                  )
                }
              >
                {m.cloud.resend}
              </Other>
            )}
          </>
        ) : (
          <Other onPress={() => go('in')}>{m.cloud.toSignIn}</Other>
        )}
      </div>
    </DoorFrame>
  )
}

function Other({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button type="button" className="min-h-[max(28px,var(--tap))] rounded-control font-medium text-accent-text hover:underline" onClick={onPress}>
      {children}
    </button>
  )
}
