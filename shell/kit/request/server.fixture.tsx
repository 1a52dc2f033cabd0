import { cleanup, render } from '@testing-library/react'
import { QueryClientProvider, queryClient } from '@ultimate/kit/request/query.ts'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'

/** Stands in for the network in every test of the file that calls this; each test states what the server answers. */
export function stubServer() {
  const server = vi.fn<typeof fetch>()
  beforeEach(() => {
    server.mockReset()
    vi.stubGlobal('fetch', server)
  })
  afterEach(() => {
    cleanup()
    queryClient.clear()
    vi.unstubAllGlobals()
  })
  return server
}

/** Renders an element as pages do, with the cache of queries around it. */
export const renderWithQueries = (element: ReactElement) =>
  render(<QueryClientProvider client={queryClient}>{element}</QueryClientProvider>)
