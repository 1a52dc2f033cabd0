import { describe, expect, it, vi } from 'vitest'
import { lazily } from './lazily.ts'
import { adminOrTd, anyStaff, isAllowed, roles, tdOnly } from './roles.ts'

const allowed = (permission: Parameters<typeof isAllowed>[0]) =>
  [...roles, 'captain', null].filter((role) => isAllowed(permission, role))

describe('A permission', () => {
  it('for everyone asks for no role', () => {
    expect(allowed('everyone')).toEqual(['TD', 'admin', 'helper', 'captain', null])
  })

  it('for some roles is for these alone', () => {
    expect(allowed(anyStaff)).toEqual(['TD', 'admin', 'helper'])
    expect(allowed(adminOrTd)).toEqual(['TD', 'admin'])
    expect(allowed(tdOnly)).toEqual(['TD'])
  })
})

it('a lazy value is made at the first call, and once, also where it is undefined', () => {
  const make = vi.fn(() => undefined)
  const made = lazily(make)
  expect(make).not.toHaveBeenCalled()
  made()
  made()
  expect(make).toHaveBeenCalledOnce()
})
