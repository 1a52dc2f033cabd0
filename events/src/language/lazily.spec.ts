import { expect, it, vi } from 'vitest'
import { lazily } from './lazily.ts'

it('makes at the first call, and once, also where it makes nothing', () => {
  const make = vi.fn(() => undefined)
  const made = lazily(make)
  expect(make).not.toHaveBeenCalled()
  made()
  made()
  expect(make).toHaveBeenCalledOnce()
})
