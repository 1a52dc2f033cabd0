import { AuthProvider } from '@ultimate/kit/state/auth.tsx'
import { StaticRouter } from '@ultimate/kit/static-router.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { Footer } from './frame/footer.tsx'
import { FrameShape } from './frame/frame-shape.tsx'
import { HomePage } from './home/home-page.tsx'
import { Header } from './navigation/header.tsx'

/**
 * The home page as it looks to a visitor before any script has run. Built for Node and run once per build; the
 * backend puts it into the page, and the first rendering in the browser replaces it by the same.
 */
export function prerenderHome(): string {
  return renderToStaticMarkup(
    <AuthProvider>
      <StaticRouter location="/">
        <FrameShape loading={false} header={<Header />} footer={<Footer />}>
          <HomePage />
        </FrameShape>
      </StaticRouter>
    </AuthProvider>,
  )
}
