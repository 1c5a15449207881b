import { useCallback, useState } from 'react'
import { storage } from './storage.ts'

/** Text that survives a reload until it is cleared (set to ''). Give the component `key={name}` when the name can change. */
export function useDraft(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => storage.read(name))
  const write = useCallback(
    (next: string) => {
      setText(next)
      storage.write(name, next)
    },
    [name],
  )
  return [text, write]
}

/** A refused text comes back to its field, before what was typed there since: neither is lost. */
export const putBack = (refused: string, typedSince: string, between: string): string => (typedSince === '' ? refused : `${refused}${between}${typedSince}`)
