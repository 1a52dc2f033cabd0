import { describe, expect, it } from 'vitest'
import type { QueuedCommand, SendOutcome } from './command.ts'
import {
  fromStored,
  fromStoredOutcome,
  readCommand,
  type StoredCommand,
  type StoredOutcome,
  toStored,
  toStoredOutcome,
} from './stored-command.ts'

const request = {
  operation: 'PUT /api/x',
  params: { id: 'pie' },
  body: { from: 'holding' },
  answers: 'item',
  subject: 'signup-pie',
  label: 'Move Pie',
  note: { kind: 'move' },
  passing: ['MOVED'],
}
const same = {
  ...request,
  order: 3,
  key: 'k',
  owner: { id: 'hank', username: 'helper' },
  offsetMs: 5,
  at: null,
  tries: 1,
  nextTryAt: 9,
}
const silent = { because: 'line' } as const
const broken = { because: 'server', status: 500, message: 'The oven is on fire.' } as const
const refusal = { code: 'NO', message: 'No.', at: 8 }

const stored = (words: Pick<StoredCommand, 'step' | 'trouble' | 'refusal'>): StoredCommand => ({
  ...same,
  shape: 1,
  tappedAt: 7,
  ...words,
})
const command = (words: Pick<QueuedCommand, 'status' | 'failure' | 'rejection'>): QueuedCommand => ({
  ...same,
  queuedAt: 7,
  ...words,
})

describe('A command in the words of all releases', () => {
  it.each([
    [
      'not-sent',
      stored({ step: 'not-sent', trouble: silent, refusal: null }),
      command({ status: 'queued', failure: { because: 'connection' }, rejection: null }),
    ],
    [
      'sending',
      stored({ step: 'sending', trouble: null, refusal: null }),
      command({ status: 'sending', failure: null, rejection: null }),
    ],
    [
      'sent',
      stored({ step: 'sent', trouble: null, refusal: null }),
      command({ status: 'done', failure: null, rejection: null }),
    ],
    [
      'refused',
      stored({ step: 'refused', trouble: broken, refusal }),
      command({ status: 'rejected', failure: broken, rejection: refusal }),
    ],
  ] as const)('is stored as %s, and read', (_, old, now) => {
    expect(toStored(now)).toEqual(old)
    expect(fromStored(old)).toEqual(now)
  })

  it('keeps what a newer release has added to it', () => {
    const newer = { ...stored({ step: 'not-sent', trouble: null, refusal: null }), color: 'red' }
    expect(toStored(fromStored(newer))).toEqual(newer)
  })

  it('is read from a device as well, where another form is made one of this release', () => {
    expect(readCommand(stored({ step: 'refused', trouble: null, refusal }))).toMatchObject({
      status: 'rejected',
      rejection: refusal,
    })
    const { shape: _, ...older } = stored({ step: 'refused', trouble: null, refusal })
    expect(readCommand(older)).toMatchObject({ status: 'queued', queuedAt: 7, key: 'k' })
  })
})

describe('An outcome in the words of all releases', () => {
  const error = new Error('No.')
  it.each<[StoredOutcome, SendOutcome]>([
    [
      { kind: 'accepted', answer: {} },
      { kind: 'done', answer: {} },
    ],
    [
      { kind: 'refused', refusal, error },
      { kind: 'rejected', rejection: refusal, error },
    ],
    [
      { kind: 'unanswered', trouble: silent },
      { kind: 'unknown', failure: { because: 'connection' } },
    ],
    [
      { kind: 'signed-out', error },
      { kind: 'signed-out', error },
    ],
  ])('is %o for parts of other releases', (old, now) => {
    expect(toStoredOutcome(now)).toEqual(old)
    expect(fromStoredOutcome(old)).toEqual(now)
  })
})
