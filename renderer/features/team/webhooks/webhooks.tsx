import { useQuery } from '@tanstack/react-query'
import { Webhook as WebhookMark } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { can } from '../../../../shared/domain/people/roles.ts'
import { type CreatedWebhook, type Webhook, type WebhookKind, webhookKinds } from '../../../../shared/schema/cloud/webhook.ts'
import { changeWebhook, createWebhook, deleteWebhook, testWebhook, webhooksOf } from '../../../data/people/webhooks.ts'
import { ago, fullTime } from '../../../lib/dates.ts'
import { team as says } from '../../../messages/team.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { CopyBlock } from '../../../ui/text/copy-block.tsx'
import { Asked } from '../asked.tsx'
import { Group, Row, Rows, Teaches } from '../group.tsx'
import type { PartProps } from '../part-props.ts'
import { SecondStep } from '../second-step.tsx'
import { WebhookLog } from './webhook-log.tsx'

const words = says.webhooks

const startsWith = (...entities: string[]) => webhookKinds.filter((kind) => entities.some((entity) => kind.startsWith(`${entity}.`)))
/** What people want to be told of, in three sizes. */
const choices = { all: [...webhookKinds], tasks: startsWith('task', 'comment'), agents: startsWith('proposal', 'question', 'claim', 'evidence', 'agent') }
type Choice = keyof typeof choices
const choiceIds = ['all', 'tasks', 'agents'] as const satisfies Choice[]

const isSame = (a: readonly WebhookKind[], b: readonly WebhookKind[]) => a.length === b.length && a.every((kind) => b.includes(kind))
const kindsText = (kinds: readonly WebhookKind[]) => {
  const choice = choiceIds.find((id) => isSame(choices[id], kinds))
  return choice ? words.choices[choice] : kinds.join(', ')
}

export function Webhooks({ team, capacity }: PartProps) {
  const isAllowed = can(capacity, 'manage_webhooks')
  const query = useQuery({ ...webhooksOf(team.id), enabled: isAllowed || capacity === 'token' })
  const [made, setMade] = useState<CreatedWebhook | undefined>(undefined)
  if (!isAllowed && capacity !== 'token') return <p className="text-muted">{says.notYours}</p>
  return (
    <Group text={words.text}>
      <Asked query={query} part="webhooks">
        {(webhooks) => (
          <>
            {made ? <NewSecret made={made} onDone={() => setMade(undefined)} /> : <Create teamId={team.id} onMade={setMade} />}
            {webhooks.length === 0 ? (
              <Teaches title={words.emptyTitle}>{words.emptyText}</Teaches>
            ) : (
              <Rows name={says.parts.webhooks}>
                {webhooks.map((webhook) => (
                  <WebhookRow key={webhook.id} teamId={team.id} webhook={webhook} />
                ))}
              </Rows>
            )}
          </>
        )}
      </Asked>
    </Group>
  )
}

function Create({ teamId, onMade }: { teamId: string; onMade: (made: CreatedWebhook | undefined) => void }) {
  const [url, setUrl] = useState('')
  const [choice, setChoice] = useState<Choice>('all')
  const [isSending, setSending] = useState(false)
  async function create(event: FormEvent) {
    event.preventDefault()
    setSending(true)
    onMade(await createWebhook(teamId, { url: url.trim(), kinds: choices[choice] }))
    setSending(false)
  }
  return (
    <form className="mt-3 flex flex-wrap items-end gap-3" onSubmit={(event) => void create(event)}>
      <Field
        label={words.url}
        placeholder="https://example.org/hooks/tandem"
        autoComplete="off"
        inputMode="url"
        className="min-w-0 flex-1 basis-72 phone:basis-full"
        maxLength={2000}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Segmented name={words.kinds} value={choice} options={choiceIds.map((id) => ({ id, label: words.choices[id] }))} onChange={setChoice} />
      <Button type="submit" look="primary" disabled={isSending || url.trim() === ''} className="h-[max(32px,var(--tap))]">
        {words.create}
      </Button>
    </form>
  )
}

/** The secret, this once. */
function NewSecret({ made: { secret }, onDone }: { made: CreatedWebhook; onDone: () => void }) {
  return (
    <div className="mt-3 flex flex-col gap-3 rounded-card border border-accent bg-raised px-4 py-4">
      <div>
        <h3 className="text-read font-semibold">{words.newTitle}</h3>
        <p className="max-w-[62ch]">{words.newText}</p>
      </div>
      <CopyBlock name={words.secret} text={secret} />
      <Button look="primary" className="self-start" onClick={onDone}>
        {words.copied}
      </Button>
    </div>
  )
}

function standingOf({ enabled, disabled_because, disabled_at, failing_since, last_success_at }: Webhook): [text: string, look: string] {
  if (!enabled) return [words.off[disabled_because ?? 'person'](ago(disabled_at ?? '')), 'text-warn']
  if (failing_since !== null) return [words.failing(ago(failing_since)), 'text-bad']
  return [last_success_at === null ? words.unused : words.works(ago(last_success_at)), '']
}

function WebhookRow({ teamId, webhook }: { teamId: string; webhook: Webhook }) {
  const [isAsking, setAsking] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { id, url, kinds, enabled, created_at } = webhook
  const [standing, look] = standingOf(webhook)
  async function test() {
    setOpen(true)
    await testWebhook(teamId, id)
  }
  return (
    <Row
      isTall
      mark={<WebhookMark aria-hidden="true" size={16} className="text-quiet" />}
      title={
        <span dir="ltr" className="min-w-0 break-all">
          {url.replace(/^https:\/\//, '')}
        </span>
      }
      text={
        <span className="text-meta">
          <span className={look}>{standing}</span>
          {' · '}
          <span title={fullTime(created_at)}>{kindsText(kinds)}</span>
        </span>
      }
      actions={
        <>
          <Button look="outlined" onClick={() => void test()}>
            {words.test}
          </Button>
          <Button look="outlined" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {words.log}
          </Button>
          <Button look="outlined" onClick={() => void changeWebhook(teamId, webhook, { enabled: !enabled })}>
            {enabled ? words.switchOff : words.switchOn}
          </Button>
          <Button look="danger" aria-label={words.deleteNamed(url)} aria-expanded={isAsking} onClick={() => setAsking(true)}>
            {words.delete}
          </Button>
        </>
      }
      below={
        <>
          {isAsking && <SecondStep text={words.deleteAsk} act={words.delete} onAct={() => deleteWebhook(teamId, webhook)} onKeep={() => setAsking(false)} />}
          {isOpen && <WebhookLog teamId={teamId} webhookId={id} isOn={enabled} />}
        </>
      }
    />
  )
}
