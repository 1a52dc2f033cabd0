import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { ChoiceCards } from './choice-cards.tsx'
import { TextField } from './text-field.tsx'

afterEach(cleanup)

/** The texts that a control is described by, in the order they are read out. */
function readDescription(control: HTMLElement): string[] {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? `nothing has the id ${id}`)
}

describe('a field', () => {
  it('is named by its label and described by its hint while all is well', () => {
    render(<TextField label="Team name" hint="As it stands on your jerseys." />)

    const field = screen.getByLabelText('Team name')

    expect(readDescription(field)).toEqual(['As it stands on your jerseys.'])
    expect(field.hasAttribute('aria-invalid')).toBe(false)
  })

  it('is invalid and described by the error first, then the hint, once something is wrong', () => {
    render(<TextField label="Team name" hint="As it stands on your jerseys." error="Team name is required" />)

    const field = screen.getByLabelText('Team name')

    expect(readDescription(field)).toEqual(['Team name is required', 'As it stands on your jerseys.'])
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  it('is described by nothing when there is nothing to say', () => {
    render(<TextField label="Team name" error="" />)

    expect(screen.getByLabelText('Team name').hasAttribute('aria-describedby')).toBe(false)
  })

  it('hands out the text that is typed', async () => {
    const typed: string[] = []
    render(<TextField label="Team name" onValueChange={(value) => typed.push(value)} />)

    await userEvent.type(screen.getByLabelText('Team name'), 'Zoo')

    expect(typed).toEqual(['Z', 'Zo', 'Zoo'])
  })
})

describe('a choice among cards', () => {
  const divisions = [
    { value: 'comp', label: 'Competitive' },
    { value: 'rec', label: 'Recreational' },
  ] as const

  it('is a group of radio buttons that is described by its error', () => {
    render(
      <ChoiceCards label="Division" choices={divisions} value="" error="Choose a division" onValueChange={() => {}} />,
    )

    const group = screen.getByRole('group', { name: 'Division' })

    expect(readDescription(group)).toEqual(['Choose a division'])
    expect(screen.getAllByRole('radio')).toHaveLength(2)
  })

  it('hands out the choice that is made', async () => {
    const chosen: string[] = []
    render(<ChoiceCards label="Division" choices={divisions} value="comp" onValueChange={(one) => chosen.push(one)} />)

    await userEvent.click(screen.getByRole('radio', { name: 'Recreational' }))

    expect(chosen).toEqual(['rec'])
  })
})
