import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useRef } from 'react'
import { createPortal } from 'react-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { useLastingFocus } from './lasting-focus.ts'

afterEach(cleanup)

interface SiteProps {
  readonly users: readonly string[]
  readonly isUnsaved?: boolean
  readonly isBusy?: boolean
  /** Stands around the content. */
  readonly bar?: ReactNode
  readonly isAsking?: boolean
  /** Inside the dialog. */
  readonly hasFailed?: boolean
}

function Site({ users, isUnsaved = false, isBusy = false, bar, isAsking = false, hasFailed = false }: SiteProps) {
  const main = useRef<HTMLElement>(null)
  useLastingFocus(main)
  return (
    <>
      <header>{bar}</header>
      <main ref={main} tabIndex={-1}>
        <h1>Users</h1>
        <ul>
          {users.map((user) => (
            <li key={user}>
              <button type="button" disabled={isBusy}>
                Remove {user}
              </button>
            </li>
          ))}
        </ul>
        <h2>Profile</h2>
        <div>{isUnsaved && <button type="button">Save</button>}</div>
      </main>
      {isAsking &&
        createPortal(
          <div role="alertdialog">
            <h2>Really?</h2>
            <button type="button">Yes</button>
            <div>{hasFailed && <button type="button">Try again</button>}</div>
          </div>,
          document.body,
        )}
    </>
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const focused = () => document.activeElement?.textContent
const focusIsOn = (text: string) => waitFor(() => expect(focused()).toBe(text))
const frames = async (count: number) => {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame)
}

describe('The focus does not fall to the body', () => {
  it('when a bar goes with the button that was pressed', async () => {
    const { rerender } = render(<Site users={[]} isUnsaved />)
    button('Save').focus()
    rerender(<Site users={[]} />)
    await focusIsOn('Users')
  })

  it('when a dialog closes whose opener is gone: it goes to the row that took the place', async () => {
    const { rerender } = render(<Site users={['Huck', 'Jim']} />)
    button('Remove Huck').focus()
    rerender(<Site users={['Huck', 'Jim']} isAsking />)
    button('Yes').focus()
    rerender(<Site users={['Jim']} isAsking />)
    await frames(6)
    expect(focused()).toBe('Yes')
    rerender(<Site users={['Jim']} />)
    await focusIsOn('Remove Jim')
    expect(document.activeElement?.tagName).toBe('LI')
  })

  it('when something in a dialog goes: it stays in the dialog', async () => {
    const { rerender } = render(<Site users={['Huck']} isAsking hasFailed />)
    button('Remove Huck').focus()
    button('Try again').focus()
    rerender(<Site users={['Huck']} isAsking />)
    await focusIsOn('Really?')
  })

  it('when a bar around the content goes: what had it before gets it back, or else the content', async () => {
    const bar = <button type="button">Reload</button>
    const { rerender } = render(<Site users={['Huck']} bar={bar} />)
    button('Reload').focus()
    rerender(<Site users={['Huck']} />)
    await waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'))
    button('Remove Huck').focus()
    rerender(<Site users={['Huck']} bar={bar} />)
    button('Reload').focus()
    rerender(<Site users={['Huck']} />)
    await focusIsOn('Remove Huck')
    expect(document.activeElement).toBe(button('Remove Huck'))
  })

  it('when what has it is disabled for a while: it is around it, and comes back', async () => {
    const { rerender } = render(<Site users={['Huck']} />)
    const remove = button('Remove Huck')
    remove.focus()
    rerender(<Site users={['Huck']} isBusy />)
    // Browsers, unlike this one, take the focus from what is disabled.
    remove.blur()
    await waitFor(() => expect(document.activeElement?.tagName).toBe('LI'))
    rerender(<Site users={['Huck']} />)
    await waitFor(() => expect(document.activeElement).toBe(remove))
  })
})

describe('The focus stays', () => {
  it('where a rule of the page has put it', async () => {
    const { rerender } = render(<Site users={['Huck']} isUnsaved />)
    button('Save').focus()
    rerender(<Site users={['Huck']} />)
    await frames(2)
    button('Remove Huck').focus()
    await frames(6)
    expect(document.activeElement).toBe(button('Remove Huck'))
  })

  it('where the user has put it while a control was disabled', async () => {
    const { rerender } = render(<Site users={['Huck']} bar={<button type="button">Menu</button>} />)
    const remove = button('Remove Huck')
    remove.focus()
    rerender(<Site users={['Huck']} isBusy bar={<button type="button">Menu</button>} />)
    remove.blur()
    await waitFor(() => expect(document.activeElement?.tagName).toBe('LI'))
    button('Menu').focus()
    rerender(<Site users={['Huck']} bar={<button type="button">Menu</button>} />)
    await frames(6)
    expect(focused()).toBe('Menu')
  })

  it('nowhere when the user let it go, whatever goes then', async () => {
    const { rerender } = render(<Site users={['Huck']} isUnsaved />)
    button('Save').focus()
    button('Save').blur()
    await frames(1)
    rerender(<Site users={['Huck']} />)
    await frames(6)
    expect(document.activeElement).toBe(document.body)
  })
})
