import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import { defaultFacts, type FactsOfYear, factsOf2025 } from '../language/edition-facts.ts'
import type { Copy } from './edition-schema.ts'
import { storedFacts } from './edition-schema.ts'
import type { EditionEvent } from './events.ts'
import { metadata } from './facts.fixture.ts'
import {
  proposeFacts,
  publishEditionDecider,
  removeEditionDecider,
  type StartEdition,
  startEditionDecider,
  unpublishEditionDecider,
} from './rollover.ts'

const failsWith = (code: string) => (error: DomainError) => error.code === code
const settings = storedFacts(defaultFacts(2026))
const start = (changes: Partial<typeof settings> = {}): StartEdition => ({
  type: 'StartEdition',
  data: { after: '2025', settings: { ...settings, ...changes }, copy: ['slots'] },
  metadata,
})
const started: EditionEvent = { type: 'EditionStarted', data: { after: '2025', settings, copy: ['slots'] } }
const published: EditionEvent = { type: 'EditionPublished', data: { former: '2025' } }
const unpublished: EditionEvent = { type: 'EditionUnpublished', data: {} }
const removed: EditionEvent = { type: 'EditionRemoved', data: {} }
const publish = { type: 'PublishEdition', data: { former: '2025' }, metadata } as const
const unpublish = (isUsed: boolean) => ({ type: 'UnpublishEdition', data: { isUsed }, metadata }) as const
const remove = (isUsed: boolean) => ({ type: 'RemoveEdition', data: { isUsed }, metadata }) as const

describe('The next edition', () => {
  const given = DeciderSpecification.for(startEditionDecider(2026))

  it('is started once, and again after it was removed', () => {
    given([]).when(start()).then([started])
    for (const events of [[started], [started, published]])
      given(events).when(start()).thenThrows(DomainError, failsWith('EDITION_EXISTS'))
    given([started, removed]).when(start()).then([started])
  })

  it('keeps the rules of settings', () => {
    given([])
      .when(start({ last_day: '2026-11-01' }))
      .thenThrows(DomainError, failsWith('INVALID_FIELDS'))
  })

  it('is published once', () => {
    const given = DeciderSpecification.for(publishEditionDecider)
    given([started]).when(publish).then([published])
    given([started, published]).when(publish).then([])
    given([started, published, unpublished]).when(publish).then([published])
    for (const events of [[], [started, removed]])
      given(events).when(publish).thenThrows(DomainError, failsWith('EDITION_NOT_FOUND'))
  })

  it('goes back until someone has signed up for it', () => {
    const given = DeciderSpecification.for(unpublishEditionDecider)
    given([started, published]).when(unpublish(false)).then([unpublished])
    given([started]).when(unpublish(true)).then([])
    given([started, published]).when(unpublish(true)).thenThrows(DomainError, failsWith('EDITION_IN_USE'))
  })

  it('is removed until someone has signed up for it', () => {
    const given = DeciderSpecification.for(removeEditionDecider)
    for (const events of [[started], [started, published]]) {
      given(events).when(remove(false)).then([removed])
      given(events).when(remove(true)).thenThrows(DomainError, failsWith('EDITION_IN_USE'))
    }
    given([started, removed]).when(remove(false)).thenThrows(DomainError, failsWith('EDITION_NOT_FOUND'))
  })
})

describe('The facts of the next edition', () => {
  const former: FactsOfYear = {
    year: 2025,
    ...factsOf2025,
    name: 'Frostbite Classic',
    capacity: 40,
    fee: '$300 per team',
    fee_deadline: '2025-11-08',
    registration: { opens: '2025-08-01T00:00:00-05:00', closes: '2025-11-10T00:00:00-05:00' },
  }
  const propose = (copy: readonly Copy[], changes: Partial<FactsOfYear> = {}, year = 2026) =>
    proposeFacts({ ...former, ...changes }, { year, copy })

  it('are those of the former on the Saturday and Sunday before Thanksgiving of its year', () => {
    expect(propose(['venue', 'rules']).withCopies).toEqual({
      ...storedFacts(former),
      year: undefined,
      ordinal: '29th',
      first_day: '2026-11-21',
      last_day: '2026-11-22',
      fee_deadline: '2026-11-07',
      registration: { opens: null, closes: null },
      designs_year: 2026,
    })
    expect(propose([], {}, 2028).withCopies).toMatchObject({ ordinal: '31st', first_day: '2028-11-18' })
  })

  it('stay on the same day of the week where a club plays at another time', () => {
    const { withCopies: whole } = propose([], { first_day: '2025-02-08', last_day: '2025-02-10', fee_deadline: null })
    expect(whole).toMatchObject({ first_day: '2026-02-07', last_day: '2026-02-09', fee_deadline: null })
  })

  it('begin on the day that a director names', () => {
    const { withCopies: whole } = proposeFacts(former, { year: 2026, firstDay: '2026-12-05', copy: [] })
    expect(whole).toMatchObject({ first_day: '2026-12-05', last_day: '2026-12-06', fee_deadline: '2026-11-21' })
  })

  it('leave out rules and venue that are not copied, and an ordinal without a number as it is', () => {
    const { withoutCopies: begun, withCopies: whole } = propose([], { ordinal: 'First ever' })
    expect(whole).toEqual(begun)
    expect(whole).toMatchObject({
      ordinal: 'First ever',
      game_rules: [],
      city: '',
      venue: { name: '', address: '', bounds: null },
    })
  })
})
