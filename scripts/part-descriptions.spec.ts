import { describe, expect, it } from 'vitest'
import { partDescription, partNames } from '../events/src/platform/part.ts'
import { describePart, withFirstFacts } from './part-descriptions.ts'

describe('The description of a part in its manifest', () => {
  it.each(partNames)(
    'of %s has no braces for a server of an earlier release, and is read as the part wrote it',
    async (name) => {
      const description = await describePart(`mfe-${name}`)
      const written = withFirstFacts(description)
      const asBefore = written.pages.map(({ slots: _, ...page }) => page)
      expect(JSON.stringify(asBefore)).not.toContain('{{')
      expect(partDescription.parse(written)).toEqual(description)
    },
  )

  it('names facts of the first edition where the part names facts', async () => {
    const { pages } = withFirstFacts(await describePart('mfe-dinner'))
    const info = pages.find(({ path }) => path === '/dinner/info')
    expect(info?.description).toMatch(/^Saturday, 6:00 PM to 9:00 PM: /)
    expect(info?.slots?.description).toMatch(/^Saturday, {{dinner}}: /)
  })
})
