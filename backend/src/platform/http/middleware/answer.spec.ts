import { expect, it } from 'vitest'
import { withoutSecret } from './answer.ts'

it.each([
  ['/registration/bid%23token=eyJhbGciOiJIUzI1NiJ9.abc', '/registration/bid%23…'],
  ['/registration/bid%2523token%253DeyJhbGciOiJIUzI1NiJ9', '/registration/bid%2523…'],
  ['/registration/bid/Token=eyJhbGciOiJIUzI1NiJ9', '/registration/bid/Token…'],
  ['/api/parts/dinner/tokens', '/api/parts/dinner/tokens'],
  ['/dinner/signup', '/dinner/signup'],
])('logs %s without the secret of the link', (path, logged) => expect(withoutSecret(path)).toBe(logged))
