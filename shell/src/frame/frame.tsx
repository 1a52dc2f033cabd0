import { OfflineBar } from '@ultimate/kit/components/offline-bar.tsx'
import { Toaster } from '@ultimate/kit/components/toaster.tsx'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from '@ultimate/kit/router.ts'
import { Guard } from '../navigation/guard.tsx'
import { Header } from '../navigation/header.tsx'
import { Footer } from './footer.tsx'
import { FrameShape } from './frame-shape.tsx'
import { usePageArrival } from './use-page-arrival.ts'

/** What stands around every page. */
export function Frame() {
  const { pathname } = useLocation()
  const loading = useNavigation().state === 'loading'
  const main = usePageArrival(pathname)
  return (
    <>
      <OfflineBar />
      <FrameShape main={main} loading={loading} header={<Header />} footer={<Footer />}>
        <Guard>
          <Outlet />
        </Guard>
      </FrameShape>
      <Toaster />
      <ScrollRestoration />
    </>
  )
}
