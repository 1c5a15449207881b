// What is typed after the palette's key and before its part is there: the palette begins with it.
import { m } from '../../lib/messages.ts'
import { overlay } from '../../lib/navigation.ts'
import { createStore, useStore } from '../../lib/store.ts'

export const typedAhead = createStore('')
/** Enter came after it. */
export const enteredAhead = createStore(false)

export function TypedAhead() {
  const isOpen = useStore(overlay) === 'palette'
  const text = useStore(typedAhead)
  if (!isOpen) return null
  return (
    <input
      ref={(field) => field?.focus()}
      aria-label={m.searchHint}
      value={text}
      className="sr-only"
      onChange={(event) => {
        typedAhead.set(event.target.value)
        enteredAhead.set(false)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) enteredAhead.set(true)
        if (event.key !== 'Escape') return
        typedAhead.set('')
        enteredAhead.set(false)
        overlay.set(undefined)
      }}
    />
  )
}
