import { describe, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import type { NoticeEvent, Situation } from './events.ts'
import { inviteCaptainDecider, type NoticeChange, noticeChangeDecider } from './notify-captain.ts'

const metadata = { now: new Date('2025-11-20T12:00:00Z') }
const teamId = '6f9619ff-8b86-4011-b42d-00c04fc96401'

describe('Inviting a captain to the games of the team', () => {
  it('happens once, however often the schedule is published', () => {
    const given = DeciderSpecification.for(inviteCaptainDecider)
    const invite = { type: 'InviteCaptain', data: { teamId }, metadata } as const
    const invited = { type: 'CaptainInvited', data: { teamId } } as const
    given([]).when(invite).then([invited])
    given([invited]).when(invite).thenNothingHappened()
  })
})

describe('Noticing a change of a team', () => {
  const given = DeciderSpecification.for(noticeChangeDecider)
  const waiting: Situation = { status: 'waitlist', paid: false }
  const confirmed: Situation = { status: 'confirmed', paid: false }
  const change = (data: Partial<NoticeEvent['data']> = {}): NoticeEvent['data'] => ({
    teamId,
    was: waiting,
    is: confirmed,
    byOrder: true,
    byStaff: false,
    mailed: true,
    ...data,
  })
  const notice = (data: Partial<NoticeEvent['data']> = {}): NoticeChange => ({
    type: 'NoticeChange',
    data: change(data),
    metadata,
  })
  const noticed = (data: Partial<NoticeEvent['data']> = {}): NoticeEvent => ({
    type: 'TeamChangeNoticed',
    data: change(data),
  })

  it('happens once, however often it is looked for', () => {
    given([]).when(notice()).then([noticed()])
    given([noticed()]).when(notice()).thenNothingHappened()
  })

  it('happens again when the team is elsewhere, or back, or has paid', () => {
    const back = { was: confirmed, is: waiting }
    const paid = { was: confirmed, is: { ...confirmed, paid: true } }
    given([noticed()])
      .when(notice(back))
      .then([noticed(back)])
    given([noticed(), noticed(back)])
      .when(notice())
      .then([noticed()])
    given([noticed()])
      .when(notice(paid))
      .then([noticed(paid)])
  })

  it('happens for each correction of the bid, whose situation is the same', () => {
    const corrected = (to: number) => ({ was: confirmed, corrected: { from: 1, to } })
    given([noticed()])
      .when(notice(corrected(2)))
      .then([noticed(corrected(2))])
    given([noticed(corrected(2))])
      .when(notice(corrected(2)))
      .thenNothingHappened()
    given([noticed(corrected(2)), noticed({ is: waiting }), noticed()])
      .when(notice(corrected(2)))
      .thenNothingHappened()
    given([noticed(corrected(2))])
      .when(notice(corrected(3)))
      .then([noticed(corrected(3))])
  })
})
