import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { SessionAnswer } from '@ultimate/events/dinner/board/board-api.ts'
import type { Phase } from '@ultimate/events/dinner/session.ts'
import { useToastStore } from '@ultimate/kit/components/toasts/toast.ts'
import { QueryClientProvider, queryClient } from '@ultimate/kit/request/query.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LayoutDraft } from '../slots/change-layout.machine.ts'
import { minutesLeft, SessionControls } from './board-head.tsx'

const began = '2025-11-23T00:00:00.000Z'
const slots = { warming_slots: 24, buffet_slots: 16 }
const sessions: Readonly<Record<Phase, SessionAnswer>> = {
  'not-started': { ...slots, started_at: null, finished_at: null },
  'in-progress': { ...slots, started_at: began, finished_at: null },
  completed: { ...slots, started_at: began, finished_at: '2025-11-23T02:00:00.000Z' },
}

/** The server; each test decides what comes back. */
const line = vi.fn<typeof fetch>()
const pending = () => new Promise<Response>(() => undefined)
const accept = (phase: Phase) => async () => new Response(JSON.stringify({ session: sessions[phase] }))
const refuse = (message: string) => async () =>
  new Response(JSON.stringify({ code: 'REFUSED', message }), { status: 409 })

const renderControls = (phase: Phase, unsaved: LayoutDraft | null = null) => (
  <QueryClientProvider client={queryClient}>
    <SessionControls session={sessions[phase]} unsaved={unsaved} />
  </QueryClientProvider>
)
function show(phase: Phase, unsaved: LayoutDraft | null = null) {
  const { rerender } = render(renderControls(phase, unsaved))
  return { update: (next: Phase) => rerender(renderControls(next)) }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const question = () => screen.queryByRole('alertdialog')
const answer = (name: string) =>
  [...(question()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name) as Element
const confirm = (name: string) => fireEvent.click(answer(name))
const classOf = (name: string) => answer(name).className
const start = () => {
  press('Start Dinner')
  confirm('Start Dinner')
}
const paths = () => line.mock.calls.map(([path]) => path)
const keys = () => line.mock.calls.map(([, request]) => new Headers(request?.headers).get('idempotency-key'))
const toasts = () => useToastStore.getState().waiting.map(({ text }) => text)

beforeEach(() => {
  line.mockReset()
  vi.stubGlobal('fetch', line)
  useToastStore.setState({ waiting: [] })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('The session control', () => {
  it('starts dinner once, however often the question is answered, and offers to undo that', async () => {
    const answered = Promise.withResolvers<Response>()
    line.mockReturnValue(answered.promise)
    show('not-started')
    press('Start Dinner')
    expect(question()?.textContent).toContain('Are you sure you want to start dinner?')
    confirm('Start Dinner')
    confirm('Start Dinner')
    await waitFor(() => expect(paths()).toEqual(['/api/dinner-management/session/start']))
    const body = JSON.stringify({ session: sessions['in-progress'] })
    answered.resolve(new Response(body, { headers: { 'undo-positions': '7' } }))
    await waitFor(() => expect(toasts()).toEqual(['Dinner has started.']))
    expect(useToastStore.getState().waiting[0]?.action?.label).toBe('Undo')
  })

  it('names counts of slots that are typed and not saved before it starts', async () => {
    line.mockImplementation(pending)
    show('not-started', { warmingSlots: '30', buffetSlots: '16' })
    press('Start Dinner')
    expect(question()?.textContent).toContain('You typed 30 warming and 16 buffet slots, which are not saved.')
    expect(question()?.textContent).toContain('Dinner would start with 24 warming and 16 buffet slots')
    expect(line).not.toHaveBeenCalled()
    confirm('Start Dinner')
    await waitFor(() => expect(paths()).toEqual(['/api/dinner-management/session/start']))
  })

  it('resumes a dinner that was finished by mistake, without a question, and not long after', async () => {
    line.mockImplementation(pending)
    const finished_at = new Date(Date.now() - 60_000).toISOString()
    const { rerender } = render(<SessionControls session={{ ...sessions.completed, finished_at }} unsaved={null} />)
    press('Resume Dinner')
    await waitFor(() => expect(paths()).toEqual(['/api/dinner-management/resume']))
    expect(minutesLeft({ finished_at }, Date.parse(finished_at) + 29.5 * 60_000)).toBe(1)
    rerender(<SessionControls session={sessions.completed} unsaved={null} />)
    expect(screen.queryByRole('button', { name: 'Resume Dinner' })).toBeNull()
    expect(minutesLeft(sessions['in-progress'], Date.now())).toBe(0)
  })

  it.each([
    ['not-started', 'start', 'Start Dinner'],
    ['in-progress', 'finish', 'Finish Dinner'],
    ['completed', 'reset', 'Reset Dinner'],
  ] as const)('while %s, asks before %s', async (phase, action, label) => {
    line.mockImplementation(pending)
    show(phase)
    press(label)
    expect(question()).not.toBeNull()
    // The button that acts is filled, also where its step can be taken back.
    expect(classOf(label)).toMatch(/primary|danger/)
    expect(classOf('Cancel')).toMatch(/secondary/)
    confirm('Cancel')
    expect(line).not.toHaveBeenCalled()
    await waitFor(() => expect(question()).toBeNull())
    press(label)
    confirm(label)
    await waitFor(() => expect(paths()).toEqual([`/api/dinner-management/session/${action}`]))
  })

  it('changes its phase only by an update from the server, which ends a question', async () => {
    line.mockImplementation(accept('in-progress'))
    const { update } = show('not-started')
    start()
    await waitFor(() => expect(line).toHaveBeenCalledTimes(1))
    expect(screen.getByRole('button', { name: 'Start Dinner' })).toBeDefined()
    update('in-progress')
    press('Finish Dinner')
    expect(question()).not.toBeNull()
    update('completed')
    await waitFor(() => expect(question()).toBeNull())
    expect(screen.getByRole('button', { name: 'Reset Dinner' })).toBeDefined()
    update('in-progress')
    expect(question()).toBeNull()
  })

  it('shows a rejection', async () => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue()
    line.mockImplementation(refuse('Dinner has started already.'))
    show('not-started')
    start()
    await waitFor(() => expect(toasts()).toEqual(['Dinner has started already.']))
    expect(logged).not.toHaveBeenCalled()
  })

  it('only logs a broken connection, and asks for the lost answer under the same key', async () => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue()
    line.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    line.mockImplementation(pending)
    show('not-started')
    start()
    await waitFor(() => expect(logged).toHaveBeenCalledTimes(1))
    expect(toasts()).toEqual([])
    start()
    await waitFor(() => expect(line).toHaveBeenCalledTimes(2))
    expect(keys()[1]).toBe(keys()[0])
  })

  it('says nothing of a rejection once another user has led to the next phase', async () => {
    const answered = Promise.withResolvers<Response>()
    line.mockReturnValue(answered.promise)
    const { update } = show('not-started')
    start()
    await waitFor(() => expect(line).toHaveBeenCalledTimes(1))
    update('in-progress')
    answered.resolve(await refuse('Dinner has started already.')())
    await waitFor(() => expect(queryClient.isMutating()).toBe(0))
    expect(toasts()).toEqual([])
  })
})
