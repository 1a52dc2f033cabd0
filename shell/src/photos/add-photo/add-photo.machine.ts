import { largestPhoto, longestPhotoTitle, photoErrors } from '@ultimate/events/staff/photo-limits.ts'
import { attemptFor } from '@ultimate/kit/request/idempotency-key.ts'
import { assign, fromCallback, setup } from 'xstate'

/** What the server reads as a photo. A file's first bytes decide there; here its type does, where a device declares one. */
export const photoFileTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const

const { PHOTO_INCOMPLETE, PHOTO_INVALID, PHOTO_HEIC, PHOTO_TOO_LARGE } = photoErrors.registry

export const incomplete = PHOTO_INCOMPLETE.message

/** Why a file need not be sent at all; null when the server may judge it. */
export function fileProblem({ type, size, name }: Pick<File, 'type' | 'size' | 'name'>): string | null {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return PHOTO_HEIC.message
  const isDeclared = type !== '' && type !== 'application/octet-stream'
  if (isDeclared && !photoFileTypes.some((known) => known === type)) return PHOTO_INVALID.message
  return size > largestPhoto ? PHOTO_TOO_LARGE.message : null
}

/** The title that a file's name offers: its words, without the ending and the marks that stand for spaces. */
export function titleFrom(fileName: string): string {
  const words = fileName
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[\s_+-]+/g, ' ')
    .trim()
    .slice(0, longestPhotoTitle)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Says once what came of all files that were sent together. */
export const storedSentence = (count: number): string =>
  count === 1 ? 'Photo uploaded successfully!' : `${count} photos uploaded successfully!`

/** A file on its way under a title: with the same title it keeps its key, so that however often sent it is stored once. */
export interface UploadAttempt {
  readonly key: string
  readonly title: string
}

/** What the delivery reports. A domain error is an answer; any other failure may have stored the file nevertheless. */
export type DeliveryReport =
  /** It is on its turn, and the line is gone. */
  | { readonly type: 'waits' }
  | { readonly type: 'started' }
  /** How much of it has left this device, from 0 to 1. */
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'stored' }
  | { readonly type: 'failed'; readonly sentence: string; readonly isDomainError: boolean }

export type UploadEvent =
  | { readonly type: 'name'; readonly title: string }
  | { readonly type: 'send'; readonly key: string }
  | { readonly type: 'cancel' }
  | DeliveryReport

interface Context {
  readonly title: string
  readonly attempt: UploadAttempt | null
  readonly share: number
  /** What is wrong with the title, or why the last attempt failed. */
  readonly problem: string | null
}

const definition = setup({
  types: { context: {} as Context, events: {} as UploadEvent, input: {} as { readonly title: string } | undefined },
  actors: {
    /** Stops being on its way as soon as the state is left. */
    deliver: fromCallback<UploadEvent, UploadAttempt>(() => undefined),
  },
  actions: { announce: () => undefined },
  guards: { hasTitle: ({ context }) => context.title.trim() !== '' },
})

const name = {
  actions: definition.assign(({ event }) => (event.type === 'name' ? { title: event.title, problem: null } : {})),
}

const send = [
  {
    guard: 'hasTitle' as const,
    target: 'underway',
    actions: definition.assign({
      problem: null,
      share: 0,
      attempt: ({ context: { attempt, title }, event }) => {
        if (event.type !== 'send') return attempt
        return attemptFor(attempt, { key: event.key, title: title.trim() }, (one, other) => one.title === other.title)
      },
    }),
  },
  { target: 'naming', actions: definition.assign({ problem: incomplete }) },
]

/**
 * One picked file: gets a title, waits for its turn, is sent, and is stored, or fails and can be sent again. It is no
 * form of the kit's: its delivery reports progress and can be cancelled.
 */
export const uploadMachine = definition.createMachine({
  id: 'upload',
  context: ({ input }) => ({ title: input?.title ?? '', attempt: null, share: 0, problem: null }),
  initial: 'naming',
  states: {
    naming: { on: { name, send } },
    underway: {
      initial: 'queued',
      invoke: { src: 'deliver', input: ({ context }) => context.attempt ?? { key: '', title: context.title } },
      states: {
        queued: {},
        waiting: {},
        sending: { on: { progress: { actions: assign({ share: ({ event }) => event.share }) } } },
      },
      on: {
        waits: '.waiting',
        started: { target: '.sending', actions: assign({ share: 0 }) },
        cancel: 'naming',
        stored: 'done',
        failed: {
          target: 'failed',
          actions: assign(({ context, event }) => ({
            problem: event.sentence,
            attempt: event.isDomainError ? null : context.attempt,
          })),
        },
      },
    },
    failed: { on: { name, send } },
    done: { type: 'final', entry: 'announce' },
  },
})
