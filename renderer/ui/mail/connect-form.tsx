import { type FormEvent, useId, useState } from 'react'
import type { NewImapMailbox } from '../../../shared/schema/cloud/mailbox.ts'
import type { DiscoveredMail, MailServer, MailServers } from '../../../shared/schema/mail/mail-account.ts'
import { mail as says } from '../../messages/mail.ts'
import { Button } from '../button.tsx'
import { Field } from '../field.tsx'
import { ProblemLine } from '../problem-line.tsx'
import { Segmented } from '../segmented.tsx'

const words = says.form

interface ConnectFormProps {
  /** Of a mailbox that is connected again. */
  known?: { address: string; servers: MailServers | null } | undefined
  discover: (address: string) => Promise<DiscoveredMail | undefined>
  /** Why not; undefined: it is connected. */
  connect: (mailbox: NewImapMailbox) => Promise<string | undefined>
  onDone: () => void
}

interface Draft {
  host: string
  port: string
  security: 'tls' | 'starttls'
}

const draftOf = (server: MailServer | null | undefined, port: number): Draft => ({
  host: server?.host ?? '',
  port: String(server?.port ?? port),
  security: server?.security === 'starttls' ? 'starttls' : 'tls',
})
const portOf = ({ port }: Draft): number | undefined => (/^\d{1,5}$/.test(port.trim()) && Number(port) > 0 && Number(port) < 65_536 ? Number(port) : undefined)
const serverOf = (draft: Draft): MailServer => ({ host: draft.host.trim(), port: portOf(draft) ?? 0, security: draft.security })

/** The address first; then its servers, which are looked for, and the password, which goes nowhere before. */
export function ConnectForm({ known, discover, connect, onDone }: ConnectFormProps) {
  const [address, setAddress] = useState(known?.address ?? '')
  const [found, setFound] = useState<DiscoveredMail | undefined>(known?.servers ? { source: 'none', servers: known.servers } : undefined)
  const [isBusy, setBusy] = useState(false)
  const title = known ? words.again(known.address) : words.title
  async function look(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const answer = await discover(address.trim())
    setBusy(false)
    if (answer) setFound(answer)
  }
  return (
    <section aria-label={title} className="appear mt-4 max-w-[44rem] rounded-card border border-line-strong bg-bg px-4 py-4">
      <h3 className="font-semibold">{title}</h3>
      {found ? (
        <Servers address={address.trim()} found={found} isKnown={known !== undefined} connect={connect} onDone={onDone} />
      ) : (
        <form className="mt-3 flex flex-col gap-3" onSubmit={(event) => void look(event)}>
          <Field
            label={words.address}
            type="email"
            autoComplete="email"
            required
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens because the person asked for it, to be filled in
            autoFocus
            maxLength={254}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
          <div className="flex flex-wrap items-center gap-2">
            <Button look="primary" type="submit" disabled={isBusy}>
              {words.next}
            </Button>
            <Button look="outlined" type="button" onClick={onDone}>
              {words.cancel}
            </Button>
            {isBusy && (
              <span role="status" className="text-muted">
                {words.looking}
              </span>
            )}
          </div>
        </form>
      )}
    </section>
  )
}

interface ServersProps {
  address: string
  found: DiscoveredMail
  isKnown: boolean
  connect: ConnectFormProps['connect']
  onDone: () => void
}

function Servers({ address, found, isKnown, connect, onDone }: ServersProps) {
  const [imap, setImap] = useState(draftOf(found.servers?.imap, 993))
  const [smtp, setSmtp] = useState(draftOf(found.servers?.smtp, 465))
  const [user, setUser] = useState(found.servers?.user ?? address)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const sends = smtp.host.trim() !== ''
  const isRight = portOf(imap) !== undefined && (!sends || portOf(smtp) !== undefined)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isRight || isBusy) return
    setBusy(true)
    setProblem('')
    const why = await connect({ address, password, servers: { imap: serverOf(imap), smtp: sends ? serverOf(smtp) : null, user: user.trim() || address } })
    setBusy(false)
    if (why === undefined) onDone()
    else setProblem(why)
  }
  return (
    <form className="mt-2 flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      {!isKnown && (
        <p className="max-w-[60ch] text-muted">
          <bdi className="me-1.5 font-medium text-text">{address}</bdi>
          {found.servers ? words.found : words.notFound}
        </p>
      )}
      <ServerFields name={words.receiving} draft={imap} onChange={setImap} isNeeded isFirst={found.servers === null} />
      <ServerFields name={words.sending} hint={words.sendingHint} draft={smtp} onChange={setSmtp} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={words.user} dir="ltr" autoComplete="off" maxLength={320} required value={user} onChange={(event) => setUser(event.target.value)} />
        <Field
          label={words.password}
          hint={words.passwordHint}
          type="password"
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- what is left to fill in
          autoFocus={found.servers !== null}
          required
          maxLength={1000}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </div>
      <ProblemLine text={problem} />
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" type="submit" disabled={isBusy || !isRight}>
          {isBusy ? words.connecting : words.connect}
        </Button>
        <Button look="outlined" type="button" onClick={onDone}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}

interface ServerFieldsProps {
  name: string
  hint?: string
  draft: Draft
  onChange: (draft: Draft) => void
  isNeeded?: boolean
  /** What is to be filled in first. */
  isFirst?: boolean
}

function ServerFields({ name, hint, draft, onChange, isNeeded = false, isFirst = false }: ServerFieldsProps) {
  const id = useId()
  const isPortWrong = (isNeeded || draft.host.trim() !== '') && portOf(draft) === undefined
  return (
    <fieldset className="min-w-0" aria-describedby={hint ? id : undefined}>
      <legend className="mb-1.5 font-medium">{name}</legend>
      <div className="flex flex-wrap items-start gap-3">
        <Field
          label={words.host}
          className="flex-1 basis-48"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the address before it is filled in, and gone
          autoFocus={isFirst}
          maxLength={253}
          required={isNeeded}
          value={draft.host}
          onChange={(event) => onChange({ ...draft, host: event.target.value })}
        />
        <Field
          label={words.port}
          className="w-24"
          inputMode="numeric"
          dir="ltr"
          problem={isPortWrong ? words.portWrong : undefined}
          value={draft.port}
          onChange={(event) => onChange({ ...draft, port: event.target.value })}
        />
        <div className="flex flex-col gap-1">
          <span className="font-medium">{words.security}</span>
          <Segmented
            name={`${name}: ${words.security}`}
            value={draft.security}
            options={[
              { id: 'tls', label: words.securities.tls },
              { id: 'starttls', label: words.securities.starttls },
            ]}
            onChange={(security) => onChange({ ...draft, security })}
          />
        </div>
      </div>
      {hint && (
        <p id={id} className="mt-1 text-meta text-quiet">
          {hint}
        </p>
      )}
    </fieldset>
  )
}
