import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { wouldLoseWork } from '../../form/leave-warning.ts'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)

function Page({ isStored }: { readonly isStored: boolean }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Dialog open={isOpen} onClose={() => setOpen(false)} title="Create Login">
      <form data-stored={isStored || undefined}>
        <input aria-label="Username" />
      </form>
    </Dialog>
  )
}

async function type({ isStored = false } = {}) {
  render(<Page isStored={isStored} />)
  await userEvent.type(screen.getByLabelText('Username'), 'becky')
}
const dialog = () => screen.queryByRole('dialog')
const button = (name: string) => screen.getByRole('button', { name })

const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  Escape: () => userEvent.keyboard('{Escape}'),
  'a press outside': () => userEvent.click(document.body),
  'the cross': () => userEvent.click(button('Close')),
}

describe.each(Object.entries(ways))('a dialog that is closed by %s', (_, close) => {
  it('asks before text that was typed is lost', async () => {
    await type()
    await close()
    await userEvent.click(button('Keep Editing'))
    expect((screen.getByLabelText('Username') as HTMLInputElement).value).toBe('becky')
    await close()
    await userEvent.click(button('Close Without Saving'))
    await waitFor(() => expect(dialog()).toBeNull())
  })

  it('asks nothing where no text is lost', async () => {
    await type({ isStored: true })
    await close()
    await waitFor(() => expect(dialog()).toBeNull())
  })
})

it('text that was typed into a dialog has the browser ask before the page goes away', async () => {
  render(<Page isStored={false} />)
  expect(wouldLoseWork()).toBe(false)
  await userEvent.type(screen.getByLabelText('Username'), 'becky')
  expect(wouldLoseWork()).toBe(true)
  await userEvent.clear(screen.getByLabelText('Username'))
  expect(wouldLoseWork()).toBe(false)
})
