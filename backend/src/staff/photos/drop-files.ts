import type { Automation } from '@ultimate/event-store/automation.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { parseLogoHash } from '@ultimate/events/language/club-logo.ts'
import type { EditionEvent, PhotoEvent } from '@ultimate/events/staff/events.ts'
import type { Platform } from '../../platform/module.ts'
import { dropUnnamedFiles } from './photo-files.query.ts'

/**
 * Deletes the files of a deleted photo from the database; they are no longer served since the event. At a start it
 * deletes those that a crash between bytes and event has left, after waiting for uploads of other backends.
 */
export function whenPhotoDeletedThenDropFiles(platform: Platform): Automation {
  const drop = async () => {
    await dropFilesOfNoPhoto(platform)
  }
  return {
    name: 'when-photo-deleted-then-drop-files',
    on: ['PhotoDeleted'] satisfies PhotoEvent['type'][],
    handle: drop,
    atStart: drop,
  }
}

const page = 500

type NamingEvent = PhotoEvent | EditionEvent

/**
 * Drops the bytes that belong to no photo and to no logo that was ever set, which an undo may bring back: those of
 * deleted photos, and of uploads that ended between bytes and event.
 */
export function dropFilesOfNoPhoto({ sql, log }: Pick<Platform, 'sql' | 'log'>): Promise<number> {
  return dropUnnamedFiles(sql, () => namedInLog(log))
}

async function namedInLog(log: Platform['log']): Promise<ReadonlySet<string>> {
  const byStream = new Map<string, readonly string[]>()
  const types: NamingEvent['type'][] = ['PhotoAdded', 'PhotoDeleted', 'EditionSettingsChanged']
  for (let after = 0; ; ) {
    const events = (await log.read({ types, after, limit: page })) as RecordedEvent<NamingEvent>[]
    for (const event of events) {
      const { stream } = event.metadata
      byStream.set(stream, namedAfter(byStream.get(stream) ?? [], event))
    }
    if (events.length < page) return new Set([...byStream.values()].flat())
    after = events.at(-1)?.metadata.position ?? after
  }
}

/** The hashes that a stream names after this event: an edition all logos that it ever had. */
function namedAfter(files: readonly string[], { type, data }: NamingEvent): readonly string[] {
  if (type === 'PhotoAdded') return data.files.map(({ hash }) => hash)
  if (type === 'EditionSettingsChanged') return data.to.logo ? [...files, parseLogoHash(data.to.logo)] : files
  return type === 'PhotoDeleted' ? [] : files
}
