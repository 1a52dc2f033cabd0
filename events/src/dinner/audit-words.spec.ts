import { describe, expect, it } from 'vitest'
import { describeInOneLine, event } from '../language/sentence/sentence.fixture.ts'
import type { PastEvent } from '../language/sentence/sentence.ts'
import { dinnerEvents } from './events.ts'

const pie = { category: 'dishes', name: 'Pecan pie', description: '', teamRequirement: 4, maxSignups: 6 }
const carving = { category: 'serving', name: 'Carving', description: 'Sharp', teamRequirement: 4, maxSignups: 2 }
const recipe = { title: 'Grandma’s', ingredients: '', instructions: '' }
const added = event('SlotAdded', { slot: pie })
const changed = (slot: object): PastEvent => event('SlotChanged', { slot })
const signedUp = (signupId: string, name: string): PastEvent =>
  event('SignedUp', { signupId, teamId: 'finns', person: { name, email: 'b@example.org' } })

const walkedIn = (name: string, team = ''): PastEvent => event('WalkedIn', { signupId: '3', person: { name, team } })

const withAllergens = ({ type, data }: PastEvent): PastEvent =>
  event(type, { ...data, allergens: ['eggs', 'tree nuts'], otherAllergens: 'rye' })
const named = (signupId: string, ...allergens: string[]): PastEvent =>
  event('AllergensNamed', { signupId, allergens, otherAllergens: '' })

describe('The audit of a slot', () => {
  it.each<[string, PastEvent, PastEvent[]]>([
    ['Pecan pie: added the slot Pecan pie', added, []],
    [
      'Fudge: added the unlisted dish Fudge',
      event('SlotAdded', { slot: { ...pie, name: 'Fudge', unlisted: true } }),
      [],
    ],
    ['Pecan pie: changed the slot Pecan pie: places 9 (was places 6)', changed({ ...pie, maxSignups: 9 }), [added]],
    [
      'Plum pie: changed the slot Plum pie: name “Plum pie”, team requirement 5 (was name “Pecan pie”, team requirement 4)',
      changed({ ...pie, name: 'Plum pie', teamRequirement: 5 }),
      [added],
    ],
    [
      'Pecan pie: changed the slot Pecan pie: description “Warm” (was no description)',
      changed({ ...pie, description: 'Warm' }),
      [added],
    ],
    [
      'Pecan pie: changed the slot Pecan pie: no description (was description “Warm”)',
      changed(pie),
      [added, changed({ ...pie, description: 'Warm' })],
    ],
    ['Pecan pie: changed the slot Pecan pie: recipe “Grandma’s” (was no recipe)', changed({ ...pie, recipe }), [added]],
    [
      'Pecan pie: changed the slot Pecan pie: no recipe (was recipe “Grandma’s”)',
      changed(pie),
      [added, changed({ ...pie, recipe })],
    ],
    [
      'Carving: changed the slot Carving: kind “serving”, time “18:30” (was kind “dishes”, no time)',
      changed({ ...pie, name: 'Carving', category: 'serving', timeSlot: '18:30' }),
      [changed({ ...pie, name: 'Carving' })],
    ],
    ['Pecan pie: changed the slot Pecan pie', changed(pie), [added]],
    ['Pecan pie: changed the slot Pecan pie', changed(pie), []],
    ['Pecan pie: deleted the slot Pecan pie (was no sign-ups)', event('SlotDeleted', { signupIds: [] }), [added]],
    ['a slot: deleted the slot a slot (was 2 signed up)', event('SlotDeleted', { signupIds: ['1', '2'] }), []],
    [
      'Carving: deleted the slot Carving (was no sign-ups)',
      event('SlotDeleted', { signupIds: [] }),
      [added, changed(carving)],
    ],
    ['Pecan pie: signed up Becky for Pecan pie', signedUp('1', 'Becky'), [added]],
    [
      'Pecan pie: signed up Becky for Pecan pie (allergens: eggs, tree nuts, rye)',
      withAllergens(signedUp('1', 'Becky')),
      [added],
    ],
    [
      'Pecan pie: took in Polly as a walk-in for Pecan pie (allergens: eggs, tree nuts, rye)',
      withAllergens(walkedIn('Polly')),
      [added],
    ],
    [
      'Pecan pie: named the allergens of Pecan pie (Becky): milk (was eggs, tree nuts, rye)',
      named('1', 'milk'),
      [added, withAllergens(signedUp('1', 'Becky')), signedUp('2', 'Joe'), named('2', 'soy')],
    ],
    [
      'Pecan pie: cleared the allergens of Pecan pie (Becky) (was milk)',
      named('1'),
      [added, signedUp('1', 'Becky'), named('1', 'milk')],
    ],
    [
      'Pecan pie: named the allergens of Pecan pie (Becky): milk (was none named)',
      named('1', 'milk'),
      [added, signedUp('1', 'Becky')],
    ],
    [
      'Pecan pie: took Sid out of Pecan pie (was signed up)',
      event('SignupRemoved', { signupId: '2' }),
      [added, signedUp('1', 'Becky'), signedUp('2', 'Sid')],
    ],
    [
      'Pecan pie: took Sid out of Pecan pie (was signed up)',
      event('SignupRemoved', { signupId: '2' }),
      [added, event('SignupRemoved', { signupId: '2' }), signedUp('2', 'Sid')],
    ],
    ['a slot: took someone out of a slot', event('SignupRemoved', { signupId: '2' }), [signedUp('1', 'Becky')]],
    ['Pecan pie: took in Aunt Polly of Raft as a walk-in for Pecan pie', walkedIn('Aunt Polly', 'Raft'), [added]],
    ['Pecan pie: took in Aunt Polly as a walk-in for Pecan pie', walkedIn('Aunt Polly'), [added]],
    [
      'Pecan pie: took Aunt Polly out of Pecan pie (was a walk-in)',
      event('SignupRemoved', { signupId: '3' }),
      [added, signedUp('1', 'Becky'), walkedIn('Aunt Polly')],
    ],
    [
      'Pecan pie: corrected the address of Becky, signed up for Pecan pie, to thatcher@example.org (was b@example.org)',
      event('SignupCorrected', { signupId: '1', person: { name: 'Becky', email: 'thatcher@example.org' } }),
      [
        added,
        signedUp('1', 'Becky'),
        event('SignupCorrected', { signupId: '1', person: { name: 'Becky', email: 'b@example.org' } }),
      ],
    ],
    [
      'Pecan pie: corrected the name of Becky, signed up for Pecan pie, to Rebecca (A typo) (was Becky)',
      event('SignupCorrected', {
        signupId: '1',
        person: { name: 'Rebecca', email: 'b@example.org' },
        reason: 'A typo',
      }),
      [added, event('SignedUp', { signupId: '1', person: { name: 'Becky', email: 'b@example.org' } })],
    ],
    [
      'Pecan pie: corrected the name and the address of Becky, signed up for Pecan pie, to Rebecca, r@example.org (was Becky, b@example.org)',
      event('SignupCorrected', { signupId: '1', person: { name: 'Rebecca', email: 'r@example.org' } }),
      [added, event('SignedUp', { signupId: '1', person: { name: 'Becky', email: 'b@example.org' } })],
    ],
    [
      'Pecan pie: took Polly out of Pecan pie (was a walk-in)',
      event('SignupRemoved', { signupId: '3' }),
      [
        added,
        walkedIn('Aunt Polly'),
        event('SignupCorrected', { signupId: '3', person: { name: 'Polly', email: '' } }),
      ],
    ],
    [
      'Pecan pie: put Becky back in Pecan pie (was canceled)',
      withAllergens(
        event('SignupRestored', { signupId: '1', teamId: 'finns', person: { name: 'Becky', email: 'b@example.org' } }),
      ),
      [added],
    ],
  ])('reads: %s', (line, one, earlier) => expect(describeInOneLine(dinnerEvents, one, { earlier })).toBe(line))

  it('names the team of a person who is put back, where it is known', () => {
    const restored = event('SignupRestored', { signupId: '1', teamId: 'finns', person: { name: 'Becky', email: '' } })
    const others = { 'team-finns': [event('TeamRegistered', { teamName: 'Huck Finns' })] }
    expect(describeInOneLine(dinnerEvents, restored, { earlier: [added], others })).toBe(
      'Pecan pie: put Becky of Huck Finns back in Pecan pie (was canceled)',
    )
  })

  it('names the team of a person where it is known', () => {
    const team = [
      event('TeamMarkedPaid', { teamName: 'Tom Sawyers' }),
      event('TeamRegistered', { teamName: 'Huck Finns' }),
    ]
    const said = (others: Record<string, PastEvent[]>) =>
      describeInOneLine(dinnerEvents, signedUp('1', 'Becky'), { earlier: [added], others })
    expect(said({ 'team-finns': team })).toBe('Pecan pie: signed up Becky of Huck Finns for Pecan pie')
    expect(said({ 'team-finns': team.slice(0, 1) })).toBe('Pecan pie: signed up Becky for Pecan pie')
  })
})

describe('The audit of a sign-up', () => {
  const others = { 'slot-pie': [added, signedUp('1', 'Becky'), signedUp('2', 'Sid')] }
  const came = { slotId: 'pie', at: '2025-11-23T00:05:00Z' }
  const arrived = event('CheckedIn', came)
  const cameAnyway = event('RemovedSignupCheckedIn', came)
  const of = (dinner: number) => ({ dinner, at: '2025-11-29T23:00:00Z' })
  const moved = (zone: string, position?: number, dinner = 1): PastEvent =>
    event('DishMoved', { ...of(dinner), to: { zone, position } })
  const done = (dinner = 1): PastEvent => event('DishEmptied', of(dinner))
  it.each<[string, PastEvent, PastEvent[]]>([
    ['Pecan pie (Sid): checked in Pecan pie (Sid) (was not checked in)', arrived, []],
    ['a slot (someone): checked in a slot (someone) (was not checked in)', event('CheckedIn', { slotId: 'plum' }), []],
    [
      'Pecan pie (Sid): undid the check-in of Pecan pie (Sid) (was checked in at 2025-11-22 18:05)',
      event('CheckInUndone'),
      [arrived],
    ],
    ['a sign-up: undid the check-in of a sign-up', event('CheckInUndone'), []],
    ['Pecan pie (Sid): moved Pecan pie (Sid) to Buffet 1 (was in Holding)', moved('buffet', 0), [arrived]],
    [
      'Pecan pie (Sid): moved Pecan pie (Sid) to Holding (was on Warming 3)',
      moved('holding'),
      [arrived, moved('buffet', 0), moved('warming', 2)],
    ],
    ['Pecan pie (Sid): marked Pecan pie (Sid) as done (was on Buffet 1)', done(), [arrived, moved('buffet', 0)]],
    [
      'Pecan pie (Sid): put Pecan pie (Sid) back on Buffet 1, as not done (was done)',
      event('DishPutBack', of(1)),
      [arrived, moved('buffet', 0), done()],
    ],
    [
      'Pecan pie (Sid): moved Pecan pie (Sid) to Warming 3 (was in Holding)',
      moved('warming', 2, 2),
      [arrived, moved('buffet', 2, 1)],
    ],
    [
      'Pecan pie (Sid): marked Pecan pie (Sid) as done (was on Buffet 2)',
      done(2),
      [arrived, moved('buffet', 0, 1), done(1), moved('buffet', 1, 2)],
    ],
    [
      'Pecan pie (Sid): moved Pecan pie (Sid) to Buffet 1 (was in Holding)',
      moved('buffet', 0),
      [
        arrived,
        moved('buffet', 2),
        event('SignupWithdrawn', { slotId: 'pie', reason: 'removed' }),
        event('SignupReinstated', { slotId: 'pie' }),
        arrived,
      ],
    ],
    [
      'Pecan pie (Sid): moved Pecan pie (Sid) to Buffet 1 (was in Holding)',
      moved('buffet', 0),
      [arrived, moved('buffet', 2), cameAnyway, event('ArrivalRestored')],
    ],
    [
      'Pecan pie (Sid): canceled the sign-up for Pecan pie (Sid) (was not checked in)',
      event('SignupWithdrawn', { slotId: 'pie', reason: 'removed' }),
      [],
    ],
    [
      'Pecan pie (Sid): canceled the sign-up for Pecan pie (Sid), as staff (was checked in at 2025-11-22 18:05)',
      event('SignupWithdrawn', { slotId: 'pie', reason: 'removed-by-staff' }),
      [arrived],
    ],
    [
      'Pecan pie (Sid): canceled the sign-up for Pecan pie (Sid): the slot was deleted (was not checked in)',
      event('SignupWithdrawn', { slotId: 'pie', reason: 'slot-deleted' }),
      [arrived, event('CheckInUndone')],
    ],
    [
      'Pecan pie (Sid): undid the check-in of Pecan pie (Sid) (was checked in at 2025-11-22 18:05)',
      event('CheckInUndone'),
      [cameAnyway],
    ],
    [
      'Pecan pie (Sid): restored the sign-up for Pecan pie (Sid) (was canceled)',
      event('SignupReinstated', { slotId: 'pie' }),
      [],
    ],
    ['Pecan pie (Sid): checked in Pecan pie (Sid) before the cancellation was known (was canceled)', cameAnyway, []],
    [
      'Pecan pie (Sid): restored the sign-up for Pecan pie (Sid), who came after all (was canceled)',
      event('ArrivalRestored'),
      [cameAnyway],
    ],
    [
      'Pecan pie (Sid): left the sign-up for Pecan pie (Sid) canceled, although checked in (was undecided)',
      event('ArrivalDismissed'),
      [cameAnyway],
    ],
  ])('reads: %s', (line, one, earlier) =>
    expect(describeInOneLine(dinnerEvents, one, { stream: 'signup-2', earlier, others })).toBe(line),
  )
})

describe('The audit of who saw contact data', () => {
  it('names the sign-up as its other entries do', () => {
    const others = { 'slot-pie': [added, signedUp('1', 'Becky'), signedUp('2', 'Sid')] }
    const seen = event('SignupShown', { signupId: '2', slotId: 'pie' })
    const stream = 'disclosure-td.2.2025-11-22T18:04'
    expect(describeInOneLine(dinnerEvents, seen, { stream, earlier: [], others })).toBe(
      'Pecan pie (Sid): saw the contact data of Pecan pie (Sid)',
    )
  })
})

describe('The audit of the dinner and its visitors', () => {
  const layout = (warmingSlots: number, buffetSlots: number): PastEvent =>
    event('LayoutChanged', { warmingSlots, buffetSlots })
  const [begun, ended] = [event('DinnerStarted', { dinner: 2 }), event('DinnerFinished', { dinner: 2 })]
  it.each<[string, PastEvent, PastEvent[]]>([
    ['the dinner: set 20 warming and 1 buffet slots (was 24 warming and 16 buffet slots)', layout(20, 1), []],
    ['the dinner: set 20 warming and 1 buffet slots (was 3 warming and 4 buffet slots)', layout(20, 1), [layout(3, 4)]],
    ['the dinner: started the dinner (was not started)', begun, []],
    ['the dinner: started the dinner (was not started)', begun, [begun, ended, event('DinnerReset')]],
    ['the dinner: finished the dinner (was dinner 2, in progress)', ended, [begun]],
    ['the dinner: reset the dinner (was dinner 2, finished)', event('DinnerReset'), [begun, ended]],
    ['the dinner: resumed the dinner (was dinner 2, finished)', event('DinnerResumed', { dinner: 2 }), [begun, ended]],
    [
      'the dinner: finished the dinner (was dinner 2, in progress)',
      ended,
      [begun, ended, event('DinnerResumed', { dinner: 2 })],
    ],
    ['a visitor: asked for the link to their own sign-ups', event('SignupLinkRequested'), []],
    ['a visitor: opened the link to their own sign-ups', event('SignupsClaimed'), []],
    ['exports of sign-ups: exported 604 sign-ups with contact data', event('SignupsExported', { signups: 604 }), []],
    ['exports of sign-ups: exported 1 sign-up with contact data', event('SignupsExported', { signups: 1 }), []],
    [
      'Becky Thatcher: replaced the private link of Becky Thatcher (was valid)',
      event('VolunteerLinkRevoked', { person: { name: 'Becky Thatcher', email: 'b@example.org' } }),
      [],
    ],
    [
      'a volunteer: replaced the private link of a volunteer (was valid)',
      event('VolunteerLinkRevoked', { person: { name: '', email: '' } }),
      [],
    ],
  ])('reads: %s', (line, one, earlier) => expect(describeInOneLine(dinnerEvents, one, { earlier })).toBe(line))
})
