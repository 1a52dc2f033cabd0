import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import { expect, it } from 'vitest'
import { findErrors } from './bid.ts'
import { bid } from './machine.fixture.ts'
import { toDraft } from './own-bid.ts'

it('shows a bid to which a later release added a field, and can correct it', () => {
  const { division: _, ...form } = bid
  const known = { id: 'a', number: 1, status: 'confirmed', paid: false, out: null } as const
  const own: OwnBid = { ...known, division: 'rec', bid: { ...form, ...{ nickname: 'Finns' } } }
  expect(toDraft(own)).toEqual({ ...form, division: 'rec' })
  expect(findErrors(toDraft(own))).toEqual({})
})
