import { fireEvent, screen } from '@testing-library/react'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { describe, expect, it } from 'vitest'
import { Passkeys } from './passkeys.tsx'
import { RemoveSecondFactor, RemoveSecondFactorOf } from './remove-second-factor.tsx'

const server = stubServer()
const passkey = (name: string) => ({ id: name, name, at: '2026-11-01T12:00:00.000Z', last_used: null })
const becky = { id: 'becky', username: 'becky', full_name: 'Becky Thatcher', email: '', is_verified: true } as const

/** Stubs what the server knows of the user who is signed in, and of the roles. */
function stub({ passkeys = [] as string[], enabled = false, required = true, roles = ['helper'] }) {
  const answers: Readonly<Record<string, object>> = {
    '/api/auth/passkeys': { passkeys: passkeys.map(passkey) },
    '/api/auth/totp': { enabled, required, restricted: false, recovery_codes_left: 0 },
    '/api/auth/second-factor': { roles },
  }
  server.mockImplementation(async (path) => Response.json(answers[String(path)] ?? {}))
}

async function questionAfter(button: string): Promise<string> {
  fireEvent.click(await screen.findByRole('button', { name: button }))
  const question = await screen.findByRole('alertdialog')
  return question.textContent ?? ''
}
const expectQuestion = async (button: string, sentence: RegExp) => {
  await questionAfter(button)
  await screen.findByText(sentence)
}

describe('before the last second factor of a user is removed whose role needs one', () => {
  it('the question about the own app says what is left', async () => {
    stub({ enabled: true })
    renderWithQueries(<RemoveSecondFactor isRequired />)
    await expectQuestion('Remove the Second Factor', /all you can do after that is set up another/)
  })

  it('the question about the own app says so of one with a passkey beside it', async () => {
    stub({ enabled: true, passkeys: ['Phone'] })
    renderWithQueries(<RemoveSecondFactor isRequired />)
    await expectQuestion('Remove the Second Factor', /after that, you sign in with a passkey/)
  })

  it('the question about the own passkey says what is left', async () => {
    stub({ passkeys: ['Phone'] })
    renderWithQueries(<Passkeys />)
    await expectQuestion('Remove Phone', /you have no other: all you can do after that is set one up/)
  })

  it.each([
    ['another passkey', { passkeys: ['Phone', 'Laptop'] }],
    ['an app', { passkeys: ['Phone'], enabled: true }],
    ['a role that needs none', { passkeys: ['Phone'], required: false }],
  ])('the question about a passkey says nothing of it beside %s', async (_, known) => {
    stub(known)
    renderWithQueries(<Passkeys />)
    await screen.findByRole('button', { name: 'Remove Phone' })
    await expect.poll(() => server.mock.calls.map(([path]) => path)).toContain('/api/auth/totp')
    expect(await questionAfter('Remove Phone')).not.toContain('you have no other')
  })

  it.each([
    ['helper', true],
    ['admin', false],
  ] as const)('the question of a TD about that of a user in the role %s says so: %s', async (role, expected) => {
    stub({})
    renderWithQueries(<RemoveSecondFactorOf user={{ ...becky, role }} />)
    await questionAfter('Remove Second Factor of Becky Thatcher')
    if (expected) await screen.findByText(/all they can do then is set up another/)
    else {
      await expect.poll(() => server.mock.calls.map(([path]) => path)).toContain('/api/auth/second-factor')
      expect(screen.getByRole('alertdialog').textContent).not.toContain('all they can do')
    }
  })
})
