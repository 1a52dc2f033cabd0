import { expect, it } from 'vitest'
import { type BidDraft, emptyBid, findErrors } from './bid.ts'

const bid: BidDraft = {
  ...emptyBid,
  teamName: 'Huck Finns',
  location: 'Florence, AL',
  division: 'rec',
  captainName: 'Becky Thatcher',
  captainEmail: 'becky@example.org',
  captainPhone: '256-555-0142',
}

it.each([
  ['teamName', 'Huck\u0007 Finns', 'Please remove the characters that cannot be shown.'],
  ['location', 'Florence\u0007', 'Please remove the characters that cannot be shown.'],
  ['captainName', `B${'\u0323\u0301'.repeat(6)}ecky`, 'Please use at most 10 accents or marks on one letter.'],
  ['captainEmail', 'becky..thatcher@example.org', 'Valid email required.'],
  ['altCaptainEmail', 'joe@example', 'Alternate email looks invalid.'],
  ['comments', 'We bring\n\u0007a raft', 'Please remove the characters that cannot be shown.'],
] as const)('says under %s what is wrong with it', (field, value, sentence) => {
  expect(findErrors(bid)).toEqual({})
  expect(findErrors({ ...bid, [field]: value })).toEqual({ [field]: sentence })
})
