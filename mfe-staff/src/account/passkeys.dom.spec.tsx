import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from '@ultimate/kit/components/toasts/toaster.tsx'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { startRelease } from '@ultimate/kit/state/release.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceName, Passkeys } from './passkeys.tsx'

/** Bytes as browsers give them. */
const bytes = (text: string) => new TextEncoder().encode(text).buffer
const phone = {
  id: '0199f1d0-0000-7000-8000-00000000000a',
  name: 'Becky’s phone',
  at: '2026-11-01T12:00:00.000Z',
  last_used: null,
}
const options = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Thanksgiving Ultimate' },
  user: { id: 'AAAA', name: 'becky', displayName: 'Becky' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  attestation: 'none',
}

/** The server's answers by call, the requests that were sent, and what the browser does to create a passkey. */
let answers: Record<string, () => Response>
let sent: [call: string, body: unknown, key: string | null][]
const create = vi.fn<() => Promise<unknown>>()
const json = (status: number, body: unknown) => () =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const rejection = (status: number, code: string, message: string, fields = {}) =>
  json(status, { code, message, error: message, fields })

beforeEach(() => {
  sent = []
  answers = {
    'GET /api/auth/passkeys': json(200, { passkeys: [phone] }),
    'POST /api/auth/passkey-options': json(200, options),
    'POST /api/auth/passkeys': json(201, { passkey: { ...phone, id: phone.id.replace('a', 'b'), name: 'Laptop' } }),
    [`DELETE /api/auth/passkeys/${phone.id}`]: () => new Response(null, { status: 204 }),
  }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const call = `${init.method} ${address}`
    if (init.body) sent.push([call, JSON.parse(String(init.body)), new Headers(init.headers).get('idempotency-key')])
    return answers[call]?.() ?? new Response('{}', { status: 404 })
  })
  create.mockReset()
  create.mockResolvedValue({
    id: 'made',
    rawId: bytes('made'),
    type: 'public-key',
    response: { clientDataJSON: bytes('said'), attestationObject: bytes('signed') },
    getClientExtensionResults: () => ({}),
  })
  vi.stubGlobal('PublicKeyCredential', class {})
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  Reflect.deleteProperty(navigator, 'credentials')
  vi.unstubAllGlobals()
})

async function open() {
  const person = userEvent.setup()
  render(
    <>
      <Passkeys />
      <Toaster />
    </>,
  )
  await screen.findByText('Becky’s phone')
  return person
}
type Person = Awaited<ReturnType<typeof open>>
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
async function fillIn(person: Person) {
  await person.click(screen.getByRole('button', { name: 'Add a Passkey' }))
  await person.clear(field('Name of the passkey'))
  await person.type(field('Name of the passkey'), 'Laptop')
  await person.type(field('Your password'), 'turkey day{Enter}')
}

describe('the passkeys of the user', () => {
  it('are listed with when they were added and used', async () => {
    await open()
    expect(screen.getByRole('listitem').textContent).toContain('Added Nov 1, 2026')
    expect(screen.getByRole('listitem').textContent).toContain('not used yet')
  })

  it('are added by a name, the password and what the browser makes', async () => {
    const person = await open()
    await person.click(screen.getByRole('button', { name: 'Add a Passkey' }))
    await waitFor(() => expect(document.activeElement).toBe(field('Name of the passkey')))
    expect(field('Name of the passkey').value).toBe(deviceName())
    await person.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Password is required.')).toBeDefined()
    await person.click(screen.getByRole('button', { name: 'Cancel' }))
    await fillIn(person)
    await screen.findByText('Laptop')
    expect(sent).toEqual([
      ['POST /api/auth/passkey-options', { password: 'turkey day' }, null],
      [
        'POST /api/auth/passkeys',
        { name: 'Laptop', id: 'made', clientDataJSON: 'c2FpZA', attestationObject: 'c2lnbmVk' },
        expect.any(String),
      ],
    ])
    expect(document.activeElement?.textContent).toBe('Passkeys')
  })

  it('are not added with a wrong password, which is said at its field', async () => {
    answers['POST /api/auth/passkey-options'] = rejection(422, 'WRONG_PASSWORD', 'Wrong.', { password: 'Wrong.' })
    const person = await open()
    await fillIn(person)
    await screen.findByText('Wrong.')
    expect(create).not.toHaveBeenCalled()
    expect(field('Name of the passkey').value).toBe('Laptop')
  })

  it.each([
    ['NotAllowedError', 'No passkey was made. You can try again.'],
    ['InvalidStateError', 'This device has a passkey for you already.'],
  ])('say in plain words why the browser made none: %s', async (name, words) => {
    create.mockRejectedValue(new DOMException('for developers', name))
    const person = await open()
    await fillIn(person)
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(sent.map(([call]) => call)).toEqual(['POST /api/auth/passkey-options'])
  })

  it('wait for a reload where what makes them is gone with an older release', async () => {
    vi.doMock('@simplewebauthn/browser', () => Promise.reject(new Error('404')))
    startRelease({ shell: 'a1' })
    answers['HEAD /'] = () => new Response(null, { headers: { 'x-release': 'shell=b2' } })
    const person = await open()
    await fillIn(person)
    expect((await screen.findByRole('alert')).textContent).toContain('Please reload the page')
    vi.doUnmock('@simplewebauthn/browser')
    startRelease(null)
  })

  it('are removed with the password', async () => {
    const person = await open()
    await person.click(screen.getByRole('button', { name: 'Remove Becky’s phone' }))
    await person.type(field('Password'), 'turkey day')
    await person.click(screen.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
    expect(sent).toEqual([[`DELETE /api/auth/passkeys/${phone.id}`, { password: 'turkey day' }, expect.any(String)]])
  })

  it('cannot be added in a browser that knows none', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    await open()
    expect(screen.queryByRole('button', { name: 'Add a Passkey' })).toBeNull()
    expect(screen.getByText(/^This browser cannot make passkeys/)).toBeDefined()
  })
})

describe('the name of a passkey', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'iPhone'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'Android device'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'Mac'],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'Linux computer'],
    ['curl', 'My device'],
  ])('of %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))
})
