import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import {
  announcementIdOf,
  announcementStream,
  evolve,
  initialState,
  type PublishAnnouncement,
  publishAnnouncementDecider,
  type RestoreAnnouncement,
  restoreAnnouncementDecider,
  type TakeBackAnnouncement,
  takeBackAnnouncementDecider,
} from './announcement.ts'
import type { AnnouncementEvent } from './events.ts'
import { metadata, publishedAnnouncement as published, takenBackAnnouncement as takenBack } from './facts.fixture.ts'

const after = (...events: AnnouncementEvent[]) => events.reduce(evolve, initialState())
const [past, future] = ['2025-11-22T18:00:00.000Z', '2025-11-22T18:00:01.000Z']

describe('An announcement', () => {
  const notice = { text: 'Fields 3 and 4 closed', level: 'warning', until: null, at: past }

  it('is in force from when it is published until it is taken back', () => {
    expect(after()).toEqual({ status: 'unknown' })
    expect(after(published())).toEqual({ status: 'in-force', notice })
    expect(after(published(), takenBack)).toEqual({ status: 'taken-back', notice })
    expect(after(published(), takenBack, published())).toEqual({ status: 'in-force', notice })
  })

  it('is not touched by an unknown fact, nor taken back before it is published', () => {
    const unknown = { type: 'AnnouncementPinned', data: {} } as unknown as AnnouncementEvent
    expect(after(published(), unknown)).toEqual(after(published()))
    expect(after(takenBack)).toEqual({ status: 'unknown' })
  })

  it('has a stream of its own', () => {
    expect(announcementStream('abc-1')).toBe('announcement-abc-1')
    expect(announcementIdOf(announcementStream('abc-1'))).toBe('abc-1')
  })
})

describe('Publishing an announcement', () => {
  const given = DeciderSpecification.for(publishAnnouncementDecider)
  const publish = (data: Partial<PublishAnnouncement['data']> = {}): PublishAnnouncement => ({
    type: 'PublishAnnouncement',
    data: { text: 'Fields 3 and 4 closed', level: 'warning', until: null, mail: [], ...data },
    metadata,
  })

  it('puts it in force', () =>
    given([])
      .when(publish({ until: future, mail: ['captains'] }))
      .then([published({ until: future, mail: ['captains'] })]))

  it('publishes none twice, and brings none back: the same id again is a repeated request', () => {
    given([published()]).when(publish()).thenNothingHappened()
    given([published(), takenBack]).when(publish()).thenNothingHappened()
  })

  it('refuses an end that is not still to come', () =>
    given([])
      .when(publish({ until: past }))
      .thenThrows(DomainError, (it) => it.code === 'ANNOUNCEMENT_OVER'))
})

describe('Taking an announcement back', () => {
  const given = DeciderSpecification.for(takeBackAnnouncementDecider)
  const takeBack: TakeBackAnnouncement = { type: 'TakeBackAnnouncement', data: {}, metadata }

  it('ends it', () => given([published()]).when(takeBack).then([takenBack]))

  it('does nothing a second time', () => given([published(), takenBack]).when(takeBack).thenNothingHappened())

  it('refuses one that never was', () =>
    given([])
      .when(takeBack)
      .thenThrows(DomainError, (it) => it.code === 'ANNOUNCEMENT_NOT_FOUND'))
})

describe('Restoring an announcement', () => {
  const given = DeciderSpecification.for(restoreAnnouncementDecider)
  const restore: RestoreAnnouncement = { type: 'RestoreAnnouncement', data: {}, metadata }

  it('shows it again as it was, and mails no one again', () =>
    given([published({ mail: ['captains'] }), takenBack])
      .when(restore)
      .then([published({ mail: [] })]))

  it('does nothing where it is in force', () => given([published()]).when(restore).thenNothingHappened())

  it('refuses one that has ended meanwhile, or never was', () => {
    given([published({ until: past }), takenBack])
      .when(restore)
      .thenThrows(DomainError, (it) => it.code === 'ANNOUNCEMENT_OVER')
    given([])
      .when(restore)
      .thenThrows(DomainError, (it) => it.code === 'ANNOUNCEMENT_NOT_FOUND')
  })
})
