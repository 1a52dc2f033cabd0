import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { exampleSignup } from '@ultimate/events/dinner/slots/slots.fixture.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import { queueLoaded, useQueuedCommands } from '@ultimate/kit/offline-queue/queue.ts'
import { QueryClientProvider, queryClient } from '@ultimate/kit/request/query.ts'
import { signIn, signOut } from '@ultimate/kit/state/session.ts'
import { useWaitingStore } from '@ultimate/kit/state/waiting.ts'
import { Profiler } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CheckInContent } from './check-in-content.tsx'
import { dishes } from './kinds.ts'
import { prepareSearch } from './lists/checklist.ts'
import { rowsInSight } from './lists/drawn-rows.tsx'
import WalkInDialog from './walk-in-dialog.tsx'

let users = 0
/** Another one for each test: its commands stay on the device. */
const someone = () => ({ id: `user-${++users}`, username: `user${users}`, full_name: 'Hank', role: 'helper' }) as User

let answerAll: () => void

beforeEach(async () => {
  // A phone, where one list stands above the other.
  vi.stubGlobal('innerWidth', 360)
  // On a busy machine, the list is unfrozen while a test runs.
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  // No request is answered: commands stay on their way until the test is over.
  const { promise, resolve } = Promise.withResolvers<void>()
  answerAll = resolve
  vi.stubGlobal('fetch', () => promise.then(() => new Response('{"signup":{}}')))
  signIn(someone(), 'token')
  await queueLoaded()
})
afterEach(async () => {
  cleanup()
  answerAll()
  // Other tests of this process have the same queue.
  await waitFor(() => expect(useWaitingStore.getState().of).toEqual([]))
  act(() => signOut())
  vi.unstubAllGlobals()
})

/** Returns this many dishes, of which every sixth is here, and the ids of those whose rows were drawn. */
function dinner(count: number) {
  const drawn: string[] = []
  const watch = { onDraw: (): void => undefined }
  const signups = Array.from({ length: count }, (_, index): Signup => {
    const id = `dish-${index}`
    const isHere = index % 6 === 0
    const signup = exampleSignup({ id, checked_in: isHere, checked_at: isHere ? '2025-11-22T18:00:00.000Z' : null })
    return Object.defineProperty(signup, 'person_name', {
      enumerable: true,
      get: () => {
        drawn.push(id)
        watch.onDraw()
        return `Person ${index}`
      },
    })
  })
  return { signups, drawn, watch }
}

const allRows = () => document.querySelectorAll('[data-row]').length
/** Counts the rows without those that are hidden while the results of a search take their place. */
const shownRows = () => allRows() - document.querySelectorAll('[hidden] [data-row]').length

async function openLists(count = 240) {
  /** Rows that are shown after each commit. */
  const commits: number[] = []
  const lists = { onCommit: (): void => undefined }
  const { signups, drawn, watch } = dinner(count)
  // The page reads all names for its search once it rests, at any moment: read before, they do not count as drawn.
  prepareSearch(signups)
  const onRender = () => {
    commits.push(shownRows())
    lists.onCommit()
  }
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <Profiler id="lists" onRender={onRender}>
          <CheckInContent
            kind={dishes}
            signups={signups}
            asOf={null}
            failure={null}
            isRetrying={false}
            onRetry={() => undefined}
          />
        </Profiler>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await waitFor(() => expect(allRows()).toBe(count))
  return Object.assign(lists, {
    drawn,
    watch,
    commits,
    pending: within(screen.getByRole('region', { name: /^Pending/ })),
  })
}

/** Types as outside of tests: here and there React lets other work come between. */
function typeUnawaited(value: string) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const field = screen.getByRole('searchbox')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const type = (value: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value } })

describe('Among 240 dishes', () => {
  it('a tap draws the row that was tapped and its row in the other list, and no other', async () => {
    const { drawn, pending } = await openLists()
    const button = pending.getAllByText('Check In')[3]?.closest('button')
    const row = button?.closest('li')
    if (!button || !row) throw new Error('nothing is pending')
    drawn.length = 0
    fireEvent.pointerDown(button)
    fireEvent.pointerUp(button)
    fireEvent.click(button)
    await waitFor(() => expect(row.textContent).toMatch(/Not sent yet|Sending/))
    await waitFor(() => expect(row.textContent).toContain('Sending'))
    await waitFor(() => expect(allRows()).toBe(241))
    expect([...new Set(drawn)]).toEqual([row.dataset['row']])
  })

  it('a tap is drawn in its own list first; counters, the other list and the bar follow', async () => {
    const lists = await openLists(120)
    const button = lists.pending.getAllByText('Check In')[3]?.closest('button')
    if (!button) throw new Error('nothing is pending')
    const here = () => screen.getByText('Checked In', { selector: 'dt' }).parentElement?.textContent ?? ''
    const before = { rows: allRows(), here: here() }
    const drawn = Promise.withResolvers<typeof before>()
    lists.onCommit = () => {
      if (button.ariaDisabled !== null) drawn.resolve({ rows: allRows(), here: here() })
    }
    fireEvent.pointerDown(button)
    fireEvent.click(button)
    expect(await drawn.promise).toEqual(before)
    await waitFor(() => expect(allRows()).toBe(before.rows + 1))
    expect(here()).not.toBe(before.here)
    expect(await screen.findByText('Checked in:')).toBeTruthy()
  })

  it('the first rows in sight, and the chunk of the last of them, are there before all others', async () => {
    const { commits } = await openLists()
    expect(commits[0]).toBeGreaterThanOrEqual(rowsInSight())
    expect(commits[0]).toBeLessThanOrEqual(3 * rowsInSight())
  })

  it('a letter shows what is in sight before all others', async () => {
    const { commits, pending } = await openLists()
    commits.length = 0
    type('person')
    await waitFor(() => expect(pending.getAllByRole('listitem')).toHaveLength(200))
    expect(Math.min(...commits)).toBe(rowsInSight())
  })

  it('the end of a search draws no row', async () => {
    const { drawn } = await openLists()
    type('person 23')
    expect(shownRows()).toBe(11)
    drawn.length = 0
    type('')
    expect(shownRows()).toBe(240)
    expect(drawn).toEqual([])
  })

  it('the next letter does not wait for what the one before has found', async () => {
    const lists = await openLists()
    lists.commits.length = 0
    let shownThen = 0
    lists.onCommit = () => {
      if (shownRows() <= rowsInSight() || shownRows() === 240) return
      lists.onCommit = () => undefined
      lists.watch.onDraw = typeBetween
    }
    // Types while the rows that follow are being drawn.
    const typeBetween = () => {
      lists.watch.onDraw = () => undefined
      setTimeout(() => {
        shownThen = shownRows()
        lists.commits.length = 0
        typeUnawaited('person 23')
      })
    }
    typeUnawaited('person')
    await waitFor(() => expect(shownRows()).toBe(11))
    expect(Math.max(...lists.commits)).toBe(shownThen)
  })
})

it('A walk-in with allergens that cannot be read is not queued without them', async () => {
  const onClose = vi.fn()
  const { result: queued } = renderHook(() => useQueuedCommands())
  render(<WalkInDialog kind={dishes} name="Becky" onClose={onClose} />, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  const [milk, other, dish] = [
    screen.getByLabelText('Milk'),
    screen.getByRole('textbox', { name: /Anything else/, hidden: true }),
    screen.getByLabelText('Something else'),
  ]
  fireEvent.click(milk)
  fireEvent.change(other, { target: { value: 'rye\u0007' } })
  fireEvent.change(dish, { target: { value: 'Yams' } })
  fireEvent.click(screen.getByRole('button', { name: 'Check in this dish' }))
  expect(screen.getByText('Please remove the characters that cannot be shown.')).toBeTruthy()
  expect([document.activeElement === other, other.closest('details')?.open]).toEqual([true, true])
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.change(other, { target: { value: 'rye' } })
  fireEvent.click(screen.getByRole('button', { name: 'Check in this dish' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(queued.current.at(-1)?.body).toMatchObject({ allergens: { listed: ['milk'], other: 'rye' } })
})
