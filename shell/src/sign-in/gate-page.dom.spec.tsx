import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoot } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GatePage } from './gate-page.tsx'

/** The server: what it was asked, and how it answers. */
let asked: unknown[]
let answer: () => Promise<Response>
/** True where the browser stores the cookie of the gate. */
let isCookieStored: boolean

const rejection = (status: number, message: string) => () =>
  Promise.resolve(new Response(JSON.stringify({ code: 'A_CODE', message, error: message }), { status }))

beforeEach(() => {
  asked = []
  answer = rejection(401, 'Incorrect password. Please try again.')
  isCookieStored = true
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (init.method === 'GET') return Response.json({ enabled: true, open: isCookieStored })
    asked.push([init.method, address, JSON.parse(String(init.body))])
    return answer()
  })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const field = () => screen.getByLabelText<HTMLInputElement>('Test password')

async function tryPassword(password: string) {
  const person = userEvent.setup()
  render(<GatePage />)
  if (password) await person.type(field(), password)
  await person.click(screen.getByRole('button', { name: 'Enter' }))
  return person
}

describe('the testing gate', () => {
  it('is a page of its own that waits for the password', () => {
    render(<GatePage />)
    expect(screen.getByRole('heading', { level: 1, name: 'Testing Access' })).toBeDefined()
    expect(document.title).toBe('Testing Access')
    expect(document.activeElement).toBe(field())
  })

  it('says that a password is wrong, marks it for typing over, and takes the sentence back when it changes', async () => {
    const person = await tryPassword('warm grass')
    expect(await screen.findByText('Incorrect password. Please try again.')).toBeDefined()
    expect(asked).toEqual([['POST', '/api/gate', { password: 'warm grass' }]])
    expect(field().getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect([field().selectionStart, field().selectionEnd]).toEqual([0, 10]))
    await person.type(field(), 'c')
    expect(screen.queryByText('Incorrect password. Please try again.')).toBeNull()
    expect(sessionStorage.length).toBe(0)
  })

  it('says so at once where nothing was typed', async () => {
    await tryPassword('')
    expect(screen.getByText('Incorrect password. Please try again.')).toBeDefined()
    expect(asked).toEqual([])
  })

  it('says what else the server reports', async () => {
    answer = rejection(429, 'Too many requests. Please wait a moment.')
    await tryPassword('warm grass')
    expect(await screen.findByText('Too many requests. Please wait a moment.')).toBeDefined()
  })

  it('says when the network failed', async () => {
    answer = () => Promise.reject(new TypeError('offline'))
    await tryPassword('cold grass')
    expect(await screen.findByText('Network error. Please try again.')).toBeDefined()
  })

  it('says that the browser stores no cookies, instead of asking for the right password again', async () => {
    answer = () => Promise.resolve(new Response(null, { status: 204 }))
    isCookieStored = false
    await tryPassword('cold grass')
    expect(await screen.findByText(/Your browser blocks cookies for this site/)).toBeDefined()
    expect(sessionStorage.length).toBe(0)
  })

  it('comes from the server with a form that sends nothing yet, and keeps what was typed there', async () => {
    document.body.innerHTML = `<div id="root">${renderToStaticMarkup(<GatePage />)}</div>`
    expect(screen.getByRole('heading', { name: 'Testing Access' })).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enter' }).disabled).toBe(true)
    field().value = 'cold gr'
    const root = createRoot(document.getElementById('root') as HTMLElement)
    // A busy device draws for a while, and typing goes on.
    const GoOnTyping = () => {
      const old = field()
      if (old.value === 'cold gr') old.value = 'cold grass'
      return null
    }
    await act(async () =>
      root.render(
        <GatePage>
          <GoOnTyping />
        </GatePage>,
      ),
    )
    expect(field().value).toBe('cold grass')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enter' }).disabled).toBe(false)
    await act(async () => root.unmount())
  })

  it('remembers for this tab that the password was right', async () => {
    answer = () => Promise.resolve(new Response(null, { status: 204 }))
    await tryPassword('cold grass')
    await waitFor(() => expect(sessionStorage.getItem('testingAccess')).toBe('granted'))
  })
})
