import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dinnerSentences } from '@ultimate/events/dinner/sentences.ts'
import { staffSentences } from '@ultimate/events/staff/sentences.ts'
import { tournamentSentences } from '@ultimate/events/tournament/sentences.ts'
import { describe, expect, it } from 'vitest'
import { type Description, type Fact, last, lastOf, plainWords, type Sentences } from './sentence.ts'

const sentences: Sentences<Fact> = { ...tournamentSentences, ...dinnerSentences, ...staffSentences } as never

const describeFact = (
  { type, data }: Fact,
  earlier: readonly Fact[] = [],
  others: Record<string, readonly Fact[]> = {},
): Description => {
  const history = { stream: streamOf[type] ?? 'team-1', earlier, of: (stream: string) => others[stream] ?? [] }
  return sentences[type]?.(data, history) ?? { text: '', subject: '' }
}
const streamOf: Readonly<Record<string, string>> = {
  PoolsSaved: 'pools-comp',
  PoolsPublished: 'pools-comp',
  PoolsUnpublished: 'pools-comp',
  PoolPlacesFreed: 'pools-comp',
  CheckedIn: 'signup-1',
  CheckInUndone: 'signup-1',
  DishMoved: 'signup-1',
  DishEmptied: 'signup-1',
  DishPutBack: 'signup-1',
}
const inWords = (description: Description): string =>
  `${description.text}${description.was ? ` (was ${description.was})` : ''}`

const fact = (type: string, data: Fact['data'] = {}): Fact => ({ type, data })
const finns = fact('TeamRegistered', { teamName: 'Huck Finns', division: 'comp', location: 'Hannibal, MO' })
const pie = { category: 'dishes', name: 'Pecan pie', description: '', teamRequirement: 4, maxSignups: 6 }
const becky = fact('SignedUp', { signupId: '1', teamId: 'finns', person: { name: 'Becky', email: 'b@example.org' } })
const dish = { 'slot-pie': [fact('SlotAdded', { slot: pie }), becky] }
const arrived = fact('CheckedIn', { slotId: 'pie' })
const tom = fact('UserAdded', {
  person: { username: 'tom', fullName: 'Tom Sawyer', email: 't@example.org' },
  role: 'TD',
})
const junk = fact('TeamRemoved', { reason: 'Junk' })
const pool = (name: string, ...teams: (string | null)[]) => ({ id: name, name, size: teams.length, teams })

describe('what the audit says', () => {
  it.each([
    [inWords(describeFact(finns)), 'registered the team Huck Finns (Competitive, Hannibal, MO)'],
    [
      inWords(describeFact(fact('AddressConfirmed', { by: 'link' }), [finns])),
      'confirmed the address of Huck Finns (was not confirmed)',
    ],
    [
      inWords(describeFact(fact('AddressConfirmed', { by: 'staff' }), [finns])),
      'confirmed the address of Huck Finns by hand (was not confirmed)',
    ],
    [
      inWords(describeFact(fact('TeamConfirmed'), [finns])),
      'confirmed Huck Finns (was placed by order of registration)',
    ],
    [
      inWords(describeFact(fact('TeamWaitlisted'), [finns, fact('TeamConfirmed')])),
      'put Huck Finns on the waitlist (was confirmed)',
    ],
    [inWords(describeFact(fact('TeamMarkedPaid'), [finns])), 'marked Huck Finns as paid (was not paid)'],
    [
      inWords(describeFact(fact('TeamMarkedUnpaid'), [finns, fact('TeamMarkedPaid')])),
      'marked Huck Finns as not paid (was paid)',
    ],
    [inWords(describeFact(junk, [finns])), 'removed Huck Finns: Junk (was registered)'],
    [inWords(describeFact(fact('TeamRemoved', { reason: '' }), [finns])), 'removed Huck Finns (was registered)'],
    [inWords(describeFact(fact('TeamRestored'), [finns, junk])), 'restored Huck Finns (was removed: Junk)'],
    [
      inWords(describeFact(fact('PoolPlacesFreed', { teams: ['x', 'y'] }))),
      'took 2 removed teams out of the Competitive pools',
    ],
    [
      inWords(
        describeFact(fact('PoolsSaved', { pools: [pool('A', null, 'y')] }), [
          fact('PoolsSaved', { pools: [pool('A', 'x', 'y')] }),
          fact('PoolPlacesFreed', { teams: ['x'] }),
        ]),
      ),
      'saved the Competitive pools (1 pool, 1 team placed) (was 1 pool, 1 team placed)',
    ],
    [
      inWords(describeFact(fact('PoolsSaved', { pools: [pool('A', 'x', null)] }))),
      'saved the Competitive pools (1 pool, 1 team placed)',
    ],
    [
      inWords(
        describeFact(fact('PoolsSaved', { pools: [pool('A', 'y', 'x', null), pool('B', 'z', null)] }), [
          fact('PoolsSaved', { pools: [pool('A', 'x', 'y')] }),
        ]),
      ),
      'saved the Competitive pools (2 pools, 3 teams placed), resized A from 2 to 3, added B for 2 teams, 1 team put in, 2 teams moved (was 1 pool, 2 teams placed)',
    ],
    [inWords(describeFact(fact('PoolsPublished'))), 'published the Competitive pools (was not published)'],
    [
      inWords(describeFact(fact('PoolsPublished'), [fact('PoolsPublished')])),
      'published the Competitive pools (was published in an earlier version)',
    ],
    [
      inWords(describeFact(fact('PoolsUnpublished'), [fact('PoolsPublished')])),
      'took the Competitive pools off the site (was published)',
    ],
    [inWords(describeFact(fact('TeamsExported', { teams: 1, format: 'csv' }))), 'exported 1 team with contact data'],
    [
      inWords(describeFact(fact('ContactsShown', { division: 'comp', teams: 19 }))),
      'saw the phones and e-mail addresses of 19 captains (Competitive)',
    ],
    [inWords(describeFact(fact('SlotAdded', { slot: pie }))), 'added the slot Pecan pie'],
    [
      inWords(
        describeFact(fact('SlotChanged', { slot: { ...pie, maxSignups: 9 } }), [fact('SlotAdded', { slot: pie })]),
      ),
      'changed the slot Pecan pie: places 9 (was places 6)',
    ],
    [
      inWords(
        describeFact(fact('SlotChanged', { slot: { ...pie, description: 'Warm' } }), [
          fact('SlotAdded', { slot: pie }),
        ]),
      ),
      'changed the slot Pecan pie: description “Warm” (was no description)',
    ],
    [
      inWords(describeFact(fact('SlotDeleted', { signupIds: ['1'] }), [fact('SlotAdded', { slot: pie })])),
      'deleted the slot Pecan pie (was 1 signed up)',
    ],
    [
      inWords(describeFact(becky, [fact('SlotAdded', { slot: pie })], { 'team-finns': [finns] })),
      'signed up Becky of Huck Finns for Pecan pie',
    ],
    [
      inWords(describeFact(fact('SignupRemoved', { signupId: '1' }), [fact('SlotAdded', { slot: pie }), becky])),
      'removed Becky from Pecan pie',
    ],
    [inWords(describeFact(arrived, [], dish)), 'checked in Pecan pie (Becky)'],
    [inWords(describeFact(fact('CheckInUndone'), [arrived], dish)), 'took back the check-in of Pecan pie (Becky)'],
    [
      inWords(describeFact(fact('DishMoved', { to: { zone: 'warming', position: 2 } }), [arrived], dish)),
      'moved Pecan pie (Becky) to Warming 3 (was in Holding)',
    ],
    [
      inWords(
        describeFact(fact('DishEmptied'), [arrived, fact('DishMoved', { to: { zone: 'buffet', position: 0 } })], dish),
      ),
      'marked Pecan pie (Becky) as done (was on Buffet 1)',
    ],
    [
      inWords(describeFact(fact('DishPutBack'), [arrived, fact('DishEmptied')], dish)),
      'put Pecan pie (Becky) back, as not done',
    ],
    [
      inWords(describeFact(fact('LayoutChanged', { warmingSlots: 20, buffetSlots: 1 }))),
      'set 20 warming and 1 buffet slots (was 24 warming and 16 buffet slots)',
    ],
    [inWords(describeFact(tom)), 'added Tom Sawyer, username tom, as a TD'],
    [inWords(describeFact(fact('UserRemoved'), [tom])), 'removed Tom Sawyer (was a TD)'],
    [
      inWords(describeFact(fact('ProfileChanged', { person: { fullName: 'Thomas', email: 't@example.org' } }), [tom])),
      'changed their own name to Thomas (was Tom Sawyer)',
    ],
    [inWords(describeFact(fact('PasswordChanged'), [tom])), 'changed their own password'],
    [
      inWords(describeFact(fact('SignInFailed', { userId: 'tom' }), [], { 'user-tom': [tom] })),
      'failed to sign in as Tom Sawyer',
    ],
    [
      inWords(describeFact(fact('SignInFailed', { userId: null }))),
      'failed to sign in with a username that nobody has',
    ],
  ])('%s', (said, expected) => expect(said).toBe(expected))

  const recorded = ['tournament', 'dinner', 'staff'].flatMap((module) => {
    const folder = join(import.meta.dirname, '..', module, 'recorded')
    return readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Fact)
  })
  it.each(recorded.map((one) => [one.type, one] as const))(
    'is a sentence also where nothing else is known: %s',
    (_, one) => {
      const description = describeFact(one)
      expect(description.text).toMatch(/^[a-z].*\S$/)
      expect(description.subject).not.toBe('')
      expect(inWords(description)).not.toMatch(/undefined|null|\[object|NaN/)
    },
  )

  it('has words for every fact that was ever recorded', () => {
    const missing = new Set(recorded.map(({ type }) => type).filter((type) => !(type in sentences)))
    expect([...missing]).toEqual([])
  })
})

describe('What happened last', () => {
  const facts = [fact('TeamRemoved', { reason: 'Junk' }), fact('TeamRemoved', { reason: 'Late' }), fact('TeamRestored')]

  it('is the last fact of a kind, or of several', () => {
    expect(last(facts, 'TeamRemoved')).toEqual({ reason: 'Late' })
    expect(last(facts, 'TeamRegistered')).toBeUndefined()
    expect(lastOf(facts, ['TeamRemoved', 'TeamRestored'])).toBe('TeamRestored')
    expect(lastOf(facts, ['TeamRegistered', 'TeamRemoved'])).toBe('TeamRemoved')
    expect(lastOf(facts, ['TeamRegistered'])).toBeUndefined()
  })

  it('is told by the name of the fact where there is no sentence', () => {
    expect(plainWords('PoolsSaved')).toBe('pools saved')
    expect(plainWords('SignupLinkRequested')).toBe('signup link requested')
    expect(plainWords('PDFSent')).toBe('pdfsent')
  })
})
