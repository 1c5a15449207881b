import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { backend, provideBackend } from '../backend/backend.ts'
import { followNetwork } from '../data/remote.ts'
import { followDesktop } from '../backend/desktop.ts'
import { home } from '../backend/home.ts'
import { createLocalBackend } from '../backend/local.ts'
import { serviceListener } from '../data/service-listener.ts'
import { readPlace } from '../lib/navigation.ts'
import { queryClient } from '../data/query-client.ts'
import { refuseMissedDrops } from '../lib/files/missed-drops.ts'
import { flushBetweenEvents } from '../lib/one-by-one.ts'
import { QuickAddWindow } from './quick-add-window.tsx'
import { fetchScreens, readRowsAhead } from './screens.tsx'
import { followSignInLinks } from '../backend/sign-in-link.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { loadMarkdown } from '../ui/text/markdown.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const isCloud = home === 'cloud'

flushBetweenEvents()
refuseMissedDrops()
if (!isCloud) {
  provideBackend(createLocalBackend(serviceListener))
  followSignInLinks()
}

// The desktop's line for a new task is a window of its own.
const isQuickAdd = location.pathname === '/quick-add'
followDesktop(isQuickAdd)

// Soon needed, and must be there when the service is not.
if (!isQuickAdd) {
  setTimeout(loadMarkdown, 1500)
  fetchScreens()
  // The cloud's window first asks who is there.
  if (!isCloud) readRowsAhead(readPlace(location.pathname, location.search))
}

async function show(): Promise<void> {
  const page = createRoot(root as HTMLElement)
  // All components at a glance, in development only.
  if (import.meta.env.DEV && location.pathname === '/ui') {
    const { UiPage } = await import('./ui-page.tsx')
    return page.render(<UiPage />)
  }
  page.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>{isQuickAdd ? <QuickAddWindow /> : <App />}</ErrorBoundary>
      </QueryClientProvider>
    </StrictMode>,
  )
}

// The local window stands at once; the cloud's first asks who is there. What the cloud needs is another file, which needs this one: nothing here may wait
// for it at the top.
if (isCloud) void import('./start-cloud.ts').then(({ startCloud }) => startCloud()).then(show)
else {
  void backend.start()
  followNetwork()
  void show()
}
