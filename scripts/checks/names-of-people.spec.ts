import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

describe('Names', () => {
  it('are searched and sorted by one function each, on the server and on screens', () => {
    const root = join(import.meta.dirname, '../..')
    const ofOwn =
      /localeCompare|Intl\.Collator|normalize\('NFK?D'\)|order by [^`]*\b(?:person|full|team|captain|slot)_?name\b/
    const files = globSync('{backend/src,events/src,shell/src,shell/kit,mfe-*/src}/**/*.{ts,tsx}', { cwd: root })
    const others = files.filter((file) => !/\.spec\.|node_modules|language\/fold\.ts$/.test(file))
    expect(others.filter((file) => ofOwn.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  })
})
