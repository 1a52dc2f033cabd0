import type { ScheduleDraft, ShownSettings } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { isDomainError } from '@ultimate/kit/request/answer.ts'
import { type CallOptions, call } from '@ultimate/kit/request/api.ts'
import { noting, showAnswer } from '@ultimate/kit/request/late-answers.ts'
import { type LiveKey, refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useUndoableCommand } from '../../undoable-command.ts'
import { type GameMove, placeName, withGamePlaced } from './draft-plan.ts'

const draftKey: LiveKey = ['schedule', 'draft']

/** The draft as the server has it. */
export const useStoredDraft = () =>
  useLiveQuery({
    key: draftKey,
    read: noting(draftKey, (signal) => call('GET /api/schedule/draft', {}, { signal })),
  })

/** The subject of a change, and the version of the draft that the user saw. */
interface Based<Subject> {
  readonly of: Subject
  readonly version: number
}

interface DraftCommand<Subject> {
  readonly send: (subject: Subject, options: CallOptions) => Promise<ScheduleDraft>
  /** Returns the text of the toast. */
  readonly done: (draft: ScheduleDraft, subject: Subject) => string
  readonly failed: string
  readonly onDone?: () => void
}

/** Changes the draft. After a stale change, shows the draft as it is by now. */
function useDraftCommand<Subject>({ send, done, failed, onDone }: DraftCommand<Subject>) {
  return useUndoableCommand({
    send: ({ of, version }: Based<Subject>, key) => send(of, { idempotencyKey: key, ifMatch: `"v${version}"` }),
    failed,
    show: (draft, key) => showAnswer<ScheduleDraft>(draftKey, () => draft, key),
    onDone,
    done: ({ of }, draft) => done(draft, of),
    onError: (error) => isDomainError(error) && refresh(draftKey),
  })
}

/** Moves, makes and publishes. `onAnswered` closes the question before it. */
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
  const moved = placing.isPending ? placing.subject?.of : undefined
  const { version } = stored
  return {
    /** The draft with a move that the server has not answered yet. */
    draft: moved ? withGamePlaced(stored, moved) : stored,
    placing,
    making,
    publishing,
    /** Nothing else is taken meanwhile: each change is based on the one before. */
    isWriting: placing.isPending || making.isPending || publishing.isPending,
    place: (move: GameMove) => placing.run({ of: move, version }),
    make: () => making.run({ of: null, version }),
    publish: () => publishing.run({ of: null, version }),
  }
}
export type DraftDesk = ReturnType<typeof useScheduleDraft>

export const useSettingsCommand = (onDone: () => void) =>
  useDraftCommand<ShownSettings>({
    send: (body, options) => call('PUT /api/schedule/settings', { body }, options),
    done: ({ unplaced }) =>
      unplaced.length === 0 ? 'Settings saved.' : `Settings saved. ${unplaced.length} games are without a place.`,
    failed: 'The settings could not be saved.',
    onDone,
  })
