import { beforeEach, describe, expect, it } from 'vitest'
import { expectRelease, isReloadHeld, noticeRelease, startRelease, useReleaseStore, withoutReload } from './release.ts'

const answer = (named?: string) => new Response(null, { headers: named ? { 'x-release': named } : {} })
const notice = (named?: string) => noticeRelease(answer(named))
const newer = () => useReleaseStore.getState().newer

describe('Another version of the site', () => {
  beforeEach(() => startRelease({ shell: 'a1', dinner: 'd1' }))

  it.each(['shell=b2,dinner=d1', 'shell=a1,dinner=d2'])('is noticed by what an answer names: %s', (named) => {
    notice(named)
    expect(newer()).toBe(named)
  })

  it.each([undefined, 'shell=a1,dinner=d1', 'shell=a1', 'shell=a1,dinner=d1,staff=s1'])(
    'is none where only what is not known differs: %s',
    (named) => {
      notice(named)
      expect(newer()).toBeNull()
    },
  )

  it('is none any more once the server is back at this one', () => {
    notice('shell=b2')
    notice('shell=a1,dinner=d1')
    expect(newer()).toBeNull()
  })

  it.each(['shell=a1,dinner=d1', 'shell=b2,dinner=d1'])(
    'stays the newest where an answer to an earlier request arrives late: %s',
    (late) => {
      const noticeLate = expectRelease()
      notice('shell=c3,dinner=d1')
      noticeLate(answer(late))
      expect(newer()).toBe('shell=c3,dinner=d1')
    },
  )

  it('is none for a page that does not know its own', () => {
    startRelease(null)
    notice('shell=b2')
    expect(newer()).toBeNull()
  })
})

it('A reload waits for work that is under way, also where it fails', async () => {
  const work = Promise.withResolvers<void>()
  const held = withoutReload(work.promise)
  expect(isReloadHeld()).toBe(true)
  work.reject(new Error('no connection'))
  await expect(held).rejects.toThrow('no connection')
  expect(isReloadHeld()).toBe(false)
})
