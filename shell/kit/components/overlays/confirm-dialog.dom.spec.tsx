import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

afterEach(cleanup)

const question =
  'Are you sure you want to finish dinner? This will stop all buffet timers and mark remaining dishes as leftovers.'

function ask(changes: Partial<ConfirmDialogProps> = {}) {
  const onConfirm = vi.fn()
  const onCancel = vi.fn()
  render(
    <ConfirmDialog
      open
      title="Finish Dinner"
      confirmLabel="Finish Dinner"
      onConfirm={onConfirm}
      onCancel={onCancel}
      {...changes}
    >
      {question}
    </ConfirmDialog>,
  )
  return { onConfirm, onCancel }
}

describe('the confirmation', () => {
  it('asks with its title and its full sentence, and starts on the way out', async () => {
    ask()

    const dialog = screen.getByRole('alertdialog', { name: 'Finish Dinner', description: question })

    expect(dialog).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })))
  })

  it('runs the action once when it is confirmed', async () => {
    const { onConfirm, onCancel } = ask()

    await userEvent.click(screen.getByRole('button', { name: 'Finish Dinner' }))

    expect(onConfirm).toHaveBeenCalledOnce()
    expect(onCancel).not.toHaveBeenCalled()
  })

  it('leaves without the action on Escape', async () => {
    const { onConfirm, onCancel } = ask()

    await userEvent.keyboard('{Escape}')

    expect(onCancel).toHaveBeenCalledOnce()
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('can neither be confirmed twice nor left while the action is under way', async () => {
    const { onConfirm, onCancel } = ask({ busy: true })

    await userEvent.click(screen.getByRole('button', { name: 'Finish Dinner' }))
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await userEvent.keyboard('{Escape}')

    expect(onConfirm).not.toHaveBeenCalled()
    expect(onCancel).not.toHaveBeenCalled()
  })

  it('says why the action failed and stays', () => {
    ask({ error: 'Failed to delete photo' })

    expect(screen.getByRole('alert').textContent).toBe('Failed to delete photo')
  })

  it('is not there until it is opened', () => {
    ask({ open: false })

    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
