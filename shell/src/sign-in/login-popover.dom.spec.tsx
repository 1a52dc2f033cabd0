import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { signOut, useSessionStore } from '@ultimate/kit/state/session.ts'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LoginPopover } from './login-popover.tsx'

const user = {
  id: '0199f1d0-0000-7000-8000-000000000001',
  username: 'td',
  full_name: 'Tournament Director',
  email: 'td@localhost',
  role: 'TD',
  is_verified: true,
}

/** The server: what it was asked, and how it answers. */
let asked: unknown[]
let answer: () => Promise<Response>

const json = (status: number, body: unknown) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }))
const rejection = json(401, {
  code: 'INVALID_CREDENTIALS',
  message: 'Username or password is wrong.',
  error: 'Username or password is wrong.',
})

beforeEach(() => {
  asked = []
  answer = json(200, { user, token: 'the.token.itself' })
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    asked.push([init.method, address, JSON.parse(String(init.body))])
    return answer()
  })
})
afterEach(() => {
  cleanup()
  signOut()
  vi.unstubAllGlobals()
})

/** The button of the navigation and the popover behind it. */
function Header() {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button type="button" ref={button} aria-expanded={open} onClick={() => setOpen(!open)}>
        Login
      </button>
      <LoginPopover open={open} onClose={() => setOpen(false)} anchor={button} />
      <p>The rest of the page</p>
    </>
  )
}

const button = () => screen.getByRole('button', { name: 'Login' })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const popover = () => screen.queryByRole('dialog', { name: 'Admin Login' })

async function open() {
  const person = userEvent.setup()
  render(<Header />)
  await person.click(button())
  await waitFor(() => expect(document.activeElement).toBe(field('Username')))
  return person
}

async function fillIn(person: ReturnType<typeof userEvent.setup>, password = 'turkey day') {
  await person.type(field('Username'), 'td')
  await person.type(field('Password'), password)
}

const codeAsked = json(401, { code: 'SECOND_FACTOR_REQUIRED', message: 'Enter a code.', error: 'Enter a code.' })
const wrongCode = json(401, { code: 'SECOND_FACTOR_WRONG', message: 'Not this code.', error: 'Not this code.' })

describe('the login popover of a user with a second factor', () => {
  it('asks for the code as a second step, keeps what was typed, and says when the code is wrong', async () => {
    answer = codeAsked
    const person = await open()
    await fillIn(person, 'turkey day{Enter}')
    const code = await screen.findByLabelText<HTMLInputElement>('Code from your authenticator app')
    await waitFor(() => expect(document.activeElement).toBe(code))
    expect([code.autocomplete, code.inputMode]).toEqual(['one-time-code', 'numeric'])
    expect(screen.queryByRole('alert')).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Sign In' }))
    expect(await screen.findByText('Please enter a code.')).toBeDefined()
    answer = wrongCode
    await person.type(code, '123456{Enter}')
    expect(await screen.findByText('Not this code.')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(code))
    expect([code.value, field('Username').value, field('Password').value]).toEqual(['123456', 'td', 'turkey day'])
    await person.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    expect(field('Recovery code').inputMode).toBe('text')
    answer = json(200, { user, token: 'the.token.itself' })
    await person.type(field('Recovery code'), '{Control>}a{/Control}abcd-efgh{Enter}')
    await waitFor(() => expect(popover()).toBeNull())
    const sent = { username: 'td', password: 'turkey day' }
    expect(asked).toEqual(
      [sent, { ...sent, code: '123456' }, expect.objectContaining(sent)].map((body) => [
        'POST',
        '/api/auth/login',
        body,
      ]),
    )
  })

  it('goes back to username and password, as they were typed', async () => {
    answer = codeAsked
    const person = await open()
    await fillIn(person, 'turkey day{Enter}')
    await person.click(await screen.findByRole('button', { name: 'Back' }))
    expect(screen.queryByLabelText('Code from your authenticator app')).toBeNull()
    expect(field('Password').value).toBe('turkey day')
  })
})

describe('signing in with a passkey', () => {
  const bytes = (text: string) => new TextEncoder().encode(text).buffer
  const get = vi.fn<() => Promise<unknown>>()
  const passkeyButton = () => screen.getByRole('button', { name: 'Use a passkey' })
  beforeEach(() => {
    vi.stubGlobal('PublicKeyCredential', class {})
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } })
    const authenticatorData = bytes('data')
    const [clientDataJSON, signature, userHandle] = [bytes('said'), bytes('signed'), bytes('user')]
    get.mockReset()
    get.mockResolvedValue({
      id: 'mine',
      rawId: bytes('mine'),
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature, userHandle },
      getClientExtensionResults: () => ({}),
    })
    const options = { challenge: 'AAAA', rpId: 'localhost', timeout: 300_000, userVerification: 'required' }
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      asked.push([init.method, address, init.body === undefined ? null : JSON.parse(String(init.body))])
      return init.method === 'GET' ? json(200, options)() : answer()
    })
  })

  afterEach(() => void Reflect.deleteProperty(navigator, 'credentials'))

  it('asks for no name and no password, keeps the session and closes', async () => {
    const person = await open()
    await person.click(passkeyButton())
    await waitFor(() => expect(popover()).toBeNull())
    expect(useSessionStore.getState()).toMatchObject({ user, isAuthenticated: true })
    const signed = {
      clientDataJSON: 'c2FpZA',
      authenticatorData: 'ZGF0YQ',
      signature: 'c2lnbmVk',
      userHandle: 'dXNlcg',
    }
    expect(asked).toEqual([
      ['GET', '/api/auth/passkey-sign-in', null],
      ['POST', '/api/auth/passkey-sign-in', { id: 'mine', ...signed }],
    ])
  })

  it('says why it failed, and leaves the other way open', async () => {
    get.mockRejectedValueOnce(new DOMException('for developers', 'NotAllowedError'))
    const person = await open()
    await person.click(passkeyButton())
    expect((await screen.findByRole('alert')).textContent).toMatch(/^No passkey was used\./)
    answer = json(401, { code: 'PASSKEY_REFUSED', message: 'Not this one.', error: 'Not this one.' })
    await person.click(passkeyButton())
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Not this one.'))
    answer = json(200, { user, token: 'the.token.itself' })
    await fillIn(person, 'turkey day{Enter}')
    await waitFor(() => expect(popover()).toBeNull())
  })

  it('signs in no user who closed the window before, and takes the browser’s question back', async () => {
    const pending = Promise.withResolvers<unknown>()
    get.mockReturnValue(pending.promise)
    const person = await open()
    await person.click(passkeyButton())
    await waitFor(() => expect(get).toHaveBeenCalled())
    const [{ signal }] = get.mock.calls[0] as unknown as [{ signal: AbortSignal }]
    await person.keyboard('{Escape}')
    await waitFor(() => expect(signal.aborted).toBe(true))
    await act(async () => pending.reject(signal.reason))
    expect(useSessionStore.getState().isAuthenticated).toBe(false)
  })

  it('is not offered by a browser that knows no passkeys', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    await open()
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  })
})

describe('the login popover', () => {
  it('says what it is, whom to ask, and waits in the first field', async () => {
    await open()
    expect(popover()).not.toBeNull()
    expect(screen.getByText('Need access? Contact the tournament administrator.')).toBeDefined()
    expect(field('Password').type).toBe('password')
    expect(field('Username').autocomplete).toBe('username')
    expect(field('Password').autocomplete).toBe('current-password')
  })

  it('signs in with the Enter key, keeps the session and closes', async () => {
    const person = await open()
    await fillIn(person, 'turkey day{Enter}')
    await waitFor(() => expect(popover()).toBeNull())
    expect(asked).toEqual([['POST', '/api/auth/login', { username: 'td', password: 'turkey day' }]])
    expect(useSessionStore.getState()).toMatchObject({ user, isAuthenticated: true })
    expect(localStorage.getItem('authToken')).toBe('the.token.itself')
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user)
  })

  it.each([
    ['the server’s own words', rejection, 'Username or password is wrong.'],
    [
      '"Login failed" where something else answered',
      () => Promise.resolve(new Response('<html>', { status: 502 })),
      'Login failed',
    ],
    ['that the network failed', () => Promise.reject(new TypeError('offline')), 'Network error. Please try again.'],
  ])('says %s, keeps what was typed, and stays open', async (_, failing, sentence) => {
    answer = failing
    const person = await open()
    await fillIn(person)
    await person.click(screen.getByRole('button', { name: 'Sign In' }))
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    expect(field('Username').value).toBe('td')
    expect(field('Password').value).toBe('turkey day')
    expect(useSessionStore.getState().isAuthenticated).toBe(false)
  })

  it('leads to the password after a rejection, to be typed over, and stays out of the way afterwards', async () => {
    answer = rejection
    const person = await open()
    await fillIn(person, 'wrong{Enter}')
    await screen.findByRole('alert')
    await waitFor(() => expect(document.activeElement).toBe(field('Password')))
    await person.keyboard('other')
    expect(field('Password').value).toBe('other')
    await person.clear(field('Username'))
    await person.type(field('Username'), 'becky')
    expect(field('Username').value).toBe('becky')
  })

  it('can be tried again after a failure', async () => {
    answer = rejection
    const person = await open()
    await fillIn(person)
    await person.keyboard('{Enter}')
    await screen.findByRole('alert')
    answer = json(200, { user, token: 'the.token.itself' })
    await person.keyboard('{Enter}')
    await waitFor(() => expect(popover()).toBeNull())
  })

  it('asks for what is missing without asking the server, and takes it back when it is typed', async () => {
    const person = await open()
    await person.click(screen.getByRole('button', { name: 'Sign In' }))
    expect(screen.getByText('Username is required.')).toBeDefined()
    expect(screen.getByText('Password is required.')).toBeDefined()
    expect(document.activeElement).toBe(field('Username'))
    await person.keyboard('td')
    expect([field('Username').value, field('Password').value]).toEqual(['td', ''])
    expect(screen.queryByText('Username is required.')).toBeNull()
    expect(screen.getByText('Password is required.')).toBeDefined()
    expect(asked).toEqual([])
  })

  it('is busy while it waits, and asks once', async () => {
    const pending = Promise.withResolvers<Response>()
    answer = () => pending.promise
    const person = await open()
    await fillIn(person)
    const signIn = screen.getByRole('button', { name: 'Sign In' })
    await person.dblClick(signIn)
    await person.keyboard('{Enter}')
    expect(signIn.getAttribute('aria-busy')).toBe('true')
    expect(asked).toHaveLength(1)
    await act(async () => pending.resolve(await rejection()))
    expect(signIn.getAttribute('aria-busy')).toBeNull()
  })

  it('closes with Escape, and the focus goes back to the button', async () => {
    const person = await open()
    await person.keyboard('{Escape}')
    await waitFor(() => expect(popover()).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button()))
  })

  it('closes with a press elsewhere', async () => {
    const person = await open()
    await person.click(screen.getByText('The rest of the page'))
    await waitFor(() => expect(popover()).toBeNull())
  })

  it('closes with its cross', async () => {
    const person = await open()
    await person.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(popover()).toBeNull())
  })

  it('closes with the button that opened it, and opens again empty', async () => {
    const person = await open()
    await person.type(field('Username'), 'td')
    await person.click(button())
    await waitFor(() => expect(popover()).toBeNull())
    await person.click(button())
    await waitFor(() => expect(field('Username').value).toBe(''))
  })

  it('signs in no user who closed it before the answer came', async () => {
    const pending = Promise.withResolvers<Response>()
    answer = () => pending.promise
    const person = await open()
    await fillIn(person, 'turkey day{Enter}')
    await person.keyboard('{Escape}')
    await person.click(screen.getByRole('button', { name: 'Close Without Saving' }))
    await waitFor(() => expect(popover()).toBeNull())
    await act(async () => pending.resolve(await json(200, { user, token: 'the.token.itself' })()))
    expect(useSessionStore.getState().isAuthenticated).toBe(false)
  })
})
