import { describe, expect, it } from 'vitest'
import inlineBlocks from './blocks-loader.ts'

const inline = (sheet: string) => inlineBlocks.call({ addDependency: () => {} }, sheet)

describe('A rule that composes shared blocks', () => {
  it('gets their declarations', () => {
    expect(
      inline(".line {\n  composes: row wrap from '@ultimate/kit/styles/blocks.module.css';\n  gap: 1rem;\n}\n"),
    ).toBe('.line {\n  display: flex;\n  align-items: center;\ndisplay: flex;\n  flex-wrap: wrap;\n  gap: 1rem;\n}\n')
  })

  it('is refused where no block has the name', () => {
    expect(() => inline(".line { composes: rwo from './blocks.module.css'; }")).toThrow('has no block rwo')
  })

  it('stays as it is where it composes another sheet', () => {
    const sheet = ".line { composes: row from './rows.module.css'; }"
    expect(inline(sheet)).toBe(sheet)
  })
})
