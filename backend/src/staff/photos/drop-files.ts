import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { PhotoEvent } from '@ultimate/events/staff/events.ts'
import type { Platform } from '../../platform/module.ts'
import { dropUnnamedFiles } from './photo-files.query.ts'

const page = 500

/** Drops the bytes that belong to no photo: of deleted ones, and of uploads that ended between bytes and fact. */
export function dropFilesOfNoPhoto({ sql, log }: Pick<Platform, 'sql' | 'log'>): Promise<number> {
  return dropUnnamedFiles(sql, () => namedInLog(log))
}

async function namedInLog(log: Platform['log']): Promise<ReadonlySet<string>> {
  const byStream = new Map<string, readonly string[]>()
  const types: PhotoEvent['type'][] = ['PhotoAdded', 'PhotoDeleted']
  for (let after = 0; ; ) {
    const events = (await log.read({ types, after, limit: page })) as RecordedEvent<PhotoEvent>[]
    for (const { type, data, metadata } of events) {
      if (type === 'PhotoAdded')
        byStream.set(
          metadata.stream,
          data.files.map(({ hash }) => hash),
        )
      else byStream.delete(metadata.stream)
    }
    if (events.length < page) return new Set([...byStream.values()].flat())
    after = events.at(-1)?.metadata.position ?? after
  }
}
