import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import applyMixins, { mixins } from './css-mixins.ts'

const root = resolve(import.meta.dirname, '..')
const sheets = globSync('{shell,mfe-*}/**/*.css', { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
const applied = new Set(
  sheets.flatMap((file) =>
    [...readFileSync(resolve(root, file), 'utf8').matchAll(/@apply ([^;]+);/g)].flatMap(([, names = '']) =>
      names.split(' '),
    ),
  ),
)

describe('@apply in a style sheet', () => {
  it('is replaced by the declarations in the rule where it stands', () => {
    expect(applyMixins('.row {\n  @apply flex gap-2;\n  color: red;\n}')).toBe(
      '.row {\n  display: flex; gap: 1rem;\n  color: red;\n}',
    )
  })

  it('fails the build when it names what does not exist', () => {
    expect(() => applyMixins('.row { @apply flexx; }')).toThrow('@apply flexx')
  })

  it('names every mixin at least once', () => {
    expect(Object.keys(mixins).filter((name) => !applied.has(name))).toEqual([])
  })
})
