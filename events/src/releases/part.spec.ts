import { describe, expect, it } from 'vitest'
import { partName, releaseVersion } from './part.ts'

const wordsFor = (schema: typeof partName, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []

describe('The name of a part', () => {
  it('is a word in lower case that means nothing else', () => {
    for (const name of ['dinner', 'mvp2', 'xy', 'a'.repeat(30)]) expect(wordsFor(partName, name)).toEqual([])
    for (const name of ['a', '2nd', 'Dinner', 'a-b', 'a'.repeat(31)])
      expect(wordsFor(partName, name)).toEqual([
        'A name has 2 to 30 lower-case letters and digits and begins with a letter.',
      ])
    for (const name of ['shell', 'kit', 'prerender', 'preview', 'root'])
      expect(wordsFor(partName, name)).toEqual(['This name means something else already.'])
  })

  it('is asked for where it is missing', () => {
    expect(wordsFor(partName, undefined)).toEqual(['Please name the part.'])
    expect(wordsFor(partName, 7)).toEqual(['This must be text.'])
  })
})

describe('The version of a release', () => {
  it('is a semantic version without build metadata', () => {
    for (const version of ['0.0.1', '1.4.0', '2.0.0-rc.1', '1.0.0-X-y.0.z']) {
      expect(wordsFor(releaseVersion, version)).toEqual([])
    }
    for (const version of ['1.4', '01.4.0', '1.4.0+5', 'v1.4.0', '1.4.0-', '../1.4.0']) {
      expect(wordsFor(releaseVersion, version)).toEqual(['A version looks like 1.4.0 or 2.0.0-rc.1.'])
    }
  })

  it('is asked for where it is missing', () => {
    expect(wordsFor(releaseVersion, undefined)).toEqual(['Please name the version.'])
    expect(wordsFor(releaseVersion, 7)).toEqual(['This must be text.'])
  })
})
