import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyPerson, type Person, personStorage, usePerson } from './person.ts'

const team = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const otherTeam = '7f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const becky: Person = { name: 'Becky', email: 'becky@example.org', captainId: team }
const storage = personStorage(() => localStorage)

beforeEach(() => localStorage.clear())
afterEach(cleanup)

it('a person loses a kept captain whose team is not registered here', () => {
  storage.save(becky)
  const { result, rerender } = renderHook(usePerson, { initialProps: [team, otherTeam] })
  expect(result.current).toMatchObject({ person: becky, isComplete: true })
  rerender([otherTeam])
  expect(result.current).toMatchObject({ person: { ...becky, captainId: '' }, isComplete: false })
})

it('a person keeps their captain until the teams are known', () => {
  storage.save(becky)
  const { result } = renderHook(() => usePerson(undefined))
  expect(result.current.person).toEqual(becky)
})

it('what was typed since the last pause is kept when the page is left, and forgotten at once when asked', () => {
  const { result, unmount } = renderHook(() => usePerson(undefined))
  act(() => result.current.change({ name: 'Becky' }))
  expect(storage.load()).toEqual(emptyPerson)
  dispatchEvent(new Event('pagehide'))
  expect(storage.load().name).toBe('Becky')
  act(() => result.current.forget())
  expect(storage.load()).toEqual(emptyPerson)
  act(() => result.current.change({ name: 'Tom' }))
  unmount()
  expect(storage.load().name).toBe('Tom')
})
