import type { ScheduleDraft, ShownSettings } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { isDomainError, messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { ApiError, type CallOptions, call, happenedOf } from '@ultimate/kit/request/api.ts'
import { noting, showAnswer } from '@ultimate/kit/request/late-answers.ts'
import { type LiveKey, refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
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

/**
 * Changes the draft, shows the answer, and offers to take it back. After a stale change, shows the draft as it is by
 * now.
 */
function useDraftCommand<Subject>({ send, done, failed, onDone }: DraftCommand<Subject>) {
  return useCommand({
    send: async ({ of, version }: Based<Subject>, key) => {
      const draft = await send(of, { idempotencyKey: key, ifMatch: `"v${version}"` })
      return { draft, key }
    },
    failed: (error) => describeFailure(error, failed),
    onDone: async ({ draft, key }, { of }) => {
      await showAnswer<ScheduleDraft>(draftKey, () => draft, key)
      onDone?.()
      toast.success(done(draft, of), offerUndo([key]))
    },
    onError: (error) => isDomainError(error) && refresh(draftKey),
  })
}

function describeFailure(error: Error, failed: string): string {
  const happened = error instanceof ApiError ? happenedOf(error) : undefined
  const message = messageOrStatus(error, failed)
  return happened ? `${message} ${happened.what}${happened.by === null ? '' : ` by ${happened.by}`}.` : message
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
