import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderWithQueries, stubServer } from '../request/server.fixture.tsx'
import { UndoDialog } from './undo-dialog.tsx'

const undoing = { positions: [77], sentence: 'Tom Sawyer marked Huck Finns as paid' }
const possible = {
  can: true,
  why: null,
  changes: [{ subject: 'Huck Finns: Payment', was: 'paid', becomes: 'not paid' }],
  also: ['The captain gets a mail that says so.'],
  undoable: true,
  action: [77],
}
const server = stubServer()
const closed = vi.fn()
const answer = (body: object, etag = '"v1"', status = 200) =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers: { etag } }))

beforeEach(() => {
  closed.mockReset()
})

const show = () => renderWithQueries(<UndoDialog undoing={undoing} onClose={closed} />)
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
const tags = () => server.mock.calls.map(([, request]) => new Headers(request?.headers).get('if-match'))

describe('the question before an undo', () => {
  it('shows what changes, and undoes exactly that', async () => {
    server.mockImplementation(() => answer(possible))
    show()
    expect((await screen.findByRole('list', { name: 'What changes' })).textContent).toBe(
      'Huck Finns: Paymentpaidnot paid',
    )
    expect(screen.getByText('The captain gets a mail that says so.')).toBeTruthy()
    press()
    await waitFor(() => expect(closed).toHaveBeenCalledTimes(1))
    expect(tags()).toEqual([null, '"v1"'])
  })

  it('names the subject of a change as a backend of an older release answers it', async () => {
    const changes = [{ thing: 'Huck Finns: Payment', was: 'paid', becomes: 'not paid' }]
    server.mockImplementation(() => answer({ ...possible, changes }))
    show()
    expect(await screen.findByText('Huck Finns: Payment')).toBeTruthy()
  })

  it('shows what the undo does now, where something changed meanwhile', async () => {
    server.mockImplementationOnce(() => answer(possible))
    server.mockImplementationOnce(() => answer({ code: 'STALE', message: 'Stale.' }, '"v2"', 412))
    server.mockImplementation(() => answer({ ...possible, also: [] }, '"v2"'))
    show()
    await screen.findByText('not paid')
    press()
    await screen.findByText(/Something changed in the meantime/)
    await waitFor(() => expect(screen.queryByText('The captain gets a mail that says so.')).toBeNull())
    expect(closed).not.toHaveBeenCalled()
    press()
    await waitFor(() => expect(closed).toHaveBeenCalledTimes(1))
    expect(tags()).toEqual([null, '"v1"', null, '"v2"'])
  })

  it('takes back the whole action, whichever event of it is named, and looks again before each', async () => {
    server.mockImplementation((path) => {
      const subject = `Status ${String(path).includes('/76/') ? 'of one' : 'of another'}`
      return answer({ ...possible, action: [76, 77], changes: [{ subject, was: 'removed', becomes: 'registered' }] })
    })
    show()
    await screen.findByRole('list', { name: 'What changes' })
    press()
    await waitFor(() => expect(closed).toHaveBeenCalledTimes(1))
    const paths = server.mock.calls.map(([path]) => String(path).replace('/api/audit/', ''))
    expect(paths).toEqual([
      '77/undo?preview=true',
      '76/undo?preview=true',
      '77/undo',
      '76/undo?preview=true',
      '76/undo',
    ])
  })

  it.each([
    ['goes on where less is left to do, because what was taken back has done away with it', [], 1],
    ['stops where the rest would do more than was shown', ['Everyone gets an email.'], 0],
  ])('%s', async (_, coming, timesClosed) => {
    let isFirstBack = false
    server.mockImplementation((path) => {
      const [isSlot, isPreview] = [String(path).includes('/76/'), String(path).includes('preview')]
      if (!isPreview) isFirstBack = true
      const also = isSlot ? (isFirstBack ? coming : ['1 sign-up goes with the slot.']) : []
      return answer({ ...possible, action: [76, 77], also }, isFirstBack ? '"v2"' : '"v1"')
    })
    show()
    await screen.findByText('1 sign-up goes with the slot.')
    press()
    if (timesClosed === 0) await screen.findByText(/Something changed in the meantime/)
    await waitFor(() => expect(closed).toHaveBeenCalledTimes(timesClosed))
  })

  it('says that an undo can itself be undone only where it can', async () => {
    server.mockImplementation(() => answer(possible))
    show()
    await screen.findByText(/can itself be undone/)
    cleanup()
    server.mockImplementation(() => answer({ ...possible, undoable: false }))
    show()
    await screen.findByText('The undo is recorded too. This cannot be undone.')
    expect(screen.queryByText(/can itself be undone/)).toBeNull()
  })

  it('says why something cannot be undone, and offers no button', async () => {
    server.mockImplementation(() => answer({ can: false, why: 'The email has been sent.', changes: [], also: [] }))
    show()
    await screen.findByText('The email has been sent.')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})
