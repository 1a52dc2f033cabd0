import { existsSync, globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Smaller files gain nothing: they fit into one packet anyway. */
const smallest = 1024

/** Lays a `.br` and a `.gz` beside every hashed script and style sheet of this folder that has none yet. */
export async function precompress(folder: string): Promise<void> {
  const files = globSync(['js/*.js', 'css/*.css', 'assets/*.svg'], { cwd: folder }).map((file) => join(folder, file))
  await Promise.all(files.filter((file) => !existsSync(`${file}.br`)).map(compress))
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < smallest) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${file}.gz`, await zip(content, { level: 9 }))
  await writeFile(`${file}.br`, await brotli(content, { params }))
}
