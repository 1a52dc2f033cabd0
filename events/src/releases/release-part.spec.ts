import { describe, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import { added, buildRelease, metadata, refusedWith, released } from './part.fixture.ts'
import { type AddPart, addPartDecider, type ReleasePart, releasePartDecider } from './release-part.ts'

describe('Adding a part', () => {
  const given = DeciderSpecification.for(addPartDecider)
  const add = (builtIn: string | null = null): AddPart => ({ type: 'AddPart', data: { builtIn }, metadata })

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
      .thenThrows(DomainError, ({ fields }) => fields?.['name'] === 'There is a part of this name already.')
  })
})

describe('Releasing a version', () => {
  const given = DeciderSpecification.for(releasePartDecider)
  const release = (version: string, builtIn: string | null = null): ReleasePart => ({
    type: 'ReleasePart',
    data: { release: buildRelease(version), builtIn },
    metadata,
  })

  it('records it for a part that was added and for one that came with the site', () => {
    given([added])
      .when(release('1.0.0'))
      .then([released('1.0.0')])
    given([])
      .when(release('1.1.0', '1.0.0'))
      .then([released('1.1.0')])
  })

  it('takes versions in any order', () =>
    given([added, released('2.0.0')])
      .when(release('1.9.1'))
      .then([released('1.9.1')]))

  it('refuses a version that was released, and that of the site', () => {
    given([added, released('1.0.0')])
      .when(release('1.0.0'))
      .thenThrows(...refusedWith('RELEASE_EXISTS'))
    given([])
      .when(release('1.0.0', '1.0.0'))
      .thenThrows(...refusedWith('RELEASE_EXISTS'))
  })

  it('refuses a part that is not there', () =>
    given([])
      .when(release('1.0.0'))
      .thenThrows(...refusedWith('PART_NOT_FOUND')))
})
