import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Lists the classes that a component takes from its sheets and that no rule there is for. */
function findUnknownClasses(source: string, readSheet: (path: string) => string): string[] {
  return [...source.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].flatMap(([, name = '', path = '']) => {
    const known = new Set([...readSheet(path).matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, one]) => one))
    const used = [...source.matchAll(new RegExp(`\\b${name}\\['([^']+)'\\]`, 'g'))].map(([, one = '']) => one)
    return used.filter((one) => !known.has(one))
  })
}

describe('A class that a component takes from a sheet', () => {
  const components = globSync('{shell,mfe-*}/**/*.tsx', { cwd: root, exclude: ['**/node_modules/**'] })

  it('has a rule there', () => {
    const unknown = components.flatMap((file) => {
      const readSheet = (path: string) => readFileSync(join(root, dirname(file), path), 'utf8')
      return findUnknownClasses(readFileSync(join(root, file), 'utf8'), readSheet).map((one) => `${file}: ${one}`)
    })
    expect(components.length).toBeGreaterThan(100)
    expect(unknown).toEqual([])
  })

  it('is found where it has none', () => {
    const source = `import styles from './row.module.css'\n<li className={styles['rejected']} data-x={styles['row']} />`
    expect(findUnknownClasses(source, () => '.row { margin: 0 }')).toEqual(['rejected'])
  })
})
