import { fireEvent, screen, waitFor } from '@testing-library/react'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { expect, it } from 'vitest'
import { SecondFactor } from './second-factor.tsx'

const server = stubServer()
const none = { enabled: false, required: false, restricted: false, recovery_codes_left: 0 }
const confirm = { code: 'CONFIRM_PASSWORD', message: 'You signed in here some time ago.' }

it('asks for the password where the sign-in was long ago, and goes on with it', async () => {
  const bodies: unknown[] = []
  server.mockImplementation(async (_, request) => {
    if (request?.method !== 'POST') return Response.json(none)
    bodies.push(JSON.parse(String(request.body)))
    if (bodies.length === 1) return Response.json(confirm, { status: 403 })
    return Response.json({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/site:td?secret=JBSWY3DPEHPK3PXP' })
  })
  renderWithQueries(<SecondFactor codes={null} onCodes={() => undefined} />)
  const begin = () => fireEvent.click(screen.getByRole('button', { name: 'Set Up a Second Factor' }))
  await waitFor(begin)
  fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: 'stuffing' } })
  begin()
  await screen.findByText(/JBSW/)
  expect(bodies).toEqual([{}, { password: 'stuffing' }])
})
