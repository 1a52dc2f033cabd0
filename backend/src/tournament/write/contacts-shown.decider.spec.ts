import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import { describe, it } from 'vitest'
import { noteContactsShownDecider } from './contacts-shown.decider.ts'

const given = DeciderSpecification.for(noteContactsShownDecider)
const teamId = '6f9619ff-8b86-4011-b42d-00c04fc96401'
const command = (looks: number) => ({
  type: 'NoteContactsShown' as const,
  data: { division: 'comp' as const, teamId, looks },
  metadata: { now: new Date('2025-11-01T12:00:00Z') },
})
const shown = { type: 'ContactsShown' as const, data: { division: 'comp' as const, teams: 1, teamId } }

describe('A look at the contact data of a captain', () => {
  it('is noted with the team', () => given([]).when(command(0)).then([shown]))

  it('is noted again once the one before is over', () => given([shown]).when(command(1)).then([shown]))

  it('is one look where two requests come at once', () => given([shown]).when(command(0)).then([]))
})
