import { CSPProvider } from '@base-ui/react/csp-provider'
import { createBrowserRouter, RouterProvider } from '@ultimate/kit/router.ts'
import { AuthProvider } from '@ultimate/kit/state/auth.tsx'
import { lazy, Suspense, useState } from 'react'
import { useGate } from './gate/use-gate.ts'
import { addRoutesOfPart, routes } from './routes.tsx'

const GatePage = lazy(async () => ({ default: (await import('./gate/gate-page.tsx')).GatePage }))

/** The whole site, or the testing gate in its place. Nothing of the site shows before the gate is known to be open. */
export function App({ gated }: { readonly gated: boolean }) {
  const gate = useGate(gated)
  if (gate === 'asking') return null
  if (gate === 'closed') {
    return (
      <Suspense fallback={null}>
        <GatePage />
      </Suspense>
    )
  }
  return <Site />
}

function Site() {
  const [router] = useState(() => createBrowserRouter(routes, { patchRoutesOnNavigation: addRoutesOfPart }))
  return (
    // The strict content security policy lets no library add style elements.
    <CSPProvider disableStyleElements>
      <AuthProvider>
        <RouterProvider router={router} />
      </AuthProvider>
    </CSPProvider>
  )
}
