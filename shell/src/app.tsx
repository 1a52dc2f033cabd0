import { CSPProvider } from '@base-ui/react/csp-provider'
import { LateNotice, type LateProblem, late } from '@ultimate/kit/components/loading/late.tsx'
import { watchOverlays } from '@ultimate/kit/components/overlays/overlay-history.ts'
import { createBrowserRouter, RouterProvider } from '@ultimate/kit/router.ts'
import { AuthProvider } from '@ultimate/kit/state/auth.tsx'
import styles from './frame/frame.module.css'
import { Region, SiteProblem } from './frame/problems.tsx'
import { watchFirstPage } from './frame/when-idle.ts'
import { siteRouting } from './routes.tsx'

const loadGate = () => import('./sign-in/gate-page.tsx')

const GatePage = late(async () => (await loadGate()).GatePage, {
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

/** Resolves once the gate's page has loaded or failed; until then, the page from the server stays on the screen. */
export async function gateTried(): Promise<void> {
  GatePage.preload()
  await loadGate().catch(() => undefined)
}

/** The whole site, or the testing gate in its place: the server has decided which, by this visitor's cookie. */
export function App({ gate }: { readonly gate: 'open' | 'closed' }) {
  return <Region instead={<SiteProblem />}>{gate === 'closed' ? <GatePage /> : <Site />}</Region>
}

let router: ReturnType<typeof createBrowserRouter> | null = null

/**
 * Returns the router of the page. It is not made in the component, because React restarts an interrupted first
 * rendering. The router from before would still follow the address.
 */
function siteRouter() {
  if (router) return router
  const { routes, ...options } = siteRouting()
  router = watchOverlays(() => createBrowserRouter(routes, options))
  watchFirstPage(router)
  return router
}

function Site() {
  return (
    // The strict content security policy lets no library add style elements.
    <CSPProvider disableStyleElements>
      <AuthProvider>
        <RouterProvider router={siteRouter()} />
      </AuthProvider>
    </CSPProvider>
  )
}
