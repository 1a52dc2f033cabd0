import { platformApi } from '@ultimate/events/platform/api.ts'
import { permissionsPolicy } from '../middleware/security-headers.ts'
import { type Route, route } from '../route.ts'
import type { OpenApiDocument } from './document.ts'
import { documentPage, pagePolicy } from './page.ts'

export function documentRoutes(document: OpenApiDocument): readonly Route[] {
  const body = { ...document }
  const page = Buffer.from(documentPage(document))
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy,
    'permissions-policy': permissionsPolicy,
  }
  return [
    route(platformApi.openApi, async () => ({ status: 200, body })),
    // The declaration knows no type for a body that is not JSON.
    route(platformApi.docs, async () => ({ status: 200, body: page as unknown as undefined, headers })),
  ]
}
