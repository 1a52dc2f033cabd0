import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { rspack } from '@rspack/core'
import { withoutFederation } from '../rspack.config.ts'
import { buildSite } from '../scripts/build.ts'
import type { Row } from './table.ts'

const root = resolve(import.meta.dirname, '..')

/** Kilobytes (1,000 bytes, brotli) of the scripts that the page names. Scripts that load on interaction are left out. */
function measureScripts(folder: string): number {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const files = [...page.matchAll(/<script[^>]+src="\/parts\/shell\/([^"]+)"/g)].map(([, file]) => file ?? '')
  const bytes = files.map((file) => brotliCompressSync(readFileSync(join(folder, file))).length)
  return bytes.reduce((sum, size) => sum + size, 0) / 1000
}

/** Builds the same app as one bundle into this folder. */
export function buildWithoutFederation(folder: string): Promise<void> {
  const loader = resolve(root, 'bench/without-federation/load-part.ts')
  process.env.NODE_ENV = 'production'
  return new Promise((resolveBuilt, reject) => {
    rspack(withoutFederation(folder, loader)).run((error, stats) => {
      if (error || !stats || stats.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')))
      else resolveBuilt()
    })
  })
}

/** The home page's scripts against those of the same app built as one. */
export async function measureHomeJavaScript(): Promise<Row[]> {
  process.env.NODE_ENV = 'production'
  const folder = mkdtempSync(join(tmpdir(), 'ultimate-bench-'))
  try {
    await buildSite()
    await buildWithoutFederation(folder)
    const [ours, theirs] = [measureScripts(join(root, 'dist/shell')), measureScripts(folder)]
    const what = 'home JavaScript (brotli)'
    return [{ what, unit: 'kB', ours, against: 'one bundle', theirs, ratio: ours / theirs, aim: '≤ 1.2 and ≤ 130 kB' }]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
