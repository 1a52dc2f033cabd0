import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import type { ReleasesEvent } from './events.ts'
import {
  activated,
  added,
  buildRelease,
  canary,
  canaryEnded,
  metadata,
  refusedWith,
  released,
  rolledBack,
} from './part.fixture.ts'
import {
  type ActivatePart,
  type AddPart,
  activatedAfter,
  activatePartDecider,
  addPartDecider,
  evolve,
  initialState,
  isHeldBack,
  partNameOf,
  partStream,
  type ReleasePart,
  type RollBackPart,
  releasePartDecider,
  rollBackPartDecider,
} from './released-part.ts'

describe('A part', () => {
  it('is added by a fact of its own, and not touched by an unknown one', () => {
    const unknown = { type: 'PartPainted', data: {} } as unknown as ReleasesEvent
    const part = evolve(initialState(), added)
    expect([initialState().isAdded, part.isAdded]).toEqual([false, true])
    expect(evolve(part, unknown)).toEqual(part)
  })

  it('remembers the last 50 releases that were live', () => {
    const versions = Array.from({ length: 60 }, (_, index) => `1.${index}.0`)
    const part = versions.map((version) => activated(version)).reduce(evolve, initialState())
    expect(part.activated.map(({ version }) => version)).toEqual(versions.slice(10))
  })

  it('takes no step where the same becomes live once more, or what is built in before all others', () => {
    const one = { version: '1.0.0', builtIn: false }
    expect(activatedAfter([one], one)).toEqual([one])
    expect(activatedAfter([], { version: '1.0.0', builtIn: true })).toEqual([])
  })

  it('finds its name in that of its stream', () => {
    expect(partStream('dinner')).toBe('part-dinner')
    expect(partNameOf('part-dinner')).toBe('dinner')
  })
})

describe('a version that came with a new site', () => {
  const part = { live: '1.1.0', since: '2025-11-01T12:00:00.000Z' }
  const ofSite = { version: '1.2.0', by: null, at: '2025-11-20T12:00:00.000Z' }

  it('is held back by a release that was made live before', () => expect(isHeldBack(part, ofSite)).toBe(true))

  it.each([
    ['is live itself', part, { ...ofSite, version: '1.1.0' }],
    ['is older than the live release', part, { ...ofSite, at: '2025-10-01T12:00:00.000Z' }],
    ['was released by a team', part, { ...ofSite, by: 'Team dinner' }],
    ['has had no release over it', { live: '1.0.0', since: null }, ofSite],
  ])('is not held back where it %s', (_, state, version) => expect(isHeldBack(state, version)).toBe(false))
})

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

const given = DeciderSpecification.for(activatePartDecider)
const activate = (version: string, percent: number | null = null, builtIn: string | null = null): ActivatePart => ({
  type: 'ActivatePart',
  data: { version, percent, builtIn },
  metadata,
})
const two = [added, released('1.0.0'), released('1.1.0')]

describe('Activating a release', () => {
  it('makes it live for all', () =>
    given(two)
      .when(activate('1.1.0'))
      .then([activated('1.1.0')]))

  it('records nothing for what is live already', () => {
    given([...two, activated('1.0.0')])
      .when(activate('1.0.0'))
      .thenNothingHappened()
    given([])
      .when(activate('1.0.0', null, '1.0.0'))
      .thenNothingHappened()
  })

  it('leads back to what came with the site', () =>
    given([released('1.1.0'), activated('1.1.0')])
      .when(activate('1.0.0', null, '1.0.0'))
      .then([activated('1.0.0', true)]))

  it('refuses a part and a version that are not there', () => {
    given([])
      .when(activate('1.0.0'))
      .thenThrows(...refusedWith('PART_NOT_FOUND'))
    given(two)
      .when(activate('1.2.0'))
      .thenThrows(...refusedWith('RELEASE_NOT_FOUND'))
  })
})

describe('Activating a release for some', () => {
  it('starts a canary, also of a part of which nothing is live', () => {
    given([...two, activated('1.0.0')])
      .when(activate('1.1.0', 10))
      .then([canary('1.1.0', 10)])
    given(two)
      .when(activate('1.1.0', 10))
      .then([canary('1.1.0', 10)])
  })

  it('changes the share of a canary that runs, and records nothing for the same', () => {
    const running = [...two, activated('1.0.0'), canary('1.1.0', 10)]
    given(running)
      .when(activate('1.1.0', 50))
      .then([canary('1.1.0', 50)])
    given(running).when(activate('1.1.0', 10)).thenNothingHappened()
  })

  it('refuses what is live for all', () =>
    given([...two, activated('1.0.0')])
      .when(activate('1.0.0', 10))
      .thenThrows(...refusedWith('RELEASE_IS_LIVE')))

  it('ends with the next activation: of the canary, of another one, or of what is live', () => {
    const running = [...two, released('2.0.0'), activated('1.0.0'), canary('1.1.0', 10)]
    for (const version of ['1.1.0', '2.0.0', '1.0.0'])
      given(running)
        .when(activate(version))
        .then([activated(version)])
  })

  it('may start once more after a rollback', () =>
    given([...two, activated('1.0.0'), activated('1.1.0'), rolledBack('1.1.0', '1.0.0')])
      .when(activate('1.1.0', 5))
      .then([canary('1.1.0', 5)]))
})

describe('Rolling back', () => {
  const given = DeciderSpecification.for(rollBackPartDecider)
  const rollBack = (builtIn: string | null = null): RollBackPart => ({
    type: 'RollBackPart',
    data: { builtIn },
    metadata,
  })
  const three = [added, ...['1.0.0', '1.1.0', '1.2.0'].map(released)]

  it('leads to what was live before, and then to what was live before that', () => {
    const all = [...three, ...['1.0.0', '1.1.0', '1.2.0'].map((version) => activated(version))]
    given(all)
      .when(rollBack())
      .then([rolledBack('1.2.0', '1.1.0')])
    given([...all, rolledBack('1.2.0', '1.1.0')])
      .when(rollBack())
      .then([rolledBack('1.1.0', '1.0.0')])
  })

  it('leads to what came with the site, in its version of now', () => {
    given([released('1.1.0'), activated('1.1.0')])
      .when(rollBack('1.0.0'))
      .then([rolledBack('1.1.0', '1.0.0')])
    given([released('1.1.0'), activated('1.1.0'), activated('1.0.0', true), activated('1.1.0')])
      .when(rollBack('1.0.5'))
      .then([rolledBack('1.1.0', '1.0.5')])
  })

  it('ends a canary first, and leaves what is live', () =>
    given([...three, activated('1.0.0'), activated('1.1.0'), canary('1.2.0')])
      .when(rollBack())
      .then([canaryEnded('1.2.0', '1.1.0')]))

  it('ends a canary where nothing else is live', () =>
    given([...three, canary('1.2.0')])
      .when(rollBack())
      .then([canaryEnded('1.2.0', null)]))

  it('refuses where what came with the site was live and is there no more', () =>
    given([...three, activated('1.0.0'), activated('0.9.0', true)])
      .when(rollBack())
      .thenThrows(...refusedWith('NOTHING_TO_ROLL_BACK')))

  it('refuses where nothing came before', () => {
    for (const facts of [three, [...three, activated('1.0.0')]])
      given(facts)
        .when(rollBack())
        .thenThrows(...refusedWith('NOTHING_TO_ROLL_BACK'))
    given([])
      .when(rollBack('1.0.0'))
      .thenThrows(...refusedWith('NOTHING_TO_ROLL_BACK'))
  })

  it('refuses a part that is not there', () =>
    given([])
      .when(rollBack())
      .thenThrows(...refusedWith('PART_NOT_FOUND')))

  it('counts what was made live twice in a row once', () =>
    given([...three, activated('1.0.0'), activated('1.1.0'), canary('1.2.0'), activated('1.1.0')])
      .when(rollBack())
      .then([rolledBack('1.1.0', '1.0.0')]))
})
