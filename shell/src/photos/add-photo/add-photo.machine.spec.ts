import { largestPhoto, longestPhotoTitle, photoErrors } from '@ultimate/events/staff/photo-limits.ts'
import { describe, expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import {
  fileProblem,
  storedSentence,
  titleFrom,
  type UploadAttempt,
  type UploadEvent,
  uploadMachine,
} from './add-photo.machine.ts'

const name = (title: string): UploadEvent => ({ type: 'name', title })
const send = (key: string): UploadEvent => ({ type: 'send', key })
const failed = (isDomainError: boolean): UploadEvent => ({
  type: 'failed',
  sentence: 'Failed to upload photo',
  isDomainError,
})
const progress = (share: number): UploadEvent => ({ type: 'progress', share })

function start() {
  const sent: UploadAttempt[] = []
  const counts = { underway: 0, announced: 0 }
  const machine = uploadMachine.provide({
    actors: {
      deliver: fromCallback<UploadEvent, UploadAttempt>(({ input }) => {
        sent.push(input)
        counts.underway++
        return () => void counts.underway--
      }),
    },
    actions: { announce: () => void counts.announced++ },
  })
  const actor = createActor(machine).start()
  return {
    sent,
    counts,
    snapshot: () => actor.getSnapshot(),
    run: (...events: UploadEvent[]) => {
      for (const event of events) actor.send(event)
    },
  }
}

describe('a picked file', () => {
  it('is not sent without a title, and says so until one is typed', () => {
    const { run, snapshot, sent } = start()
    run(name('  '), send('k1'))
    expect(snapshot().context.problem).toBe('Please provide both title and image')
    expect(sent).toEqual([])
    run(name('Layout'))
    expect(snapshot().context.problem).toBeNull()
  })

  it('waits for its turn, tells how far it is, and is announced once it is stored', () => {
    const { run, snapshot, sent, counts } = start()
    run(name(' Layout '), send('k1'))
    expect(snapshot().value).toEqual({ underway: 'queued' })
    expect(sent).toEqual([{ key: 'k1', title: 'Layout' }])
    run({ type: 'started' }, progress(0.5))
    expect([snapshot().value, snapshot().context.share]).toEqual([{ underway: 'sending' }, 0.5])
    run({ type: 'stored' })
    expect([snapshot().value, counts]).toEqual(['done', { underway: 0, announced: 1 }])
  })

  it('is tried again under the same key, from the beginning, when no answer came', () => {
    const { run, snapshot, sent } = start()
    run(name('Layout'), send('k1'), { type: 'started' }, progress(0.7), failed(false))
    expect([snapshot().value, snapshot().context.problem]).toEqual(['failed', 'Failed to upload photo'])
    run(send('k2'))
    expect(sent.map(({ key }) => key)).toEqual(['k1', 'k1'])
    expect(snapshot().context).toMatchObject({ share: 0, problem: null })
  })

  it('takes a new key under another title, and after the server refused it', () => {
    const { run, sent } = start()
    run(name('Layout'), send('k1'), failed(false), name('The layout'), send('k2'), failed(true), send('k3'))
    expect(sent.map(({ key }) => key)).toEqual(['k1', 'k2', 'k3'])
  })

  it('says while there is no line that it waits, and is sent from the beginning once there is one', () => {
    const { run, snapshot } = start()
    run(name('Layout'), send('k1'), { type: 'waits' })
    expect(snapshot().value).toEqual({ underway: 'waiting' })
    run({ type: 'started' }, progress(0.5), { type: 'waits' }, { type: 'started' })
    expect([snapshot().value, snapshot().context.share]).toEqual([{ underway: 'sending' }, 0])
  })

  it('is on its way no more when it is cancelled, and may have arrived: its key stays', () => {
    const { run, snapshot, sent, counts } = start()
    run(name('Layout'), send('k1'), { type: 'started' }, { type: 'cancel' })
    expect([snapshot().value, counts.underway]).toEqual(['naming', 0])
    run(send('k2'))
    expect(sent.map(({ key }) => key)).toEqual(['k1', 'k1'])
  })
})

describe('on every shortest path through the machine', () => {
  const events = [
    name('Layout'),
    send('k1'),
    { type: 'cancel' },
    { type: 'waits' },
    { type: 'started' },
    progress(1),
    { type: 'stored' },
    failed(false),
    failed(true),
  ] satisfies UploadEvent[]
  const paths = getShortestPaths(uploadMachine, { events, limit: 500 })
  const nameOf = (value: (typeof paths)[number]['state']['value']) => JSON.stringify(value)

  it('every state is reached', () => {
    expect(new Set(paths.map(({ state }) => nameOf(state.value)))).toEqual(
      new Set([
        '"naming"',
        '{"underway":"queued"}',
        '{"underway":"waiting"}',
        '{"underway":"sending"}',
        '"failed"',
        '"done"',
      ]),
    )
  })

  it.each(paths.map((path) => [path.steps.map(({ event }) => event.type).join(' '), path] as const))(
    'one file at most is on its way, only while it says so: %s',
    (_, { steps, state }) => {
      const { run, snapshot, counts } = start()
      run(...steps.slice(1).map(({ event }) => event))
      expect(snapshot().value).toEqual(state.value)
      expect(snapshot().context).toEqual(state.context)
      expect(counts.underway).toBe(snapshot().matches('underway') ? 1 : 0)
      expect(counts.announced).toBe(snapshot().status === 'done' ? 1 : 0)
    },
  )
})

describe('a picked file', () => {
  it('may be as large as the server takes, and not a byte larger', () => {
    expect(fileProblem({ type: 'image/jpeg', size: largestPhoto, name: 'a.jpg' })).toBeNull()
    expect(fileProblem({ type: 'image/jpeg', size: largestPhoto + 1, name: 'a.jpg' })).toBe(
      'File size must be less than 10MB',
    )
  })

  it.each(['text/plain', 'image/svg+xml', 'application/pdf'])('must be an image, not %s', (type) => {
    expect(fileProblem({ type, size: 100, name: 'a.jpg' })).toBe('Please select a valid image file')
  })

  it.each(['', 'application/octet-stream'])('is judged by the server where its type is %j', (type) => {
    expect(fileProblem({ type, size: 100, name: 'IMG_1' })).toBeNull()
  })

  it.each([
    { type: 'image/heic', name: 'IMG_1.HEIC' },
    { type: '', name: 'IMG_1.HEIC' },
    { type: 'image/heif', name: 'photo' },
  ])('is told apart where it is HEIC: %j', (file) => {
    expect(fileProblem({ ...file, size: 100 })).toBe(photoErrors.registry.PHOTO_HEIC.message)
  })
})

describe('many files at once', () => {
  it.each([
    ['the_longest-huck.jpg', 'The longest huck'],
    ['IMG_2034.JPG', 'IMG 2034'],
    ['no ending', 'No ending'],
    ['v1.2 final.tar.webp', 'V1.2 final.tar'],
    ['ריצה.png', 'ריצה'],
    ['.jpg', ''],
  ])('have their titles from their names: %s', (file, title) => expect(titleFrom(file)).toBe(title))

  it('have no title that the server would refuse', () =>
    expect(titleFrom(`${'g'.repeat(300)}.jpg`)).toHaveLength(longestPhotoTitle))

  it('are told about in one sentence', () => {
    expect(storedSentence(1)).toBe('Photo uploaded successfully!')
    expect(storedSentence(60)).toBe('60 photos uploaded successfully!')
  })
})
