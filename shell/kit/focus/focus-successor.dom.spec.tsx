import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { type FocusRule, nearestHeading, nextRow, useFocusSuccessor } from './focus-successor.ts'

afterEach(cleanup)

interface CardsProps {
  readonly names: readonly string[]
  readonly hasError?: boolean
}

function Cards({ names, hasError = false }: CardsProps) {
  const root = useRef<HTMLDivElement>(null)
  useFocusSuccessor(root, nearestHeading)
  return (
    <div ref={root}>
      <h2>Dishes</h2>
      <div>
        {names.map((name) => (
          <section key={name}>
            <h3>{name}</h3>
            <button type="button">Delete {name}</button>
            <div>{hasError && <button type="button">Try {name} again</button>}</div>
          </section>
        ))}
      </div>
    </div>
  )
}

interface RowsProps {
  readonly names: readonly string[]
  readonly undone?: string
}

function Rows({ names, undone }: RowsProps) {
  const root = useRef<HTMLDivElement>(null)
  useFocusSuccessor(root, nearestHeading)
  return (
    <div ref={root}>
      <h2>Dishes</h2>
      <ul>
        {names.map((name) => (
          <li key={name}>
            {name}
            <span>{name !== undone && <button type="button">Undo {name}</button>}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const focusIsOn = (heading: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(heading))

describe('When what has the focus goes away, by the nearest heading', () => {
  it('the focus goes to the card that takes its place, and from the last one to the one before', async () => {
    const { rerender } = render(<Cards names={['Yams', 'Pie', 'Corn']} />)
    button('Delete Pie').focus()
    rerender(<Cards names={['Yams', 'Corn']} />)
    await focusIsOn('Corn')
    rerender(<Cards names={['Yams']} />)
    await focusIsOn('Yams')
    rerender(<Cards names={[]} />)
    await focusIsOn('Dishes')
  })

  it('the focus goes to the heading around it', async () => {
    const { rerender } = render(<Cards names={['Yams', 'Pie']} hasError />)
    button('Try Pie again').focus()
    rerender(<Cards names={['Yams', 'Pie']} />)
    await focusIsOn('Pie')
  })

  it('the focus goes to the row that takes its place, not to its button', async () => {
    const rows = (names: readonly string[]) => <Rows names={names} />
    const { rerender } = render(rows(['Yams', 'Pie', 'Corn']))
    button('Undo Pie').focus()
    rerender(rows(['Yams', 'Corn']))
    await focusIsOn('CornUndo Corn')
    expect(document.activeElement?.tagName).toBe('LI')
  })

  it('the focus goes to the row around a button that leaves it, not to the heading above the list', async () => {
    const { rerender } = render(<Rows names={['Yams', 'Pie']} />)
    button('Undo Pie').focus()
    rerender(<Rows names={['Yams', 'Pie']} undone="Pie" />)
    await focusIsOn('Pie')
    expect(document.activeElement?.tagName).toBe('LI')
  })

  it('nothing happens where the focus is elsewhere, or was given up', async () => {
    const { rerender } = render(<Cards names={['Yams', 'Pie']} />)
    button('Delete Pie').focus()
    button('Delete Yams').focus()
    rerender(<Cards names={['Yams']} />)
    await new Promise((resolve) => setTimeout(resolve))
    expect(document.activeElement).toBe(button('Delete Yams'))
    screen.getByText('Dishes').dispatchEvent(new Event('pointerdown', { bubbles: true }))
    button('Delete Yams').blur()
    rerender(<Cards names={[]} />)
    await new Promise((resolve) => setTimeout(resolve))
    expect(document.activeElement).toBe(document.body)
  })
})

interface TeamsProps {
  readonly teams: readonly string[]
  readonly isBusy?: boolean
}

function Teams({ teams, isBusy = false }: TeamsProps) {
  const region = useRef<HTMLElement>(null)
  useFocusSuccessor(region, nextRow)
  return (
    <section ref={region}>
      <button type="button">Select teams</button>
      {teams.length > 0 && (
        <ul>
          {teams.map((team) => (
            <li key={team}>
              <button type="button">History of {team}</button>
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

describe('When what has the focus goes away, by the next row, the focus', () => {
  it.each([
    ['Restore Huck', ['Becky', 'Joe'], 'Restore Becky'],
    ['History of Becky', ['Huck', 'Joe'], 'History of Joe'],
    ['Restore Joe', ['Huck', 'Becky'], 'Restore Becky'],
    ['Restore Joe', ['New', 'Huck'], 'Restore Huck'],
    ['Restore Becky', [], 'Select teams'],
  ])('goes from %s to its neighbour among %j', async (from, left, to) => {
    const { rerender } = render(<Teams teams={['Huck', 'Becky', 'Joe']} />)
    button(from).focus()
    rerender(<Teams teams={left} />)
    await waitFor(() => expect(focused()).toBe(to))
  })

  it('goes to the same control although it was disabled while the list changed', async () => {
    const { rerender } = render(<Teams teams={['Huck', 'Becky']} />)
    button('Restore Huck').focus()
    rerender(<Teams teams={['Huck', 'Becky', 'Joe']} isBusy />)
    await waitFor(() => expect(button('Restore Joe')).toBeTruthy())
    // Browsers, unlike this one, take the focus from an element that is disabled.
    button('Restore Huck').blur()
    rerender(<Teams teams={['Becky', 'Joe']} />)
    await waitFor(() => expect(focused()).toBe('Restore Becky'))
  })

  it('goes to what is left once the dialog that it opened is closed', async () => {
    const { rerender } = render(<Teams teams={['Huck']} />)
    button('Restore Huck').focus()
    const dialog = document.createElement('div')
    dialog.setAttribute('role', 'alertdialog')
    dialog.tabIndex = -1
    document.body.append(dialog)
    dialog.focus()
    rerender(<Teams teams={[]} />)
    await waitFor(() => expect(screen.queryByText('Restore Huck')).toBeNull())
    expect(document.activeElement).toBe(dialog)
    dialog.remove()
    await waitFor(() => expect(focused()).toBe('Select teams'))
  })

  it('stays where the user has put it since', async () => {
    const { rerender } = render(<Teams teams={['Huck', 'Becky']} />)
    button('Restore Huck').focus()
    button('Select teams').focus()
    rerender(<Teams teams={['Becky']} />)
    await waitFor(() => expect(screen.queryByText('Restore Huck')).toBeNull())
    expect(focused()).toBe('Select teams')
  })
})

const enabledSibling: FocusRule = {
  isGone: (element) => element.matches(':disabled'),
  prepareSuccessor: (focused) => {
    const next = focused.nextElementSibling
    return () => (next instanceof HTMLElement ? next : null)
  },
}

function Steps({ canUndo }: { readonly canUndo: boolean }) {
  const root = useRef<HTMLDivElement>(null)
  useFocusSuccessor(root, enabledSibling)
  return (
    <div ref={root}>
      <button type="button" disabled={!canUndo}>
        Undo
      </button>
      <button type="button">Redo</button>
    </div>
  )
}

describe('A rule of its own', () => {
  it('says when an element counts as gone', async () => {
    const { rerender } = render(<Steps canUndo />)
    button('Undo').focus()
    rerender(<Steps canUndo={false} />)
    await waitFor(() => expect(focused()).toBe('Redo'))
  })

  it('does not take the focus for what was pressed and has none, as under a finger that drags', async () => {
    const { rerender } = render(<Steps canUndo />)
    button('Redo').focus()
    button('Undo').dispatchEvent(new Event('pointerdown', { bubbles: true }))
    button('Redo').blur()
    rerender(<Steps canUndo={false} />)
    await new Promise((resolve) => setTimeout(resolve))
    expect(document.activeElement).toBe(document.body)
  })
})
