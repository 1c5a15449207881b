import { useEffect, useRef } from 'react'
import type { CreatedApiToken } from '../../../shared/schema/cloud/api-token.ts'
import { team as says } from '../../messages/team.ts'
import { Button } from '../../ui/button.tsx'
import { CopyBlock } from '../../ui/text/copy-block.tsx'

const words = says.tokens

/** The value, this once, with what one does with it. */
export function NewToken({ made: { name, token, agent, read_only }, teamId, onDone }: { made: CreatedApiToken; teamId: string; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  // A reload would lose it: the browser asks first.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  const { origin } = location
  return (
    <div className="mt-3 flex flex-col gap-4 rounded-card border border-accent bg-raised px-4 py-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-read font-semibold outline-none">
          {words.newTitle(name)}
        </h3>
        <p className="max-w-[62ch]">{words.newText}</p>
      </div>
      <CopyBlock name={words.value} text={token} />
      {agent === null && !read_only && <CopyBlock name={words.forDesktop} text={words.desktopLine(origin, token, teamId)} />}
      <CopyBlock name={words.forScripts} text={`curl ${origin}/api/tasks \\\n  -H 'Authorization: Bearer ${token}' \\\n  -H 'X-Team-Id: ${teamId}'`} />
      <Button look="primary" className="self-start" onClick={onDone}>
        {words.copied}
      </Button>
    </div>
  )
}
