import { CSPProvider } from '@base-ui/react/csp-provider'
import { LateNotice, type LateProblem, late } from '@ultimate/kit/components/loading/late.tsx'
import { createBrowserRouter, RouterProvider } from '@ultimate/kit/router.ts'
import { AuthProvider } from '@ultimate/kit/state/auth.tsx'
import { useState } from 'react'
import { watchFirstPage } from './frame/at-rest.ts'
import styles from './frame/frame.module.css'
import { Region, SiteProblem } from './frame/problems.tsx'
import { useGate } from './gate/use-gate.ts'
import { addRoutesOfPart, siteRoutes } from './routes.tsx'

const GatePage = late(async () => (await import('./gate/gate-page.tsx')).GatePage, {
  what: 'The gate',
  failed: GateMissing,
})

function GateMissing(problem: LateProblem) {
  return (
    <main className={styles['problem']}>
      <h1>Testing Access</h1>
      <LateNotice {...problem} />
    </main>
  )
}

/** The whole site, or the testing gate in its place. Nothing of the site shows before the gate is known to be open. */
export function App({ gated }: { readonly gated: boolean }) {
  const gate = useGate(gated)
  if (gate === 'asking') return null
  return <Region instead={<SiteProblem />}>{gate === 'closed' ? <GatePage /> : <Site />}</Region>
}

function startRouter() {
  const router = createBrowserRouter(siteRoutes(), { patchRoutesOnNavigation: addRoutesOfPart })
  watchFirstPage(router)
  return router
}

function Site() {
  const [router] = useState(startRouter)
  return (
    // The strict content security policy lets no library add style elements.
    <CSPProvider disableStyleElements>
      <AuthProvider>
        <RouterProvider router={router} />
      </AuthProvider>
    </CSPProvider>
  )
}
