import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { cancelCommand, commandAt, sendCommand, useCommand } from '@ultimate/kit/request/use-command.ts'
import { cancelled, sendFromToast, useWaitingSends } from '@ultimate/kit/sending/send-from-toast.ts'
import { useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { ConfirmDialog } from '../components/overlays/confirm-dialog.tsx'
import { formMachine } from '../form/form-machine.ts'
import { wouldLoseWork } from '../form/leave-warning.ts'
import { useForm } from '../form/use-form.ts'
import { answerTo } from '../request/answer.ts'
import { ApiError, call, NetworkError } from '../request/api.ts'
import { WaitsForConnection } from './waits-for-connection.tsx'
import { isConnectionLost } from './when-connected.ts'

/** The requests that reached the server, with the keys they came under. */
let arrived: { readonly path: string; readonly key: string | null }[]
/** The effect of the connection on each request. */
let connection: 'up' | 'lost' | 'refusing' | 'away'

const answers = {
  up: () => new Response('{}', { status: 200 }),
  away: () => new Response('{"code":"UNAVAILABLE","message":"Please wait."}', { status: 503 }),
  refusing: () => new Response('{"code":"TEAM_NOT_FOUND","message":"This team is gone."}', { status: 404 }),
}

beforeEach(() => {
  arrived = []
  connection = 'up'
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (connection === 'lost') throw new TypeError('Failed to fetch')
    if (path === '/healthz') return new Response('ok')
    arrived.push({ path, key: new Headers(init?.headers).get('idempotency-key') })
    return answers[connection]()
  })
})
afterEach(() => {
  cleanup()
  loseConnection(false)
  vi.unstubAllGlobals()
})

function loseConnection(isLost = true): void {
  if (isLost) connection = 'lost'
  else if (connection === 'lost') connection = 'up'
  act(() => useConnectionStore.setState({ isOnline: !isLost }))
}

const pay = (paid: boolean, idempotencyKey: string) =>
  call('PUT /api/teams/{id}', { params: { id: '1' }, body: { paid } }, { idempotencyKey })

function Paid() {
  const { run, isPending, waiting, message } = useCommand({
    place: 'paid-1',
    send: pay,
    failed: 'Failed to update team',
  })
  return (
    <>
      <button type="button" disabled={isPending} onClick={() => run(true)}>
        Paid
      </button>
      <WaitsForConnection waiting={waiting} message={message} />
    </>
  )
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const note = () => screen.queryByText('Will be sent when you’re back online')
const button = () => screen.getByRole('button', { name: 'Paid' })

describe('a command without a connection', () => {
  it('says at once that it waits, is sent when the connection is back, and leaves nothing behind', async () => {
    render(<Paid />)
    loseConnection()
    press('Paid')
    expect(screen.getByRole('status').textContent).toBe('Will be sent when you’re back online')
    expect([button().hasAttribute('disabled'), arrived, wouldLoseWork()]).toEqual([true, [], true])
    loseConnection(false)
    await waitFor(() => expect(arrived).toHaveLength(1))
    await waitFor(() => expect(note()).toBeNull())
    expect([button().hasAttribute('disabled'), wouldLoseWork()]).toEqual([false, false])
  })

  it('is taken back by Cancel, and not sent later; the focus stays where it was pressed', async () => {
    render(<Paid />)
    loseConnection()
    button().focus()
    press('Paid')
    screen.getByRole('button', { name: 'Cancel' }).focus()
    press('Cancel')
    expect(note()).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(button()))
    loseConnection(false)
    press('Paid')
    await waitFor(() => expect(arrived).toHaveLength(1))
  })

  it('waits on where its row goes and comes back, and is refused there', async () => {
    const { unmount } = render(<Paid />)
    loseConnection()
    press('Paid')
    unmount()
    render(<Paid />)
    expect(note()).not.toBeNull()
    connection = 'refusing'
    loseConnection(false)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This team is gone.'))
    expect(button().hasAttribute('disabled')).toBe(false)
  })

  it('whose connection is lost on its way is sent again under the same key', async () => {
    const lost = Promise.withResolvers<Response>()
    const fetched = globalThis.fetch
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      arrived.push({ path, key: new Headers(init.headers).get('idempotency-key') })
      vi.stubGlobal('fetch', fetched)
      return lost.promise
    })
    render(<Paid />)
    press('Paid')
    loseConnection()
    lost.reject(new TypeError('Failed to fetch'))
    await waitFor(() => expect(note()).not.toBeNull())
    loseConnection(false)
    await waitFor(() => expect(arrived).toHaveLength(2))
    expect(arrived[1]).toEqual(arrived[0])
  })

  it('is sent at once where only the live stream has been away', async () => {
    render(<Paid />)
    act(() => useConnectionStore.setState({ isStreamLost: true }))
    press('Paid')
    await waitFor(() => expect(arrived).toHaveLength(1))
    act(() => useConnectionStore.setState({ isStreamLost: false }))
  })

  it('that fails on a connection that is there says so at once', async () => {
    render(<Paid />)
    connection = 'lost'
    press('Paid')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Failed to update team'))
    expect(note()).toBeNull()
  })
})

describe('a command without an answer that is asked for again', () => {
  interface Move {
    readonly to: { readonly zone: string }
    readonly filledMs?: number
  }
  const sent: { readonly subject: Move; readonly key: string }[] = []
  const Button = ({ moves, isSame }: { readonly moves: Move[]; readonly isSame?: () => boolean }) => {
    const { run } = useCommand<Move>({
      place: 'moves',
      send: async (subject, key) => {
        sent.push({ subject, key })
        if (sent.length < 3) throw new NetworkError('gone')
      },
      ...(isSame && { isSame }),
    })
    return (
      <button type="button" onClick={() => run(moves.shift() as Move)}>
        Move
      </button>
    )
  }
  const moveThrice = async () => {
    sent.length = 0
    for (let times = 1; times <= 3; times++) {
      press('Move')
      await waitFor(() => expect(sent).toHaveLength(times))
    }
    return sent.map(({ key }) => sent.findIndex((one) => one.key === key))
  }
  const [warming, again, buffet] = [{ zone: 'warming' }, { zone: 'warming' }, { zone: 'buffet' }]

  it('has the same key for the same content, and another one for what differs deep inside', async () => {
    render(<Button moves={[{ to: warming }, { to: again }, { to: buffet }]} />)
    expect(await moveThrice()).toEqual([0, 0, 2])
  })

  it('is sent as it was, where the screen takes other content for the same', async () => {
    const moves = [1, 2, 3].map((filledMs) => ({ to: warming, filledMs }))
    render(<Button moves={moves} isSame={() => true} />)
    expect(await moveThrice()).toEqual([0, 0, 0])
    expect(sent.map(({ subject }) => subject.filledMs)).toEqual([1, 1, 1])
  })
})

describe('a command that was accepted', () => {
  it('is done and not sent again, even if its screen fails to show the effects; the failure is reported', async () => {
    const reported: unknown[] = []
    const ended = new AbortController()
    const report = (event: ErrorEvent) => {
      event.preventDefault()
      reported.push(event.error)
    }
    addEventListener('error', report, { signal: ended.signal })
    const failure = new NetworkError('The list was not read')
    function Repeated() {
      const { run, status } = useCommand({ send: pay, isRepeated: true, onDone: () => Promise.reject(failure) })
      return (
        <button type="button" onClick={() => run(true)}>
          {status ?? 'Send'}
        </button>
      )
    }
    render(<Repeated />)
    press('Send')
    await waitFor(() => expect(screen.getByRole('button').textContent).toMatch(/done|unknown/))
    ended.abort()
    expect([screen.getByRole('button').textContent, arrived.length, reported]).toEqual(['done', 1, [failure]])
  })
})

describe('a question whose action has no connection', () => {
  it('says that it waits, and its way out takes the action back', async () => {
    function Question() {
      const { run, isPending, waiting } = useCommand({ send: pay })
      return (
        <ConfirmDialog
          open
          title="Mark as paid?"
          confirmLabel="Mark as Paid"
          busy={isPending}
          waiting={waiting}
          onConfirm={() => run(true)}
          onCancel={() => undefined}
        />
      )
    }
    render(<Question />)
    loseConnection()
    press('Mark as Paid')
    expect([note() === null, wouldLoseWork()]).toEqual([false, true])
    press('Cancel')
    expect([note(), wouldLoseWork()]).toEqual([null, false])
    loseConnection(false)
    press('Mark as Paid')
    await waitFor(() => expect(arrived).toHaveLength(1))
  })
})

describe('what is asked for in a toast without a connection', () => {
  const said = () => useWaitingSends.getState().waiting

  it('is said until the connection is back', async () => {
    loseConnection()
    const sent = sendFromToast('Undo', () => pay(true, 'k1'))
    expect([said().map(({ what }) => what), arrived]).toEqual([['Undo'], []])
    loseConnection(false)
    await sent
    expect([said(), arrived.length]).toEqual([[], 1])
  })

  it('is taken back by its Cancel', async () => {
    loseConnection()
    const sent = sendFromToast('Undo', () => pay(true, 'k1'))
    said()[0]?.cancel()
    expect(await sent).toBe(cancelled)
    loseConnection(false)
    expect([said(), arrived]).toEqual([[], []])
  })
})

const machine = formMachine<{ readonly team: string }>({
  id: 'bid',
  fields: ['team'],
  empty: { team: 'Huck Finns' },
  findErrors: () => ({}),
  failed: 'No response.',
})
const sending = machine.provide({
  actors: {
    send: fromPromise(({ input: { key } }) =>
      answerTo(['team'], async () => {
        await pay(true, key)
        return null
      }),
    ),
  },
})

function Form({ pauses = [] }: { readonly pauses?: readonly number[] }) {
  const { onSubmit, waiting, state, isSending, failure } = useForm(sending, undefined, { pauses })
  return (
    <form onSubmit={onSubmit} aria-busy={isSending}>
      <button type="submit">Send</button>
      <WaitsForConnection waiting={waiting} message={failure} />
      <output>{String(state)}</output>
    </form>
  )
}

describe('the message about a rejected command', () => {
  it.each(['notice', 'small', 'strong', 'regular', 'plain'] as const)('is announced at once in the look %s', (look) => {
    render(<WaitsForConnection waiting={null} message="This team is gone." look={look} />)
    expect(screen.getByRole('alert').textContent).toBe('This team is gone.')
  })
})

describe('a form whose server fails', () => {
  it('sends again after its pauses, and then shows what the server reports', async () => {
    connection = 'away'
    render(<Form pauses={[1, 1]} />)
    press('Send')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Please wait.'))
    expect(arrived).toHaveLength(3)
    connection = 'up'
    press('Send')
    await waitFor(() => expect(screen.getByText('done')).toBeTruthy())
    expect(new Set(arrived.map(({ key }) => key)).size).toBe(1)
  })
})

describe('a form without a connection', () => {
  it('waits, can be taken back, and is sent once when the connection is back', async () => {
    render(<Form />)
    const state = () => screen.getByText(/^(editing|sending|done)$/).textContent
    loseConnection()
    press('Send')
    expect([state(), note() === null, wouldLoseWork()]).toEqual(['sending', false, true])
    press('Cancel')
    expect([state(), note(), wouldLoseWork()]).toEqual(['editing', null, false])
    press('Send')
    loseConnection(false)
    await waitFor(() => expect(state()).toBe('done'))
    expect(arrived).toHaveLength(1)
  })

  it('without a screen that watches the connection is sent as it is', () => {
    loseConnection()
    expect(isConnectionLost()).toBe(true)
    const actor = createActor(sending).start()
    actor.send({ type: 'submit', key: 'k1' })
    expect(actor.getSnapshot().value).toBe('sending')
    actor.stop()
  })
})

describe('commands about one entity', () => {
  /** Sends a command of this place about a team; the test gives its answer. */
  const asked = (place: string, entity = 'team-1') => {
    const answer = Promise.withResolvers<string>()
    const send = vi.fn(() => answer.promise)
    const sending = sendCommand({ place, entity, subject: null, send }).catch(() => 'failed')
    return { send, answer, sending }
  }

  it('are sent in the order in which they were made, whichever place shows them', async () => {
    const [paid, confirmed, other] = [asked('paid'), asked('confirmed'), asked('paid-2', 'team-2')]
    const sent = () => [paid, confirmed, other].map(({ send }) => send.mock.calls.length)
    await waitFor(() => expect(sent()).toEqual([1, 0, 1]))
    expect(commandAt('confirmed')?.status).toBe('sending')
    paid.answer.reject(new ApiError(404, { code: 'TEAM_NOT_FOUND' }))
    await waitFor(() => expect(sent()).toEqual([1, 1, 1]))
    confirmed.answer.resolve('confirmed')
    other.answer.resolve('paid')
    expect(await Promise.all([paid.sending, confirmed.sending, other.sending])).toEqual(['failed', 'confirmed', 'paid'])
  })

  it('are not sent once they are canceled, and the next one is', async () => {
    loseConnection()
    const [first, second, third] = [asked('first'), asked('second'), asked('third')]
    expect(commandAt('second')?.status).toBe('queued')
    for (const place of ['first', 'second']) cancelCommand(place)
    loseConnection(false)
    third.answer.resolve('sent')
    expect(await Promise.all([first.sending, second.sending, third.sending])).toEqual(['failed', 'failed', 'sent'])
    expect([first, second, third].map(({ send }) => send.mock.calls.length)).toEqual([0, 0, 1])
  })
})

describe('a request under a key that gets no answer', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const gone = () => new NetworkError('gone')
  const refused = () => new ApiError(409, { code: 'POOLS_CHANGED' })
  /** Fails in this order, then is answered. */
  const failing = (...failures: Error[]) =>
    vi.fn<(subject?: unknown, key?: string) => Promise<string>>(async () => {
      const failure = failures.shift()
      if (failure) throw failure
      return 'saved'
    })

  const sent = (send: () => Promise<string>, signal?: AbortSignal) =>
    sendCommand({ place: 'pools', subject: 'save', send, isRepeated: true, signal })

  it('is sent whenever the site answers, until it is answered', async () => {
    const send = failing(...Array.from({ length: 9 }, gone))
    const answer = sent(send)
    await vi.runAllTimersAsync()
    expect(await answer).toBe('saved')
    expect(send).toHaveBeenCalledTimes(10)
  })

  it('is sent again before any screen shows it, as often as it has pauses', async () => {
    const send = failing(gone(), new ApiError(503, { code: 'UNAVAILABLE' }), gone())
    const sending = sendCommand({ place: 'quiet', subject: null, send, pauses: [500, 1_000] }).catch(() => 'lost')
    await vi.advanceTimersByTimeAsync(1_499)
    expect([send.mock.calls.length, commandAt('quiet')?.status]).toEqual([2, 'sending'])
    await vi.advanceTimersByTimeAsync(1)
    expect([await sending, commandAt('quiet')?.status]).toEqual(['lost', 'unknown'])
    expect(send.mock.calls[2]).toEqual(send.mock.calls[0])
  })

  it('is not sent again where it was canceled meanwhile', async () => {
    const [send, onError, cancel] = [failing(gone()), vi.fn(), new AbortController()]
    const command = { place: 'left', subject: null, send, pauses: [500], onError, signal: cancel.signal }
    const sending = sendCommand(command).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(100)
    cancel.abort('left')
    await vi.runAllTimersAsync()
    expect([await sending, send.mock.calls.length, onError.mock.calls]).toEqual(['left', 1, []])
  })

  it('is sent no more once it was refused or canceled', async () => {
    const send = failing(gone(), refused())
    const rejection = sent(send).catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    expect(await rejection).toEqual(refused())
    const left = new AbortController()
    const never = sent(() => Promise.reject(gone()), left.signal).catch((error: unknown) => error)
    left.abort('left')
    await vi.runAllTimersAsync()
    expect(await never).toBe('left')
  })
})
