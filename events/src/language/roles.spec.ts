import { describe, expect, it } from 'vitest'
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
