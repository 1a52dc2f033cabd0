import { unavailable } from '../answer/error-reply.ts'
import type { Reply } from '../answer/reply.ts'
import { alive, unready } from '../probes/probes.ts'
import type { Application } from './listener.ts'

/** The application that answers from the first moment until the site does. */
export interface Starting {
  readonly application: Application
  /** Sets what the start is waiting for, as `/readyz` shows it. */
  waitsFor(what: string): void
}

const comeBackSeconds = '2'

export function starting(): Starting {
  let missing = 'the start has only begun'
  const answer = async (path: string): Promise<Reply> => {
    if (path === '/healthz') return alive()
    if (path === '/readyz') return unready(missing)
    if (path === '/api' || path.startsWith('/api/')) return unavailable()
    return startingPage
  }
  return {
    waitsFor: (what) => {
      missing = what
    },
    application: async (request, response) => {
      const { status, headers, body } = await answer(request.url?.split('?')[0] ?? '/')
      response
        .writeHead(status, { ...(headers as Record<string, string>), ...always })
        .end(request.method === 'HEAD' ? '' : body)
    },
  }
}

const always = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** Browsers reload it after a moment; other clients take `retry-after`. */
const startingPage: Reply = {
  status: 503,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': comeBackSeconds,
    refresh: comeBackSeconds,
  },
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${comeBackSeconds}">
<title>Starting</title>
</head>
<body><p>The site is starting and will be here in a moment.</p></body>
</html>
`,
}
