import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

interface LoaderContext {
  addDependency(file: string): void
}

const file = resolve(import.meta.dirname, '../shell/kit/styles/blocks.module.css')

/** By name, the declarations of the sheet's rules of one class. */
const readBlocks = () =>
  new Map(
    [...readFileSync(file, 'utf8').matchAll(/^:where\(\.(\w+)\) \{\n(.*?)\n\}$/gms)].map(([, name = '', body = '']) => [
      name,
      body.trim(),
    ]),
  )

/**
 * Writes declarations in the place of `composes: … from '…/blocks.module.css'`. As classes of their own they would make
 * each page larger (docs/decisions/0007).
 */
export default function inlineBlocks(this: LoaderContext, sheet: string): string {
  const blocks = readBlocks()
  this.addDependency(file)
  return sheet.replaceAll(/composes: ([\w ]+) from '[^']*\/blocks\.module\.css';/g, (_, names: string) =>
    names
      .split(' ')
      .map((name) => {
        const body = blocks.get(name)
        if (!body) throw new Error(`${file} has no block ${name}.`)
        return body
      })
      .join('\n'),
  )
}
