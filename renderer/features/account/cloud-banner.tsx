import { takeUpdate, update } from '../../cloud/worker.ts'
import { account as says } from '../../messages/account.ts'
import { useStore } from '../../store.ts'
import { Button } from '../../ui/button.tsx'

/** Another version waits: it comes when the person wants it, all at once. */
export function CloudBanner() {
  if (!useStore(update)) return null
  return (
    <div
      role="status"
      className="appear flex min-h-9 shrink-0 flex-wrap items-center justify-center gap-x-3 border-b border-line bg-accent-soft px-4 py-1 text-dense"
    >
      <span>{says.update}</span>
      <Button look="outlined" onClick={takeUpdate}>
        {says.takeUpdate}
      </Button>
    </div>
  )
}
