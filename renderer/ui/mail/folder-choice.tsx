import { useEffect, useState } from 'react'
import { type MailFolder, maxFolders } from '../../../shared/schema/mail/mail-account.ts'
import { mail as says } from '../../messages/mail.ts'
import { Button } from '../button.tsx'
import { MailPanel } from './mail-panel.tsx'

const words = says.folders

interface FolderChoiceProps {
  address: string
  /** Undefined: they could not be read, which was said. */
  read: () => Promise<readonly MailFolder[] | undefined>
  /** True: it is done. */
  save: (paths: string[]) => Promise<boolean>
  onDone: () => void
}

/** Which folders are watched; the inbox comes first, for that one is told of at once. */
export function FolderChoice({ address, read, save, onDone }: FolderChoiceProps) {
  const [folders, setFolders] = useState<readonly MailFolder[] | undefined>(undefined)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isHere = true
    const load = async () => {
      const all = await read()
      if (!isHere) return
      if (!all) return onDone()
      setFolders(all.toSorted((x, y) => Number(y.use === 'inbox') - Number(x.use === 'inbox') || x.path.localeCompare(y.path)))
      setChosen(all.filter(({ watched }) => watched).map(({ path }) => path))
    }
    void load()
    return () => void (isHere = false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked once, when it opens: `read` is another function each time it is drawn
  }, [])
  async function submit() {
    setBusy(true)
    const paths = (folders ?? []).map(({ path }) => path).filter((path) => chosen.includes(path))
    const isDone = await save(paths)
    setBusy(false)
    if (isDone) onDone()
  }
  return (
    <MailPanel name={words.named(address)} onClose={onDone}>
      <p className="text-muted">{words.text}</p>
      {folders === undefined ? (
        <p role="status" className="mt-2 text-muted">
          {words.loading}
        </p>
      ) : (
        <ul className="mt-2 grid max-h-72 gap-x-4 overflow-y-auto sm:grid-cols-2">
          {folders.map(({ path }) => (
            <li key={path}>
              <label className="flex min-h-[max(28px,var(--tap))] items-center gap-2">
                <input
                  type="checkbox"
                  checked={chosen.includes(path)}
                  disabled={!chosen.includes(path) && chosen.length >= maxFolders}
                  onChange={(event) => setChosen(event.target.checked ? [...chosen, path] : chosen.filter((one) => one !== path))}
                />
                <bdi className="min-w-0 break-words">{path}</bdi>
              </label>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button look="primary" disabled={isBusy || folders === undefined || chosen.length === 0} onClick={() => void submit()}>
          {words.save}
        </Button>
        <Button look="outlined" onClick={onDone}>
          {says.form.cancel}
        </Button>
        {folders !== undefined && chosen.length === 0 && <span className="text-muted">{words.least}</span>}
      </div>
    </MailPanel>
  )
}
