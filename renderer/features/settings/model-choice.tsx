import { useState } from 'react'
import type { SearchSettings } from '../../../shared/schema/settings.ts'
import { m } from '../../messages/late.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'

type Kind = SearchSettings['embedder']['kind']
interface Choice<K> {
  kind: K
  folder: string | null
  url: string | null
  model: string | null
  has_key: boolean
}

interface ModelChoiceProps<K extends Kind> {
  name: string
  kinds: readonly K[]
  /** What is said of a kind in place of the usual. */
  hints?: Partial<Record<K, string>>
  current: Choice<K>
  onSave: (patch: { kind: K; folder?: string | null; url?: string | null; model?: string | null; key?: string | null }) => Promise<boolean>
}

/** Where a model comes from. What needs nothing more is taken at once; an endpoint or a folder wants its fields first. */
export function ModelChoice<K extends Kind>({ name, kinds, hints, current, onSave }: ModelChoiceProps<K>) {
  const [kind, setKind] = useState(current.kind)
  const [known, setKnown] = useState(current.kind)
  if (known !== current.kind) {
    // Chosen elsewhere: in the list of models, by undo, in another window.
    setKnown(current.kind)
    setKind(current.kind)
  }
  const [fields, setFields] = useState({ folder: current.folder ?? '', url: current.url ?? '', model: current.model ?? '', key: '' })
  const says = m.settings.search
  const set = (field: keyof typeof fields) => (event: { target: { value: string } }) => setFields({ ...fields, [field]: event.target.value })
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

  async function choose(next: K) {
    const before = kind
    setKind(next)
    // An endpoint's address is no hub, and its model none that a hub knows.
    const usual = next === 'hub' ? { url: null, model: null } : {}
    if (next !== 'endpoint' && !(await onSave({ kind: next, ...usual }))) setKind(before)
  }
  function save() {
    if (kind === 'endpoint') {
      const key = fields.key === '' ? {} : { key: fields.key }
      void onSave({ kind, url: orNull(fields.url), model: orNull(fields.model), ...key })
    } else void onSave({ kind, folder: orNull(fields.folder) })
  }
  return (
    <div className="mt-2">
      <Segmented name={name} value={kind} options={kinds.map((id) => ({ id, label: says.kinds[id] }))} onChange={(next) => void choose(next)} />
      <p className="mt-1.5 text-muted">{hints?.[kind] ?? says.kindHints[kind]}</p>
      {(kind === 'endpoint' || kind === 'local') && (
        <form
          className="mt-2 grid grid-cols-2 items-end gap-3 phone:grid-cols-1"
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          {kind === 'endpoint' ? (
            <>
              <Field label={says.url} dir="ltr" value={fields.url} placeholder="http://127.0.0.1:11434/v1" onChange={set('url')} />
              <Field label={says.model} dir="ltr" value={fields.model} placeholder="bge-m3" onChange={set('model')} />
              <Field
                label={says.key}
                type="password"
                autoComplete="off"
                value={fields.key}
                placeholder={current.has_key ? says.keyKept : ''}
                onChange={set('key')}
              />
            </>
          ) : (
            <Field label={says.folder} dir="ltr" value={fields.folder} placeholder={says.bundled} onChange={set('folder')} />
          )}
          <div>
            <Button type="submit" look="outlined" className="h-[max(32px,var(--tap))]">
              {m.save}
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}
