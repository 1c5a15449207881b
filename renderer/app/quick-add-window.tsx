// Quick add as a window of the desktop: the same line, and nothing else. It is loaded once and then shown and hidden, so each time it is
// shown the line starts over (with its draft), and takes the keyboard.
import { useEffect, useRef } from 'react'
import { desktop } from '../backend/desktop.ts'
import { QuickAdd } from './screens.tsx'
import { m } from '../lib/messages.ts'
import { overlay } from '../lib/navigation.ts'
import { useStore } from '../lib/store.ts'
import { Toast } from '../ui/toast.tsx'

const nav = { open: (id: number) => void desktop?.showTask(id) }
const close = () => overlay.set(undefined)

export function QuickAddWindow() {
  const isOpen = useStore(overlay) === 'quick-add'
  const wasOpen = useRef(false)
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    document.title = m.newTask
  }, [])
  useEffect(() => {
    if (wasOpen.current && !isOpen) void desktop?.closeQuickAdd()
    wasOpen.current = isOpen
  }, [isOpen])
  useEffect(() => {
    if (!page.current) return
    // The window is as high as what it shows.
    const observer = new ResizeObserver(([entry]) => {
      const height = Math.ceil(entry?.contentRect.height ?? 0)
      if (height >= 40) void desktop?.fitQuickAdd(height)
    })
    observer.observe(page.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={page} className="quick-add-window">
      {isOpen && <QuickAdd nav={nav} onSaved={close} />}
      <Toast />
    </div>
  )
}
