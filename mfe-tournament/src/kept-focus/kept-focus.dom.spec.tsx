import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { useKeptFocus } from './kept-focus.ts'

afterEach(cleanup)

interface ListProps {
  readonly teams: readonly string[]
  readonly isBusy?: boolean
}

function List({ teams, isBusy = false }: ListProps) {
  const region = useRef<HTMLElement>(null)
  useKeptFocus(region)
  return (
    <section ref={region}>
      <button type="button">Select teams</button>
      {teams.length > 0 && (
        <ul>
          {teams.map((team) => (
            <li key={team}>
              <button type="button">Story of {team}</button>
              <button type="button" disabled={isBusy && team === 'Huck'}>
                Restore {team}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const focused = () => document.activeElement?.textContent
const button = (name: string) => screen.getByRole('button', { name })

describe('The focus of a control that leaves', () => {
  it.each([
    ['Restore Huck', ['Becky', 'Joe'], 'Restore Becky'],
    ['Story of Becky', ['Huck', 'Joe'], 'Story of Joe'],
    ['Restore Joe', ['Huck', 'Becky'], 'Restore Becky'],
    ['Restore Joe', ['New', 'Huck'], 'Restore Huck'],
    ['Restore Becky', [], 'Select teams'],
  ])('goes from %s to its neighbour among %j', async (from, left, to) => {
    const { rerender } = render(<List teams={['Huck', 'Becky', 'Joe']} />)
    button(from).focus()
    rerender(<List teams={left} />)
    await waitFor(() => expect(focused()).toBe(to))
  })

  it('goes to the same control although it was disabled while the list changed', async () => {
    const { rerender } = render(<List teams={['Huck', 'Becky']} />)
    button('Restore Huck').focus()
    rerender(<List teams={['Huck', 'Becky', 'Joe']} isBusy />)
    await waitFor(() => expect(button('Restore Joe')).toBeTruthy())
    // As browsers do, unlike this one: what is disabled loses the focus.
    button('Restore Huck').blur()
    rerender(<List teams={['Becky', 'Joe']} />)
    await waitFor(() => expect(focused()).toBe('Restore Becky'))
  })

  it('goes to what is left once the dialog that it opened is closed', async () => {
    const { rerender } = render(<List teams={['Huck']} />)
    button('Restore Huck').focus()
    const dialog = document.createElement('div')
    dialog.setAttribute('role', 'alertdialog')
    dialog.tabIndex = -1
    document.body.append(dialog)
    dialog.focus()
    rerender(<List teams={[]} />)
    await waitFor(() => expect(screen.queryByText('Restore Huck')).toBeNull())
    expect(document.activeElement).toBe(dialog)
    dialog.remove()
    await waitFor(() => expect(focused()).toBe('Select teams'))
  })

  it('stays where the user put it since', async () => {
    const { rerender } = render(<List teams={['Huck', 'Becky']} />)
    button('Restore Huck').focus()
    button('Select teams').focus()
    rerender(<List teams={['Becky']} />)
    await waitFor(() => expect(screen.queryByText('Restore Huck')).toBeNull())
    expect(focused()).toBe('Select teams')
  })
})
