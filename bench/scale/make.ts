import { makeDataFolder } from './data-folder.ts'
import type { Shape } from './history.ts'

/** `node bench/scale/make.ts <folder> <events> spread|long` makes a data folder with a long history. */
const [folder, events, shape] = process.argv.slice(2)
if (!folder || !events || (shape !== 'spread' && shape !== 'long'))
  throw new Error('node bench/scale/make.ts <folder> <events> spread|long')
const began = performance.now()
await makeDataFolder(folder, { events: Number(events), shape: shape satisfies Shape })
console.log(`Filled ${folder} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
