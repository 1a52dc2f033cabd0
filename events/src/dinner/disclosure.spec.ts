import { describe, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { exportSignupsDecider, noteSignupShownDecider } from './disclosure.ts'

const metadata = { now: new Date('2025-11-01T12:00:00Z') }

describe('A look at the contact data of a sign-up', () => {
  const given = DeciderSpecification.for(noteSignupShownDecider)
  const data = { signupId: 'sid', slotId: 'pie' }
  const command = (looks: number) => ({ type: 'NoteSignupShown' as const, data: { ...data, looks }, metadata })
  const shown = { type: 'SignupShown' as const, data }

  it('is noted with the sign-up', () => given([]).when(command(0)).then([shown]))

  it('is noted again once the one before is over', () => given([shown]).when(command(1)).then([shown]))

  it('is one look where two requests come at once', () => given([shown]).when(command(0)).then([]))
})

describe('Exporting the sign-ups', () => {
  const given = DeciderSpecification.for(exportSignupsDecider)
  const command = (signups: number) => ({ type: 'ExportSignups' as const, data: { signups }, metadata })
  const exported = (signups: number) => ({
    type: 'SignupsExported' as const,
    data: { signups, format: 'csv' as const },
  })

  it('is recorded each time with how many were shown, also where there were none', () => {
    given([])
      .when(command(0))
      .then([exported(0)])
    given([exported(41)])
      .when(command(41))
      .then([exported(41)])
  })
})
