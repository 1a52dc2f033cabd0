import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { exampleSignup } from '@ultimate/events/dinner/slots/slots.fixture.ts'
import { seeded } from '@ultimate/events/seed.fixture.ts'
import { Profiler } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dishes } from '../kinds.ts'
import type { Mark } from '../marks.ts'
import { buildChecklist } from './checklist.ts'
import { rowsInSight, splitIntoChunks } from './drawn-rows.tsx'
import { PendingList } from './lists.tsx'

/** The height of each row on the page in px, since there is no layout here. */
const rowHeight = 80

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const index = [...document.querySelectorAll('[data-row]')].findIndex((row) => row.contains(this))
    return new DOMRect(0, rowHeight * Math.max(0, index), 360, rowHeight)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A list of pending dishes, which other phones change as well. */
function pendingList(count: number, search = '') {
  let signups: readonly Signup[] = Array.from({ length: count }, (_, index) =>
    exampleSignup({ id: `dish-${index}`, person_name: `Person ${index}` }),
  )
  const pressed: string[] = []
  const marks = new Map()
  const onPress = async (tapped: readonly Signup[]) => {
    for (const { id } of tapped) {
      pressed.push(id)
      set(id, true)
    }
  }
  const list = () => {
    const { pending } = buildChecklist(signups, marks)
    return <PendingList pending={pending} marks={marks} onPress={onPress} all={signups} search={search} kind={dishes} />
  }
  const { rerender } = render(list())
  const set = (id: string, checked_in: boolean) => {
    signups = signups.map((one) => (one.id === id ? { ...one, checked_in, checked_at: '' } : one))
    rerender(list())
  }
  // Roles are computed from styles, which takes long for so many rows.
  const rows = () => [...document.querySelectorAll('li')].filter((row) => row.closest('[hidden]') === null)
  return {
    pressed,
    set,
    signups: () => signups,
    seen: () => rows().map((row) => row.dataset['row'] ?? ''),
    tap: (index: number) => {
      const row = rows()[index]
      if (!row) throw new Error(`no row ${index}`)
      const button = within(row).getByRole('button', { name: /^(Check In|Checked In|Tap again)$/, hidden: true })
      const clientY = rowHeight * (index + 0.5)
      fireEvent.pointerDown(button, { clientY })
      fireEvent.pointerUp(button, { clientY })
      fireEvent.click(button, { detail: 1, clientY })
      return button.textContent
    },
    wait: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
  }
}

/** Taps one of the first rows as it was seen up to 300 ms before, while another phone may change one as well. */
function tapWhatWasSeen(
  { pressed, set, signups, seen, tap, wait }: ReturnType<typeof pendingList>,
  random: () => number,
) {
  const open = seen().map((id, index) => ({ id, index }))
  const aimed = open.filter(({ id }) => !pressed.includes(id))[Math.floor(random() * 8)]
  if (!aimed) throw new Error('all are here')
  wait(random() * 300)
  const others = signups().filter(({ id }) => !pressed.includes(id) && id !== aimed.id)
  const other = others[Math.floor(random() * 6)]
  if (other && random() < 0.6) set(other.id, !other.checked_in)
  const before = pressed.length
  tap(aimed.index)
  const [hit] = pressed.slice(before)
  return { aimed, hit, isSaid: screen.queryByText('Tap again') !== null, isInPlace: seen()[aimed.index] === aimed.id }
}

describe('Taps in quick succession', () => {
  it.each([1, 2])('a tap hits what stood there 300 ms before, or says that it did not: seed %i', (seed) => {
    const random = seeded(seed)
    const shown = pendingList(70)
    for (let count = 0; count < 40; count++) {
      // Now and then a volunteer pauses.
      shown.wait(random() < 0.15 ? 6_000 : random() * 1_700)
      const { aimed, hit, isSaid, isInPlace } = tapWhatWasSeen(shown, random)
      expect(hit ?? aimed.id).toBe(aimed.id)
      // Another phone was quicker where it stands there and cannot be pressed: the row shows it.
      expect(hit !== undefined || isSaid || isInPlace).toBe(true)
    }
    expect(shown.pressed.length).toBeGreaterThan(20)
  })

  it('what was tapped stays for five seconds, and others’ changes wait as long', () => {
    const { pressed, set, seen, tap, wait } = pendingList(4)
    const before = seen()
    expect(tap(1)).toBe('Checked In')
    set('dish-0', true)
    wait(4_900)
    expect(seen()).toEqual(before)
    tap(2)
    wait(4_900)
    expect(seen()).toEqual(before)
    wait(200)
    expect(seen()).toEqual(['dish-3'])
    expect(pressed).toEqual(['dish-1', 'dish-2'])
  })

  it('a press right after the rows moved checks no one in and says so', () => {
    const { pressed, set, tap, wait } = pendingList(4)
    set('dish-0', true)
    expect(tap(0)).toBe('Tap again')
    expect(screen.getByText('The list has just moved. Please tap again.')).toBeTruthy()
    wait(400)
    tap(0)
    expect(pressed).toEqual(['dish-1'])
  })

  it('a press on what did not move is taken, however much moved elsewhere', () => {
    const { pressed, set, tap, wait } = pendingList(8)
    for (const other of ['dish-5', 'dish-6', 'dish-7']) {
      set(other, true)
      wait(100)
    }
    expect(tap(2)).toBe('Checked In')
    expect(pressed).toEqual(['dish-2'])
  })

  it('a press on what moved under the finger is refused as long as it may have been aimed before, and no longer', () => {
    const { pressed, set, tap, wait } = pendingList(8)
    set('dish-3', true)
    wait(340)
    expect([tap(5), tap(2)]).toEqual(['Tap again', 'Checked In'])
    wait(10)
    expect(tap(5)).toBe('Checked In')
    expect(pressed).toEqual(['dish-2', 'dish-6'])
  })

  it('rests with a scroll, and not with the trembling of a thumb', () => {
    const { seen, tap, wait } = pendingList(3)
    const scroll = (to: number) => {
      vi.stubGlobal('scrollY', to)
      fireEvent.scroll(window)
      wait(200)
    }
    tap(0)
    scroll(20)
    expect(seen()).toHaveLength(3)
    scroll(200)
    expect(seen()).toEqual(['dish-1', 'dish-2'])
    vi.unstubAllGlobals()
  })

  it('checks in those of a team that are still pending, and keeps the button where it is', () => {
    const { pressed, set, seen } = pendingList(4, 'huck')
    set('dish-2', true)
    const button = screen.getByRole('button', { name: 'Check in all 3 of Huck Finns' })
    fireEvent.pointerDown(button)
    fireEvent.click(button)
    expect(pressed).toEqual(['dish-0', 'dish-1', 'dish-3'])
    expect(seen()).toHaveLength(3)
    expect(screen.getByRole('button', { name: 'All are here' })).toBe(button)
  })
})

const rowCount = () => document.querySelectorAll('[data-row]').length

/** 120 dishes: which rows are drawn again, and how many stand there after each commit. */
function longList() {
  const drawn = new Set<string>()
  const commits: number[] = []
  const signups = Array.from({ length: 120 }, (_, index) => {
    const id = `dish-${index}`
    const named = {
      get person_name() {
        drawn.add(id)
        return `Person ${index}`
      },
    }
    return Object.defineProperties(exampleSignup({ id }), Object.getOwnPropertyDescriptors(named))
  })
  const onPress = async () => undefined
  const list = (pending: readonly Signup[], search: string, marks: ReadonlyMap<string, Mark>) => (
    <Profiler id="list" onRender={() => commits.push(rowCount())}>
      <PendingList pending={pending} search={search} marks={marks} onPress={onPress} all={signups} kind={dishes} />
    </Profiler>
  )
  const { rerender } = render(list(signups, '', new Map()))
  return {
    signups,
    drawn,
    show: (pending: readonly Signup[], search: string, marks: ReadonlyMap<string, Mark> = new Map()) => {
      drawn.clear()
      commits.length = 0
      rerender(list(pending, search, marks))
      return commits
    },
  }
}

describe('A list of 120', () => {
  it('answers a letter with what fills the screen, then completes itself', () => {
    const { signups, drawn, show } = longList()
    expect(show(signups.slice(0, 3), 'b')[0]).toBe(3)
    expect(drawn.size).toBeLessThanOrEqual(3)
    const commits = show(signups, '')
    expect(commits[0]).toBeLessThanOrEqual(3 * rowsInSight())
    expect(commits.at(-1)).toBe(120)
  })

  it('is complete on paper, also right after a letter', () => {
    const { signups, show } = longList()
    show(signups.slice(0, 3), 'b')
    const seen: number[] = []
    act(() => {
      flushSync(() => show(signups, 'bo'))
      seen.push(rowCount())
      dispatchEvent(new Event('beforeprint'))
      seen.push(rowCount())
    })
    expect(seen).toEqual([rowsInSight(), 120])
  })

  it('draws nothing again for a tap but the row that was tapped', () => {
    const { signups, drawn, show } = longList()
    const mark: Mark = { checkedIn: null, status: 'sending', at: '', sentence: null, rejected: null }
    show(signups, '', new Map([['dish-5', mark]]))
    expect([...drawn]).toEqual(['dish-5'])
  })
})

describe('The chunks of 600 rows', () => {
  const rows = Array.from({ length: 600 }, (_, index) => ({
    signup: { id: `0190-${(index * 7919 + 104729).toString(16)}` },
  }))
  const listTexts = (shown: typeof rows) =>
    splitIntoChunks(shown).map((one) => `${one.key}: ${one.rows.map((row) => row.signup.id)}`)
  const before = new Set(listTexts(rows))
  const anew = (shown: typeof rows) => listTexts(shown).filter((chunk) => !before.has(chunk)).length

  it('are some dozens, none of which is long', () => {
    expect(before.size).toBeGreaterThan(20)
    expect(Math.max(...splitIntoChunks(rows).map((chunk) => chunk.rows.length))).toBeLessThan(100)
  })

  it('stay the same but for one where a row goes, and for two where one comes', () => {
    for (const index of rows.keys()) {
      expect(anew(rows.toSpliced(index, 1))).toBeLessThanOrEqual(1)
      expect(anew(rows.toSpliced(index, 0, { signup: { id: `new-${index}` } }))).toBeLessThanOrEqual(2)
    }
  })
})
