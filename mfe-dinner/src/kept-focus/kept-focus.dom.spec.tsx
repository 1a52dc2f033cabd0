import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { useKeptFocus } from './kept-focus.ts'

afterEach(cleanup)

interface ListProps {
  readonly names: readonly string[]
  readonly hasError?: boolean
}

function List({ names, hasError = false }: ListProps) {
  const root = useRef<HTMLDivElement>(null)
  useKeptFocus(root)
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

function Rows({ names }: { readonly names: readonly string[] }) {
  const root = useRef<HTMLDivElement>(null)
  useKeptFocus(root)
  return (
    <div ref={root}>
      <h2>Dishes</h2>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button">Undo {name}</button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const focusIsOn = (heading: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(heading))

describe('When what has the focus goes away', () => {
  it('the focus goes to the card that takes its place, and from the last one to the one before', async () => {
    const { rerender } = render(<List names={['Yams', 'Pie', 'Corn']} />)
    button('Delete Pie').focus()
    rerender(<List names={['Yams', 'Corn']} />)
    await focusIsOn('Corn')
    rerender(<List names={['Yams']} />)
    await focusIsOn('Yams')
    rerender(<List names={[]} />)
    await focusIsOn('Dishes')
  })

  it('the focus goes to the heading around it', async () => {
    const { rerender } = render(<List names={['Yams', 'Pie']} hasError />)
    button('Try Pie again').focus()
    rerender(<List names={['Yams', 'Pie']} />)
    await focusIsOn('Pie')
  })

  it('the focus goes to the row that takes its place, not to its button', async () => {
    const rows = (names: readonly string[]) => <Rows names={names} />
    const { rerender } = render(rows(['Yams', 'Pie', 'Corn']))
    button('Undo Pie').focus()
    rerender(rows(['Yams', 'Corn']))
    await focusIsOn('Undo Corn')
    expect(document.activeElement?.tagName).toBe('LI')
  })

  it('nothing happens where the focus is elsewhere, or was given up', async () => {
    const { rerender } = render(<List names={['Yams', 'Pie']} />)
    button('Delete Pie').focus()
    button('Delete Yams').focus()
    rerender(<List names={['Yams']} />)
    await new Promise((resolve) => setTimeout(resolve))
    expect(document.activeElement).toBe(button('Delete Yams'))
    screen.getByText('Dishes').dispatchEvent(new Event('pointerdown', { bubbles: true }))
    button('Delete Yams').blur()
    rerender(<List names={[]} />)
    await new Promise((resolve) => setTimeout(resolve))
    expect(document.activeElement).toBe(document.body)
  })
})
