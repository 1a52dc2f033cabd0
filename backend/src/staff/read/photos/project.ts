import { photoIdOf } from '@ultimate/events/staff/change-photos.ts'
import type { PhotoEvent, PhotoFile } from '@ultimate/events/staff/events.ts'
import { readModel } from '../../../platform/event-store/read-model.ts'

export type PhotoRow = {
  readonly id: string
  readonly title: string
  readonly placeholder: string
  readonly files: readonly PhotoFile[]
  readonly added_at: Date
  readonly version: number
}

export const photos = readModel<PhotoRow, PhotoEvent>({
  table: 'photos',
  version: 1,
  category: 'photo',
  columns: {
    id: { type: 'uuid' },
    title: { type: 'text' },
    placeholder: { type: 'text' },
    files: { type: 'jsonb' },
    added_at: { type: 'timestamptz' },
    version: { type: 'integer' },
  },
  // Finds out whether any photo shows a file.
  constraints: ['create index {table}_files on {table} using gin (files jsonb_path_ops)'],
  rowsOf: ({ metadata }) => photoIdOf(metadata.stream),
  evolve(row, { type, data, metadata }) {
    const { version } = metadata
    switch (type) {
      case 'PhotoAdded':
        return { id: photoIdOf(metadata.stream), ...shown(data), added_at: metadata.at, version }
      case 'PhotoRenamed':
        return row && { ...row, title: data.title, version }
      case 'PhotoDeleted':
        return null
      default:
        return row
    }
  },
})

/** The fields of a row that pages show; the owner concerns the log alone. */
const shown = ({ title, placeholder, files }: Pick<PhotoRow, 'title' | 'placeholder' | 'files'>) => ({
  title,
  placeholder,
  files,
})
