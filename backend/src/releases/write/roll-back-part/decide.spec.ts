import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { activated, added, canary, canaryEnded, metadata, refusedWith, released, rolledBack } from '../part.fixture.ts'
import { type RollBackPart, rollBackPartDecider } from './decide.ts'

const given = DeciderSpecification.for(rollBackPartDecider)
const rollBack = (builtIn: string | null = null): RollBackPart => ({
  type: 'RollBackPart',
  data: { builtIn },
  metadata,
})
const three = [added, ...['1.0.0', '1.1.0', '1.2.0'].map(released)]

describe('Rolling back', () => {
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
