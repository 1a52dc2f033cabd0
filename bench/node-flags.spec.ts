import { describe, expect, it } from 'vitest'
import { readNodeFlags } from './node-flags.ts'

describe('What a measured process runs with', () => {
  it.each(['start', 'verify', 'replay'] as const)('is what npm run %s gives to Node', (command) => {
    expect(readNodeFlags(command)).toEqual(['--heap-growing-percent=30'])
  })
})
