import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { connection } from './connection.ts'
import { followJournal } from './live.ts'
import { queryClient } from './query-client.ts'
import { fetchScreens } from './screens.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { loadMarkdown } from './ui/markdown.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// While the service asks for its token there is nothing to follow.
let stop: (() => void) | undefined
function follow(): void {
  stop?.()
  stop = connection.needsToken.get() ? undefined : followJournal()
}
connection.needsToken.subscribe(follow)
follow()

// Leaving with writes under way would lose them: the browser asks first.
window.addEventListener('beforeunload', (event) => {
  if (connection.unsent.get() > 0) event.preventDefault()
})

// Soon needed, and must be there when the service is not.
setTimeout(() => {
  loadMarkdown()
  fetchScreens()
}, 1500)

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </QueryClientProvider>
  </StrictMode>,
)
