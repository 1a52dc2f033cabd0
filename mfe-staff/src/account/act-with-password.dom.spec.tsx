import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { ApiError, NetworkError } from '@ultimate/kit/request/api.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { ActWithPassword } from './act-with-password.tsx'

afterEach(cleanup)

const wrong = new ApiError(422, {
  code: 'WRONG_PASSWORD',
  message: 'Current password is incorrect',
  fields: { password: 'Current password is incorrect' },
})

it('goes on under one key while no answer comes, and says a wrong password at its field, once', async () => {
  const outcomes = [Promise.reject(new NetworkError('gone')), Promise.reject(wrong), Promise.resolve()]
  for (const outcome of outcomes) outcome.catch(() => undefined)
  const act = vi.fn<(password: string, key: string) => Promise<unknown>>(() => outcomes.shift() ?? Promise.resolve())
  const [onDone, onError] = [vi.fn<() => void>(), vi.fn<() => void>()]
  render(
    <ActWithPassword
      title="Remove the Passkey"
      confirmLabel="Remove"
      failed="Failed to remove the passkey"
      act={act}
      onDone={onDone}
      onError={onError}
      button={(ask) => (
        <button type="button" onClick={ask}>
          Ask
        </button>
      )}
    >
      It lets you in no more.
    </ActWithPassword>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }))
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: 'stuffing' } })
  const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  confirm()
  await screen.findByText('Failed to remove the passkey')
  confirm()
  await screen.findByText('Current password is incorrect')
  confirm()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(onError).toHaveBeenCalledTimes(2)
  const [lost, refused, accepted] = act.mock.calls.map(([, key]) => key)
  expect(refused).toBe(lost)
  expect(accepted).not.toBe(lost)
})
