import { Component, type ReactNode } from 'react'
import { m } from '../lib/messages.ts'
import { Button } from './button.tsx'

/** A fault in the web UI itself: says what is safe and offers to begin again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="flex h-full flex-col items-center justify-center gap-4 px-6 pb-[10vh] text-center" role="alert">
        <h1 className="text-section font-semibold">{m.fault.title}</h1>
        <p className="max-w-[48ch] text-read text-muted">{m.fault.text}</p>
        <Button look="primary" onClick={() => location.reload()}>
          {m.fault.reload}
        </Button>
      </main>
    )
  }
}
