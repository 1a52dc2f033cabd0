import { expect, it } from 'vitest'
import { withFragment } from './target.ts'

it.each([
  ['/registration/bid%23token=abc.', '/registration/bid#token=abc.'],
  ['/registration/bid%2523token%253Dabc', '/registration/bid#token%253Dabc'],
  ['/dinner/signup%23link=abc?utm_source=news', '/dinner/signup#link=abc?utm_source=news'],
  ['/dinner/signup%23utm=news&link=abc', '/dinner/signup#utm=news&link=abc'],
  ['/dinner/signup?utm_source=news%23link%3Dabc', '/dinner/signup?utm_source=news#link%3Dabc'],
  ['/dinner/info%23parking', '/dinner/info#parking'],
  ['//evil.example%23token=abc', '/evil.example#token=abc'],
  ['/\\evil.example%23token=abc', '/evil.example#token=abc'],
])('leads from %s to %s, so that no browser sends what stands behind the #', (sent, led) =>
  expect(withFragment(sent)).toBe(led),
)

it.each(['/', '/registration/teams?q=%231', '/audit?search=%23link', '/registration/bid'])('lets %s be', (sent) =>
  expect(withFragment(sent)).toBeNull(),
)
