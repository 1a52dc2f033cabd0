import { beforeEach, expect, it, vi } from 'vitest'
import { stubServer } from '../request/server.fixture.tsx'
import { offerUndo } from './offer-undo.ts'
import { noticeUndoable, useUndoStore } from './undoable.ts'

const server = stubServer()
const preview = { can: true, why: null, changes: [], also: [], undoable: true, action: [77] }

beforeEach(() => useUndoStore.setState({ asked: null }))

it('asks about an undo that does something else by the time it is to be done', async () => {
  server.mockImplementation(async (path) =>
    String(path).includes('preview')
      ? Response.json(preview, { headers: { etag: '"v1"' } })
      : Response.json({ code: 'STALE', message: 'Someone else changed this in the meantime.' }, { status: 412 }),
  )
  noticeUndoable('key', '77')
  offerUndo(['key']).undo?.()
  await vi.waitFor(() => expect(useUndoStore.getState().asked).toEqual({ positions: [77] }))
})
