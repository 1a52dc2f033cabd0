import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderWithQueries, stubServer } from '../request/server.fixture.tsx'
import { RequestForgetting } from './request-forgetting.tsx'

const server = stubServer()
beforeEach(() => {
  renderWithQueries(<RequestForgetting link="a-token" remains="Your team stays on the list." />)
})

const ask = () => fireEvent.click(screen.getByRole('button', { name: 'Ask to Be Forgotten' }))
const open = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Forget me…' }))
  return screen.findByRole('alertdialog')
}

it('asks first, sends the link, and says what follows', async () => {
  server.mockImplementation(async () => new Response('{}', { status: 202 }))
  const dialog = await open()
  expect(dialog.textContent).toContain('Your team stays on the list.')
  expect(server).not.toHaveBeenCalled()
  ask()
  await screen.findByText('We have your request to be forgotten.')
  expect(server.mock.calls.map(([url, request]) => [String(url), request?.body])).toEqual([
    [expect.stringMatching(/\/api\/people\/forget-requests$/), '{"link":"a-token"}'],
  ])
  expect(screen.queryByRole('button', { name: 'Forget me…' })).toBeNull()
})

it('says when it could not be sent, and can be asked again', async () => {
  server.mockImplementation(async () => new Response('{"message":"Too many."}', { status: 422 }))
  await open()
  ask()
  await screen.findByText(/Too many|could not be sent/)
  expect(screen.getByRole('button', { name: 'Ask to Be Forgotten' })).toBeTruthy()
})
