import { describe, expect, it } from 'vitest'
import { describeInOneLine, event } from '../language/sentence/sentence.fixture.ts'
import type { PastEvent } from '../language/sentence/sentence.ts'
import { tournamentEvents } from './events.ts'

const finns = event('TeamRegistered', { teamName: 'Huck Finns', division: 'rec', location: 'Hannibal, MO' })
const becky = { name: 'Becky Thatcher', email: 'becky@example.org', phone: '1', comments: '' }
const bid = { teamName: 'Huck Finns', pastTeamNames: '', location: 'Hannibal, MO', captain: becky, alternate: null }
const registered = event('TeamRegistered', { ...bid, division: 'rec' })
const corrected = (changes: object): PastEvent => event('TeamCorrected', { ...bid, teamName: 'Rafters', ...changes })
const note = event('TeamNoteAdded', { noteId: 'n1', text: 'Late' })
const noteRemoved = event('TeamNoteRemoved', { noteId: 'n1' })
const removed = (reason: string): PastEvent => event('TeamRemoved', { reason })
const confirmed = event('TeamConfirmed')
const waitlisted = event('TeamWaitlisted')

const noticed = (changes: object): PastEvent =>
  event('TeamChangeNoticed', {
    teamId: '1',
    was: { status: 'waitlist', paid: false },
    is: { status: 'confirmed', paid: true },
    byOrder: false,
    byStaff: true,
    mailed: true,
    ...changes,
  })

describe('The audit of what a captain hears', () => {
  it.each<[string, PastEvent]>([
    ['Huck Finns: emailed the captain of Huck Finns: confirmed, paid (was on the waitlist, not paid)', noticed({})],
    [
      'Huck Finns: moved Huck Finns up by order of registration and emailed the captain of Huck Finns: confirmed, paid (was on the waitlist, not paid)',
      noticed({ byOrder: true }),
    ],
    [
      'Huck Finns: moved Huck Finns down by order of registration: on the waitlist, paid (was confirmed, paid)',
      noticed({
        byOrder: true,
        mailed: false,
        was: { status: 'confirmed', paid: true },
        is: { status: 'waitlist', paid: true },
      }),
    ],
    [
      'Huck Finns: emailed the captain of Huck Finns about the corrected bid',
      noticed({ was: { status: 'confirmed', paid: true }, corrected: { from: 1, to: 2 } }),
    ],
    [
      'Huck Finns: saw the contact data of Huck Finns',
      event('ContactsShown', { division: 'rec', teams: 1, teamId: '1' }),
    ],
  ])('%s', (line, event) =>
    expect(describeInOneLine(tournamentEvents, event, { others: { 'team-1': [finns] } })).toBe(line),
  )
})

describe('The audit of a team', () => {
  it.each<[string, PastEvent, PastEvent[]]>([
    ['Huck Finns: registered the team Huck Finns (Recreational, Hannibal, MO)', finns, []],
    [
      'Huck Finns: confirmed the address of Huck Finns (was not confirmed)',
      event('AddressConfirmed', { by: 'link' }),
      [finns],
    ],
    [
      'a team: confirmed the address of a team by hand (was not confirmed)',
      event('AddressConfirmed', { by: 'staff' }),
      [],
    ],
    [
      'Huck Finns: entered the team Huck Finns (Recreational, Florence, AL) for its captain',
      { ...registered, data: { ...registered.data, location: 'Florence, AL', enteredByStaff: true } },
      [],
    ],
    ['confirmation links: asked for a confirmation link', event('ConfirmationLinkRequested'), []],
    ['Huck Finns: confirmed Huck Finns (was placed by order of registration)', confirmed, [finns]],
    ['Huck Finns: confirmed Huck Finns (was on the waitlist)', confirmed, [finns, confirmed, waitlisted]],
    [
      'Huck Finns: confirmed Huck Finns in place of a team (was placed by order of registration)',
      event('TeamConfirmed', { teamId: '2' }),
      [finns],
    ],
    ['Huck Finns: put Huck Finns on the waitlist (was confirmed)', waitlisted, [finns, waitlisted, confirmed]],
    [
      'Huck Finns: confirmed Huck Finns (was placed by order of registration)',
      confirmed,
      [finns, waitlisted, event('TeamStandingReset')],
    ],
    ['Huck Finns: marked Huck Finns as paid (was not paid)', event('TeamMarkedPaid'), [finns]],
    ['Huck Finns: marked Huck Finns as paid (was paid)', event('TeamMarkedPaid'), [finns, event('TeamMarkedPaid')]],
    [
      'Huck Finns: marked Huck Finns as not paid (was paid)',
      event('TeamMarkedUnpaid'),
      [finns, event('TeamMarkedPaid')],
    ],
    [
      'Huck Finns: marked Huck Finns as not paid (was not paid)',
      event('TeamMarkedUnpaid'),
      [finns, event('TeamMarkedPaid'), event('TeamMarkedUnpaid')],
    ],
    ['Huck Finns: seeded Huck Finns 4 (was not seeded)', event('TeamSeeded', { seed: 4 }), [finns]],
    [
      'Huck Finns: took the seed of Huck Finns away (was seeded 4)',
      event('TeamSeeded', { seed: null }),
      [finns, event('TeamSeeded', { seed: 4 })],
    ],
    ['Huck Finns: removed Huck Finns: Junk (was registered)', removed('Junk'), [finns]],
    ['Huck Finns: removed Huck Finns (was removed: Late)', removed(''), [finns, removed('Junk'), removed('Late')]],
    ['Huck Finns: restored Huck Finns (was removed: Junk)', event('TeamRestored'), [finns, removed('Junk')]],
    ['Huck Finns: restored Huck Finns (was removed)', event('TeamRestored'), [finns, removed('')]],
    ['Huck Finns: restored Huck Finns', event('TeamRestored'), [finns, removed('Junk'), event('TeamRestored')]],
    ['Huck Finns: withdrew the bid of Huck Finns (was registered)', event('TeamWithdrawn'), [finns]],
    ['Huck Finns: replaced the private link to the bid of Huck Finns (was valid)', event('BidLinkRevoked'), [finns]],
    ['Huck Finns: restored Huck Finns (was withdrawn)', event('TeamRestored'), [finns, event('TeamWithdrawn')]],
    ['Rafters: corrected the bid of a team', corrected({}), []],
    [
      'Rafters: corrected the bid of Rafters: past names',
      corrected({ pastTeamNames: 'Drifters' }),
      [registered, corrected({})],
    ],
    [
      'Rafters: corrected the bid of Huck Finns: team name, location, captain’s phone, comments (was Huck Finns, Hannibal, MO)',
      corrected({ location: 'Cairo, IL', captain: { ...becky, phone: '2', comments: 'Hi' } }),
      [registered],
    ],
    [
      'Rafters: corrected the bid of Rafters: alternate contact',
      corrected({ alternate: { name: 'Joe Harper', email: '', phone: '' } }),
      [registered, corrected({})],
    ],
    [
      'Rafters: corrected the bid of Huck Finns: team name, division (A typo) (was Huck Finns, Recreational)',
      corrected({ division: 'comp', reason: 'A typo' }),
      [registered],
    ],
    [
      'Rafters: corrected the bid of Rafters',
      corrected({ division: 'comp' }),
      [registered, corrected({ division: 'comp' })],
    ],
    ['Huck Finns: wrote a note about Huck Finns: Late', note, [registered]],
    ['Huck Finns: removed a note about Huck Finns (was Late)', noteRemoved, [registered, note]],
    ['Huck Finns: put back a note about Huck Finns: Late', note, [registered, note, noteRemoved]],
    ['Rafters: confirmed Rafters (was placed by order of registration)', confirmed, [registered, corrected({})]],
    ['exports of teams: exported 2 teams with contact data', event('TeamsExported', { teams: 2 }), []],
    ['exports of teams: exported 1 team with contact data', event('TeamsExported', { teams: 1 }), []],
    [
      'contact data of captains: saw the phones and e-mail addresses of 2 captains (Competitive)',
      event('ContactsShown', { division: 'comp', teams: 2 }),
      [],
    ],
    [
      'contact data of captains: saw the phones and e-mail addresses of 1 captain (Recreational)',
      event('ContactsShown', { division: 'rec', teams: 1 }),
      [],
    ],
  ])('says: %s', (line, one, earlier) => expect(describeInOneLine(tournamentEvents, one, { earlier })).toBe(line))
})

const pool = (name: string, ...teams: (string | null)[]) => ({ id: name, name, size: teams.length, teams })
const saved = (...pools: object[]): PastEvent => event('PoolsSaved', { pools })
const freed = (...teams: string[]): PastEvent => event('PoolPlacesFreed', { teams })
const published = event('PoolsPublished')
const unpublished = event('PoolsUnpublished')
const putBack = (draft: object[] | null, shown: object[]): PastEvent =>
  event('PoolsPutBack', { saved: draft, published: shown })
const its = 'the Recreational pools'

describe('The audit of pools', () => {
  it.each<[string, PastEvent, PastEvent[]]>([
    [`${its}: saved a draft of ${its} (1 pool, 1 team placed) (was no draft)`, saved(pool('A', 'x', null)), []],
    [
      `${its}: saved a draft of ${its} (2 pools, 2 teams placed) (was no draft)`,
      saved(pool('A', 'x'), pool('B', 'y')),
      [],
    ],
    [
      `${its}: saved a draft of ${its} without pools (was 1 pool, 2 teams placed)`,
      saved(),
      [saved(pool('A', 'x', 'y'))],
    ],
    [
      `${its}: saved a draft of ${its} without pools; what is public stayed as it was (was 1 pool, 2 teams placed)`,
      saved(),
      [saved(pool('A', 'x', 'y')), published],
    ],
    [
      `${its}: saved a draft of ${its} (2 pools, 0 teams placed), removed B, added C for 2 teams (was 2 pools, 0 teams placed)`,
      saved(pool('A', null), pool('C', null, null)),
      [saved(pool('A', null), pool('B', null))],
    ],
    [
      `${its}: saved a draft of ${its} (2 pools, 1 team placed), renamed A to Z, added B for 1 team (was 1 pool, 1 team placed)`,
      saved({ ...pool('A', 'x'), name: 'Z' }, pool('B', null)),
      [saved(pool('A', 'x'))],
    ],
    [
      `${its}: saved a draft of ${its} (1 pool, 2 teams placed), resized A from 2 to 3, 1 team put in, 1 team moved, 1 team taken out (was 1 pool, 2 teams placed)`,
      saved(pool('A', null, 'x', 'z')),
      [saved(pool('A', 'x', 'y'))],
    ],
    [
      `${its}: saved a draft of ${its} (1 pool, 2 teams placed), 2 teams put in (was 1 pool, 0 teams placed)`,
      saved(pool('A', 'x', 'y')),
      [saved(pool('A', null, null))],
    ],
    [
      `${its}: saved a draft of ${its} (1 pool, 1 team placed) (was 1 pool, 1 team placed)`,
      saved(pool('A', null, 'y')),
      [saved(pool('A', 'x', 'y')), freed('x')],
    ],
    [
      `${its}: saved a draft of ${its} (1 pool, 2 teams placed) (was 1 pool, 2 teams placed)`,
      saved(pool('A', 'x', 'y')),
      [freed('x'), saved(pool('A', 'x', 'y')), published, unpublished],
    ],
    [`${its}: took 1 removed team out of ${its}`, freed('x'), []],
    [
      `${its}: took 2 removed teams out of ${its} (was in B1, A2)`,
      freed('x', 'y'),
      [saved(pool('Pool B', 'x'), pool('Pool A', 'z', 'y'))],
    ],
    [`${its}: published ${its} (was not published)`, published, []],
    [`${its}: published ${its} (was not published)`, published, [published, unpublished]],
    [`${its}: published ${its} (was published)`, published, [unpublished, published]],
    [
      `${its}: published ${its} (2 pools, 1 team) (was published with 1 pool, 2 teams)`,
      published,
      [saved(pool('A', 'x', 'y')), published, saved(pool('A', 'x'), pool('B', null))],
    ],
    [
      `${its}: took ${its} off the site (was published with 1 pool, 1 team)`,
      unpublished,
      [saved(pool('A', 'x', 'y')), published, freed('y'), saved()],
    ],
    [`${its}: took ${its} off the site (was published)`, unpublished, [published]],
    [
      `${its}: put ${its} back as they were (draft: 1 pool, 1 team; published with 2 pools, 2 teams) (was no draft; not published)`,
      putBack([pool('A', 'x')], [pool('A', 'x'), pool('B', 'y')]),
      [],
    ],
    [
      `${its}: put ${its} back as they were (no draft; not published) (was draft: 1 pool, 1 team; published with 1 pool, 2 teams)`,
      putBack(null, []),
      [saved(pool('A', 'x', 'y')), published, saved(pool('A', 'x'))],
    ],
    [
      `${its}: published ${its} (1 pool, 1 team) (was not published)`,
      published,
      [published, putBack([pool('A', 'x')], [])],
    ],
    [
      `${its}: published ${its} (was published with 1 pool, 1 team)`,
      published,
      [saved(pool('B', 'y')), putBack(null, [pool('A', 'x')])],
    ],
  ])('says: %s', (line, one, earlier) =>
    expect(describeInOneLine(tournamentEvents, one, { stream: 'pools-rec', earlier })).toBe(line),
  )

  it('tells what is not known any more, of so many events, apart from what is not so', () => {
    const [first, last] = [saved(pool('A', 'x', 'y')), saved(pool('B', 'z'))]
    const after = (one: PastEvent, earlier: PastEvent[], beforeGap = 1) =>
      describeInOneLine(tournamentEvents, one, { stream: 'pools-rec', earlier, beforeGap })
    expect(after(published, [first, last])).toBe(`${its}: published ${its} (1 pool, 1 team)`)
    expect(after(unpublished, [first, last])).toBe(`${its}: took ${its} off the site (was published)`)
    expect(after(saved(), [first])).toBe(`${its}: saved a draft of ${its} without pools`)
    expect(after(putBack(null, []), [first, last])).toBe(
      `${its}: put ${its} back as they were (no draft; not published) (was draft: 1 pool, 1 team)`,
    )
    expect(after(putBack(null, []), [first])).toBe(`${its}: put ${its} back as they were (no draft; not published)`)
    expect(after(published, [first, last, published])).toBe(
      `${its}: published ${its} (1 pool, 1 team) (was published with 1 pool, 1 team)`,
    )
    expect(after(published, [first, published, last, unpublished], 2)).toBe(
      `${its}: published ${its} (1 pool, 1 team) (was not published)`,
    )
  })

  it('calls a division that it does not know by its key', () => {
    expect(describeInOneLine(tournamentEvents, published, { stream: 'pools-mixed' })).toMatch(
      /^the mixed pools: published/,
    )
    expect(describeInOneLine(tournamentEvents, published, { stream: 'pools' })).toMatch(/^the {2}pools: published/)
  })
})

describe('The history of one team', () => {
  const describeForTeam = (one: PastEvent, earlier: PastEvent[] = []) =>
    describeInOneLine(tournamentEvents, one, {
      stream: 'pools-rec',
      earlier,
      about: 'team-x',
      others: { 'team-x': [finns] },
    })
  const inA2 = saved(pool('Pool A', 'y', 'x'))
  const inB1 = saved(pool('Pool A', 'y', null), pool('Pool B', 'x'))
  const without = saved(pool('Pool A', 'y', 'z'))

  it('tells where it was placed, moved and removed, and what of it was public', () => {
    expect(describeForTeam(inA2)).toBe(`${its}: placed Huck Finns in A2 in the draft of ${its} (was in no pool)`)
    expect(describeForTeam(inB1, [inA2, confirmed])).toBe(
      `${its}: moved Huck Finns to B1 in the draft of ${its} (was in A2)`,
    )
    expect(describeForTeam(without, [inA2])).toBe(`${its}: took Huck Finns out of the draft of ${its} (was in A2)`)
    expect(describeForTeam(published, [inA2])).toBe(
      `${its}: published ${its} with Huck Finns in A2 (was in no published pool)`,
    )
    expect(describeForTeam(published, [inA2, published, inB1])).toBe(
      `${its}: published ${its} with Huck Finns in B1 (was in A2)`,
    )
    expect(describeForTeam(published, [inA2, published, without])).toBe(
      `${its}: published ${its} without Huck Finns (was in A2)`,
    )
    expect(describeForTeam(unpublished, [inA2, published])).toBe(
      `${its}: took ${its} with Huck Finns off the site (was in A2)`,
    )
    expect(describeForTeam(freed('x', 'y'), [inA2, published])).toBe(
      `${its}: took Huck Finns out of ${its} (was in A2)`,
    )
  })

  it('tells that it lost its place in what is public alone', () => {
    const removedFromDraft = [inA2, published, without]
    expect(describeForTeam(freed('x'), removedFromDraft)).toBe(`${its}: took Huck Finns out of ${its} (was in A2)`)
    expect(describeForTeam(freed('x'))).toBe(`${its}: took Huck Finns out of ${its}`)
  })

  it('tells where it was put back, and where it was taken out again', () => {
    const [a, b] = [pool('Pool A', 'x'), pool('Pool B', 'x')]
    expect(describeForTeam(putBack([a], []))).toBe(`${its}: put Huck Finns back in A1 (was in no pool)`)
    expect(describeForTeam(putBack([b], [a]), [inA2])).toBe(`${its}: put Huck Finns back in B1 (was in A2)`)
    expect(describeForTeam(putBack(null, [b]), [saved(a), published, without])).toBe(
      `${its}: put Huck Finns back in B1 (was in A1)`,
    )
    expect(describeForTeam(putBack(null, []), [inA2])).toBe(`${its}: took Huck Finns out of ${its} again (was in A2)`)
    expect(describeForTeam(putBack([a], []), [saved(a)])).toBeNull()
  })

  it('leaves out nothing that may have touched it, where not all that came before is known', () => {
    const cut = (one: PastEvent, earlier: PastEvent[]) =>
      describeInOneLine(tournamentEvents, one, {
        stream: 'pools-rec',
        earlier: [saved(), ...earlier],
        beforeGap: 1,
        about: 'team-x',
        others: { 'team-x': [finns] },
      })
    expect(cut(unpublished, [inA2])).toBe(`${its}: took ${its} off the site`)
    expect(cut(unpublished, [inA2, published])).toBe(`${its}: took ${its} with Huck Finns off the site (was in A2)`)
    expect(cut(unpublished, [without, published])).toBeNull()
    expect(cut(published, [inA2])).toBe(`${its}: published ${its} with Huck Finns in A2`)
    expect(cut(inA2, [])).toBe(`${its}: placed Huck Finns in A2 in the draft of ${its}`)
    for (const last of [without, unpublished])
      expect(cut(putBack([pool('Pool A', 'x')], []), [last])).toBe(`${its}: put Huck Finns back in A1`)
  })

  it('calls a team that is not known the team', () => {
    const line = describeInOneLine(tournamentEvents, inA2, { stream: 'pools-rec', about: 'team-x' })
    expect(line).toBe(`${its}: placed the team in A2 in the draft of ${its} (was in no pool)`)
  })

  it('leaves out what did not touch it', () => {
    expect([
      describeForTeam(without),
      describeForTeam(saved(pool('Pool A', 'z', 'x')), [inA2]),
      describeForTeam(published, [inA2, published]),
      describeForTeam(published),
      describeForTeam(published, [without]),
      describeForTeam(unpublished, [without, published]),
      describeForTeam(freed('y'), [inA2]),
    ]).toEqual([null, null, null, null, null, null, null])
  })
})
