import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { added, metadata, refusedWith, released } from '../part.fixture.ts'
import { type AddPart, addPartDecider } from './decide.ts'

const given = DeciderSpecification.for(addPartDecider)
const add = (builtIn: string | null = null): AddPart => ({ type: 'AddPart', data: { builtIn }, metadata })

describe('Adding a part', () => {
  it('adds one that was not there', () => given([]).when(add()).then([added]))

  it('refuses one that was added, that came with the site, or of which a release is left', () => {
    given([added])
      .when(add())
      .thenThrows(...refusedWith('PART_EXISTS'))
    given([])
      .when(add('1.0.0'))
      .thenThrows(...refusedWith('PART_EXISTS'))
    given([released('1.0.0')])
      .when(add())
      .thenThrows(...refusedWith('PART_EXISTS'))
  })
})
