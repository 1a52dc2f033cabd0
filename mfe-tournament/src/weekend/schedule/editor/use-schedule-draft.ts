import type { ScheduleDraft, ShownSettings } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { isDomainError } from '@ultimate/kit/request/answer.ts'
import { type CallOptions, call } from '@ultimate/kit/request/api.ts'
import { noting, showAnswer } from '@ultimate/kit/request/late-answers.ts'
import { type LiveKey, refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useUndoableCommand } from '../../undoable-command.ts'
import { type GameMove, placeName, withGamePlaced } from './draft-plan.ts'

const draftKey: LiveKey = ['schedule', 'draft']

/** Reads the server's draft. */
export const useStoredDraft = () =>
  useLiveQuery({
    key: draftKey,
    read: noting(draftKey, (signal) => call('GET /api/schedule/draft', {}, { signal })),
  })

interface VersionedChange<Subject> {
  readonly subject: Subject
  /** The version of the draft that the user saw. */
  readonly version: number
}

interface DraftCommand<Subject> {
  readonly send: (subject: Subject, options: CallOptions) => Promise<ScheduleDraft>
  /** Returns the text of the toast. */
  readonly done: (draft: ScheduleDraft, subject: Subject) => string
  readonly failed: string
  readonly onDone?: () => void
}

/** Changes the draft. After a rejection, for instance of a stale change, shows the current draft. */
function useDraftCommand<Subject>({ send, done, failed, onDone }: DraftCommand<Subject>) {
  return useUndoableCommand({
    send: ({ subject, version }: VersionedChange<Subject>, key) =>
      send(subject, { idempotencyKey: key, ifMatch: `"v${version}"` }),
    failed,
    show: (draft, key) => showAnswer<ScheduleDraft>(draftKey, () => draft, key),
    onDone,
    done: ({ subject }, draft) => done(draft, subject),
    onError: (error) => isDomainError(error) && refresh(draftKey),
  })
}

/** Moves games in the draft, makes a new draft, and publishes it. `onAnswered` closes the question. */
export function useScheduleDraft(stored: ScheduleDraft, onAnswered: () => void) {
  const placing = useDraftCommand<GameMove>({
    send: ({ game, round, field, swapWith }, options) =>
      call(
        'PUT /api/schedule/games/{id}/place',
        {
          params: { id: game },
          body: { round_id: round, field_id: field, ...(swapWith !== undefined && { swap_with: swapWith }) },
        },
        options,
      ),
    done: (draft, move) => {
      const findLabel = (game: string) => draft.games.find(({ id }) => id === game)?.label ?? 'The game'
      const label = findLabel(move.game)
      if (move.swapWith !== undefined) return `${label} and ${findLabel(move.swapWith)} swapped places.`
      const place = placeName(draft, move)
      return place ? `${label} moved to ${place}.` : `${label} taken off the schedule.`
    },
    failed: 'The game could not be moved.',
  })
  const making = useDraftCommand<null>({
    send: (_, options) => call('POST /api/schedule/generate', { body: {} }, options),
    done: ({ games, unplaced }) =>
      `Draft made: ${games.length - unplaced.length} of ${games.length} games have a place.`,
    failed: 'The draft could not be made.',
    onDone: onAnswered,
  })
  const publishing = useDraftCommand<null>({
    send: (_, options) => call('POST /api/schedule/publish', {}, options),
    done: () => 'Schedule published. Everybody sees it now.',
    failed: 'The schedule could not be published.',
    onDone: onAnswered,
  })
  const pendingMove = placing.isPending ? placing.subject?.subject : undefined
  const { version } = stored
  return {
    /** The server's draft, with a move that the server has not answered yet. */
    draft: pendingMove ? withGamePlaced(stored, pendingMove) : stored,
    placing,
    making,
    publishing,
    /** True while a change is sent. The screen then ignores other changes, because each is based on the one before. */
    isWriting: placing.isPending || making.isPending || publishing.isPending,
    place: (move: GameMove) => placing.run({ subject: move, version }),
    make: () => making.run({ subject: null, version }),
    publish: () => publishing.run({ subject: null, version }),
  }
}
export type DraftEditor = ReturnType<typeof useScheduleDraft>

export const useSettingsCommand = (onDone: () => void) =>
  useDraftCommand<ShownSettings>({
    send: (body, options) => call('PUT /api/schedule/settings', { body }, options),
    done: ({ unplaced }) =>
      unplaced.length === 0 ? 'Settings saved.' : `Settings saved. ${unplaced.length} games are without a place.`,
    failed: 'The settings could not be saved.',
    onDone,
  })
