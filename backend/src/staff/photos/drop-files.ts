import type { Automation } from '@ultimate/event-store/automation.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { parseLogoHash } from '@ultimate/events/language/club-logo.ts'
import type { EditionEvent, PhotoEvent } from '@ultimate/events/staff/events.ts'
import type { Platform } from '../../platform/module.ts'
import { dropUnnamedFiles } from './photo-files.query.ts'

/**
 * Deletes the files of a deleted photo from the database; the site already serves them no longer. Also runs at a start:
 * a crash may have left bytes whose event was never stored. Uploads of other backends are waited for.
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

const pageSize = 500

type NamingEvent = PhotoEvent | EditionEvent

/**
 * Drops the bytes of deleted photos, and of uploads whose event was never stored. Every logo that was ever set stays,
 * because an undo may bring it back.
 */
export function dropFilesOfNoPhoto({ sql, log }: Pick<Platform, 'sql' | 'log'>): Promise<number> {
  return dropUnnamedFiles(sql, () => readNamedInLog(log))
}

/** Reads the hashes of all files that streams name at the end of the log. */
async function readNamedInLog(log: Platform['log']): Promise<ReadonlySet<string>> {
  const byStream = new Map<string, readonly string[]>()
  const types: NamingEvent['type'][] = ['PhotoAdded', 'PhotoDeleted', 'EditionSettingsChanged']
  for (let after = 0; ; ) {
    const events = (await log.read({ types, after, limit: pageSize })) as RecordedEvent<NamingEvent>[]
    for (const event of events) {
      const { stream } = event.metadata
      byStream.set(stream, findNamedAfter(byStream.get(stream) ?? [], event))
    }
    if (events.length < pageSize) return new Set([...byStream.values()].flat())
    after = events.at(-1)?.metadata.position ?? after
  }
}

/** Returns the hashes that a stream names after this event; of an edition, all logos that it ever had. */
function findNamedAfter(files: readonly string[], { type, data }: NamingEvent): readonly string[] {
  if (type === 'PhotoAdded') return data.files.map(({ hash }) => hash)
  if (type === 'EditionSettingsChanged') return data.to.logo ? [...files, parseLogoHash(data.to.logo)] : files
  return type === 'PhotoDeleted' ? [] : files
}
