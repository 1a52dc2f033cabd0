import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { noticeUndoable } from '@ultimate/kit/undo/undoable.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { offerUndo } from '../../undo/offer-undo.ts'
import { Toaster, UndoQuestion } from './toaster.tsx'

beforeAll(() => import('./toast-stack.tsx'))

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Waits until the toast is drawn; hardly any of its time passes meanwhile. */
function shown(text: string) {
  const look = async () => {
    await pass(1)
    return screen.getByText(text)
  }
  return vi.waitFor(look, { interval: 10, timeout: 20_000 })
}

describe('a toast', () => {
  it('that was raised before anything could draw it is shown, in a polite live region', async () => {
    toast.success('User deleted successfully!')
    render(<Toaster />)

    const drawn = await shown('User deleted successfully!')

    expect(drawn.closest('[aria-live="polite"]')).not.toBeNull()
    // Elements that are hidden from readers cannot be found by their role.
    expect(screen.getByRole('button', { name: 'Dismiss' })).toBeTruthy()
  })

  it('goes by itself after 3000 ms', async () => {
    render(<Toaster />)
    act(() => toast.success('Email sent successfully!'))
    await shown('Email sent successfully!')

    await pass(2500)
    expect(screen.queryByText('Email sent successfully!')).not.toBeNull()

    await pass(600)
    expect(screen.queryByText('Email sent successfully!')).toBeNull()
  })

  it('runs its undo once and goes at once', async () => {
    const undo = vi.fn()
    render(<Toaster />)
    act(() => toast.success('Turkey checked in', { undo }))

    await shown('Turkey checked in')

    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await pass(100)

    expect(undo).toHaveBeenCalledOnce()
    expect(screen.queryByText('Turkey checked in')).toBeNull()
  })

  it('of an error says in a word that it is one', async () => {
    render(<Toaster />)
    act(() => toast.error('Failed to delete photo'))
    await shown('Failed to delete photo')

    expect(screen.getByRole('img', { name: 'Error:' })).toBeTruthy()
  })
})

describe('the undo of what was just done', () => {
  const connection = vi.fn<typeof fetch>()
  const answer = (body: object, status = 200) =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers: { etag: '"v1"' } }))
  const harmless = {
    can: true,
    why: null,
    changes: [{ subject: 'Huck Finns: Payment', was: 'paid', becomes: 'not paid' }],
    also: [],
  }
  const asked = () => connection.mock.calls.map(([address]) => `${address}`)

  beforeEach(() => {
    connection.mockReset()
    vi.stubGlobal('fetch', connection)
    noticeUndoable('key-1', '77')
    render(
      <>
        <Toaster />
        <UndoQuestion />
      </>,
    )
  })
  afterEach(() => vi.unstubAllGlobals())

  const takeBack = async () => {
    act(() => toast.success('Huck Finns is marked as paid.', offerUndo(['key-1'])))
    await shown('Huck Finns is marked as paid.')
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  }

  it('is offered for ten seconds, and only where the server can take it back', async () => {
    act(() => {
      toast.success('Slot deleted.', offerUndo(['another key']))
      toast.success('Huck Finns is marked as paid.', offerUndo(['key-1']))
    })
    await shown('Slot deleted.')
    expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1)
    await pass(9_000)
    expect(screen.queryByText('Slot deleted.')).toBeNull()
    expect(screen.queryByText('Huck Finns is marked as paid.')).not.toBeNull()
    await pass(1_500)
    expect(screen.queryByText('Huck Finns is marked as paid.')).toBeNull()
  })

  it('is done at once where nothing else follows from it', async () => {
    connection.mockImplementation(() => answer(harmless))
    await takeBack()
    await shown('Undone.')
    expect(asked()).toEqual(['/api/audit/77/undo?preview=true', '/api/audit/77/undo'])
  })

  it('is asked about first where more follows', async () => {
    connection.mockImplementation(() => answer({ ...harmless, also: ['The captain gets a mail that says so.'] }))
    await takeBack()
    await shown('The captain gets a mail that says so.')
    expect(screen.getByRole('dialog', { name: 'Undo' }).textContent).toContain('Huck Finns: Payment')
    expect(new Set(asked())).toEqual(new Set(['/api/audit/77/undo?preview=true']))
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await shown('Undone.')
  })

  it('says why it is not possible any more', async () => {
    connection.mockImplementation(() =>
      answer({ can: false, why: 'It has been changed since.', changes: [], also: [] }),
    )
    await takeBack()
    await shown('Not undone: It has been changed since.')
    expect(asked()).toHaveLength(1)
  })

  it('waits for an event that cannot be read yet', async () => {
    connection.mockImplementationOnce(() =>
      answer({ code: 'EVENT_NOT_FOUND', message: 'There is no such event.' }, 404),
    )
    connection.mockImplementation(() => answer(harmless))
    await takeBack()
    await pass(600)
    await shown('Undone.')
  })
})

// Last, because it loads modules anew.
it('is plain text while what draws toasts does not come, and is drawn once it does', async () => {
  vi.resetModules()
  vi.doMock('./toast-stack.tsx', () => Promise.reject(new Error('Loading chunk 7 failed.')))
  vi.stubGlobal('fetch', async () => new Response(null))
  const { Toaster: Fresh } = await import('./toaster.tsx')
  const { toast: fresh } = await import('@ultimate/kit/components/toasts/toast.ts')
  render(<Fresh />)
  act(() => fresh.error('Failed to delete photo'))
  act(() => fresh.success('Photo title updated!'))
  expect((await shown('Failed to delete photo')).closest('[role="status"]')).not.toBeNull()
  await pass(3000)
  expect((await shown('Photo title updated!')).closest('[role="status"]')).not.toBeNull()
  expect(screen.queryByText('Failed to delete photo')).toBeNull()
  vi.doUnmock('./toast-stack.tsx')
  fireEvent(window, new Event('online'))
  await vi.waitFor(async () => {
    await pass(1)
    expect(screen.getByRole('button', { name: 'Dismiss' })).toBeTruthy()
  }, 20_000)
  expect(screen.getByText('Photo title updated!')).toBeTruthy()
  vi.unstubAllGlobals()
})
